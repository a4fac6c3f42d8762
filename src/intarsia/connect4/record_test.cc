#include "intarsia/connect4/record.h"

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using Bytes = std::array<std::uint8_t, sizeof(Record)>;

Bytes bytes_of(const Record& r) {
  Bytes out;
  std::memcpy(out.data(), &r, sizeof r);
  return out;
}
Record record_of(const Bytes& b) {
  Record r;
  std::memcpy(&r, b.data(), sizeof r);
  return r;
}

TEST(Connect4Record, EveryPositionOfAGameComesBack) {
  test::RandomConnect4 random(51);
  for (int i = 0; i < 1'000; ++i) {
    const Replay r = random.game(random.board());
    for (int ply = 0; ply <= r.ply(); ++ply) {
      const Position& p = r.state(r.ply() - ply).position;
      Targets t{.is_first = ply == 0};
      if (ply < r.ply()) t.move = r.moves()[static_cast<std::size_t>(ply)];
      if (i % 2 == 0) t.outcome = r.position().outcome();
      if (i % 3 == 0) t.eval = static_cast<std::int16_t>(random.next());
      const Record packed = pack(p, t);
      const auto u = unpack(packed);
      ASSERT_TRUE(u) << u.error().detail;
      ASSERT_EQ(u->position, p);
      ASSERT_EQ(u->targets, t);
      ASSERT_FALSE(check(packed));
      ASSERT_EQ(position_of(packed), p);
      ASSERT_EQ(turn_of(packed), p.turn());
    }
  }
}

