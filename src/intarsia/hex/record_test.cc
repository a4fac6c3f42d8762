#include "intarsia/hex/record.h"

#include <gtest/gtest.h>

#include "intarsia/hex/symmetry.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes packed(const Position& p, const Targets& t) {
  Bytes out(record_shape(p.size()).bytes);
  pack(p, t, out);
  return out;
}

TEST(HexRecord, EveryPositionOfAGameComesBack) {
  test::RandomHex random(51);
  for (int i = 0; i < 200; ++i) {
    const int n = i < kMaxSize ? i + 1 : 1 + random.below(13);
    const Replay r = random.game(n);
    for (int ply = 0; ply <= r.ply(); ++ply) {
      const Position& p = r.state(r.ply() - ply).position;
      const Move m = ply < r.ply() ? r.moves()[static_cast<std::size_t>(ply)] : Move::none();
      Targets t{.is_first = ply == 0, .move = m};
      if (i % 2 == 0) t.outcome = r.winner();
      for (const auto& [name, s] : kSymmetries) {
        const Position q = s(p);
        const Targets moved{s(t.outcome), t.is_first, s(m, n)};
        const auto u = unpack(n, packed(q, moved));
        ASSERT_TRUE(u) << u.error().detail;
        ASSERT_EQ(u->position.key(), q.key()) << name;
        ASSERT_EQ(u->position.is_swapped(), q.is_swapped());
        ASSERT_EQ(u->position.ply(), ply);
        ASSERT_EQ(u->targets, moved);
      }
    }
  }
}

// The bytes of the documentation: a3 on 5 x 5, swapped by the next move, which Red wins with.
TEST(HexRecord, LooksAsDocumented) {
  const Position p = Position(5).after(Move(cell_at(2, 0, 5)));
  const Targets t{.outcome = kRed, .is_first = false, .move = Move::swap()};
  EXPECT_EQ(packed(p, t), (Bytes{0x00, 0x04, 0, 0, 0, 0, 0, 0, 0x25, 0x01, 0x00, 0x19, 0x00}));
}

// Any change of a byte is refused, or gives what packs to just these bytes.
TEST(HexRecord, NoTwoByteRowsAreOnePosition) {
  test::RandomHex random(52);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    const int n = 1 + random.below(11);
    const Replay r = random.game(n, random.below(30));
    const auto moves = r.legal_moves();
    const Move m =
        moves.empty() ? Move::none() : moves[static_cast<std::size_t>(random.below(moves.size()))];
    const Bytes good = packed(r.position(), {.move = m});
    for (std::size_t at = 0; at < good.size(); ++at) {
      Bytes bad = good;
      bad[at] = static_cast<std::uint8_t>(bad[at] ^ (1 << random.below(8)));
      const auto u = unpack(n, bad);
      if (u) {
        ASSERT_EQ(packed(u->position, u->targets), bad);
      } else {
        ++refused;
        ASSERT_LT(u.error().offset, good.size());
      }
    }
  }
  EXPECT_GT(refused, 1'000);
}

TEST(HexRecord, TheStoneOfASwapIsTheOneThatStandsThereWhateverTheRule) {
  for (const SwapRule rule : {SwapRule::kTransposed, SwapRule::kLiteral}) {
    Replay r{Position(5, rule)};
    EXPECT_EQ(last_stone(Move::none(), r.position()), std::nullopt);
    for (const Move m : {Move(Cell{1}), Move::swap(), Move(Cell{12}), Move(Cell{18})}) {
      const auto before = unpack(5, packed(r.position(), {.move = m}));
      r.play(m);
      const auto after = unpack(5, packed(r.position(), {}));
      ASSERT_TRUE(before && after);
      EXPECT_EQ(last_stone(before->targets.move, after->position), r.state().last);
    }
  }
}

TEST(HexRecord, OtherLengthsAreRefused) {
  EXPECT_FALSE(unpack(11, Bytes(36)));
  EXPECT_FALSE(unpack(11, Bytes(38)));
}

}  // namespace
}  // namespace intarsia::hex
