#include "intarsia/chess/record.h"

#include <bit>
#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kManyPositions = 100'000;
#else
constexpr int kManyPositions = 1'000'000;
#endif

Targets random_targets(KeySequence& random, const Position& p) {
  Targets t;
  t.occurrences = static_cast<int>(random.next() % 3) + 1;
  t.outcome = static_cast<Outcome>(random.next() % 4);
  t.is_first = random.next() % 2 == 0;
  t.eval =
      random.next() % 4 == 0 ? kNoEval : static_cast<std::int16_t>(random.next() % 64'001 - 32'000);
  const MoveList moves = legal_moves(p);
  if (!moves.empty() && random.next() % 4 != 0) {
    t.has_next = true;
    t.move = moves[random.next() % moves.size()];
  }
  return t;
}

TEST(Record, UnpackUndoesPack) {
  KeySequence random(11);
  test::for_random_positions(kManyPositions, [&](const Replay& r) {
    const Targets t = random_targets(random, r.position());
    const auto u = unpack(pack(r.position(), t));
    ASSERT_TRUE(u) << u.error().detail << ' ' << to_fen(r.position());
    ASSERT_EQ(u->position, r.position()) << to_fen(r.position());
    ASSERT_EQ(u->targets, t) << to_fen(r.position());
  });
}

TEST(Record, HasTheDocumentedBytes) {
  // After 1.e4: 32 men, the e-pawn's nibble is 7, Black moves and plays e7e5.
  Targets t;
  t.outcome = Outcome::kSecond;
  t.has_next = true;
  t.move = Move(kE7, kE5);
  t.eval = -25;
  const Position p = Position{}.after(Move(kE2, kE4));
  const auto bytes = std::bit_cast<std::array<std::uint8_t, 32>>(pack(p, t));
  // clang-format off
  constexpr std::array<std::uint8_t, 32> kExpected = {
      0xff, 0xef, 0x00, 0x10, 0x00, 0x00, 0xff, 0xff,
      0x16, 0x42, 0x25, 0x61,              // R* N B Q K B N R*
      0x00, 0x00, 0x00, 0x70,              // seven pawns, then the one that stepped
      0x88, 0x88, 0x88, 0x88,              // black pawns
      0x9e, 0xca, 0xad, 0xe9,              // r* n b q k b n r*
      0x00, 0x59, 0x01, 0x00,              // clock, flags, fullmove
      0x34, 0x09, 0xe7, 0xff,              // move, eval
  };
  // clang-format on
  EXPECT_EQ(bytes, kExpected);
}

TEST(Record, ClockSaturates) {
  const Position p = read_fen("4k3/8/8/8/8/8/8/4K2R b - - 300 200")->position;
  EXPECT_EQ(unpack(pack(p))->position.clock(), 255);
  EXPECT_EQ(unpack(pack(p))->position.fullmove(), 200);
}

TEST(Record, AnyChangedByteUnpacksToWhatItSaysOrIsRefused) {
  KeySequence random(13);
  int accepted = 0;
  int refused = 0;
  test::for_random_positions(2'000, [&](const Replay& r) {
    const Record packed = pack(r.position(), random_targets(random, r.position()));
    for (std::size_t at = 0; at < sizeof(Record); ++at) {
      auto bytes = std::bit_cast<std::array<std::uint8_t, 32>>(packed);
      bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ (1U << (random.next() % 8)));
      const auto changed = std::bit_cast<Record>(bytes);
      const auto u = unpack(changed);
      if (u) {
        ++accepted;
        ASSERT_EQ(pack(u->position, u->targets), changed);
      } else {
        ++refused;
        ASSERT_LT(u.error().offset, sizeof(Record));
      }
    }
  });
  EXPECT_GT(accepted, 1'000);
  EXPECT_GT(refused, 1'000);
}

}  // namespace
}  // namespace intarsia::chess