// The bytes of the specification, after 4 4 5 with 3 to follow in a game that second won.
TEST(Connect4Record, LooksAsDocumented) {
  const Position p = replay_of(*read_game_line("445")).position();
  const Record r =
      pack(p, {.outcome = Outcome::kSecond, .is_first = true, .move = Move(2), .eval = -2});
  const Bytes wanted = {0,          0, 0, 0,    0xc0, 0, 0, 0,  // d1 and e1: cells 38 and 39
                        0,          0, 0, 0x80, 0,    0, 0, 0,  // d2: cell 31
                        0b1'1'11'1, 3, 7, 6,    2,    0, 0, 0, 0xfe, 0xff, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(bytes_of(r), wanted);
  Record none = pack(Position(Board(6, 5)));
  EXPECT_EQ(bytes_of(none), (Bytes{0, 0, 0, 0, 0,    0, 0, 0, 0, 0,    0, 0, 0, 0, 0, 0,
                                   0, 0, 6, 5, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0}));
  set_outcome(none, Outcome::kDraw);
  EXPECT_EQ(targets_of(none).outcome, Outcome::kDraw);
}

// Any change of the bytes is refused, or gives what packs to just these bytes.
TEST(Connect4Record, NoTwoByteRowsAreOnePosition) {
  test::RandomConnect4 random(52);
  int refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Replay r = random.some_game(random.board());
    const auto moves = r.legal_moves();
    Targets t{.outcome = r.position().outcome(), .is_first = i % 2 == 0};
    if (!moves.empty()) t.move = moves[static_cast<std::size_t>(random.below(moves.size()))];
    const Bytes good = bytes_of(pack(r.position(), t));
    for (std::size_t at = 0; at < good.size(); ++at) {
      Bytes bad = good;
      for (int changes = 0; changes <= i % 3; ++changes) {
        const std::size_t where = changes == 0 ? at : static_cast<std::size_t>(random.below(32));
        bad[where] = static_cast<std::uint8_t>(bad[where] ^ (1 << random.below(8)));
      }
      const auto u = unpack(record_of(bad));
      ASSERT_EQ(static_cast<bool>(u), !check(record_of(bad)));
      if (u) {
        ASSERT_EQ(bytes_of(pack(u->position, u->targets)), bad);
      } else {
        ++refused;
        ASSERT_LT(u.error().offset, sizeof(Record));
      }
    }
  }
  EXPECT_GT(refused, 10'000);
}

TEST(Connect4Record, RandomBytesAreNeverAcceptedUnlessPackGivesThemBack) {
  test::RandomConnect4 random(53);
  int accepted = 0;
  for (int i = 0; i < 200'000; ++i) {
    Record r{};
    const Board b = random.board();
    // Few discs at the bottom, so that some records are sound.
    const std::uint64_t low = b.bottom_cells().word();
    r.first = random.next() & random.next() & (i % 2 == 0 ? low : ~std::uint64_t{0});
    r.second = random.next() & random.next() & (i % 2 == 0 ? low : ~std::uint64_t{0});
    if (i % 4 == 0) r.second &= ~r.first;
    r.flags = static_cast<std::uint8_t>(random.below(i % 3 == 0 ? 256 : 8));
    r.ply = static_cast<std::uint8_t>(Cells(r.first | r.second).size());
    r.columns = static_cast<std::uint8_t>(b.columns());
    r.rows = static_cast<std::uint8_t>(b.rows());
    r.move = i % 3 == 0 ? static_cast<std::uint8_t>(random.below(10)) : kNoMoveStored;
    const auto u = unpack(r);
    if (!u) continue;
    ++accepted;
    ASSERT_EQ(bytes_of(pack(u->position, u->targets)), bytes_of(r));
  }
  EXPECT_GT(accepted, 1'000);
}

std::uint64_t refused_at(Record r) {
  const auto error = check(r);
  EXPECT_TRUE(error);
  return error ? error->offset : 99;
}

TEST(Connect4Record, EachFaultNamesItsField) {
  const Position p = replay_of(*read_game_line("445")).position();
  const Record good = pack(p, {.move = Move(2)});
  const auto with = [&good](auto change) {
    Record r = good;
    change(r);
    return refused_at(r);
  };
  EXPECT_EQ(with([](Record& r) { r.columns = 0; }), 18U);
  EXPECT_EQ(with([](Record& r) { r.rows = 10; }), 18U);
  EXPECT_EQ(with([](Record& r) { r.flags ^= 1; }), 16U);
  EXPECT_EQ(with([](Record& r) { r.flags |= 32; }), 16U);
  EXPECT_EQ(with([](Record& r) { r.flags ^= 16; }), 20U);
  EXPECT_EQ(with([](Record& r) { r.ply = 5; }), 17U);
  EXPECT_EQ(with([](Record& r) { r.move = 7; }), 20U);
  EXPECT_EQ(with([](Record& r) { r.move = kNoMoveStored; }), 20U);
  EXPECT_EQ(with([](Record& r) { r.zero[1] = 1; }), 22U);
  EXPECT_EQ(with([](Record& r) { r.end_zero[5] = 1; }), 31U);
  EXPECT_EQ(with([](Record& r) { r.first |= 1; }), 0U);                         // floats
  EXPECT_EQ(with([](Record& r) { r.second |= std::uint64_t{1} << 50; }), 14U);  // off the board
  EXPECT_EQ(with([](Record& r) { r.second |= r.first; }), 12U);                 // two on a cell
}

TEST(Connect4Record, AWonPositionHasNoMoveAndItsOwnOutcome) {
  const Position won = replay_of(*read_game_line("1212121")).position();
  Record r = pack(won, {.outcome = Outcome::kFirst});
  EXPECT_FALSE(check(r));
  set_outcome(r, Outcome::kUnknown);
  EXPECT_FALSE(check(r));
  for (const Outcome o : {Outcome::kDraw, Outcome::kSecond}) {
    set_outcome(r, o);
    EXPECT_EQ(refused_at(r), 16U);
  }
  r = pack(won);
  r.flags |= 16;
  r.move = 3;
  EXPECT_EQ(refused_at(r), 20U);
}

}  // namespace
}  // namespace intarsia::connect4
