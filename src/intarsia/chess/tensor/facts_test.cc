#include "intarsia/chess/tensor/facts.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

#include "intarsia/chess/tensor/encode.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

using layout::FactKind;
using layout::Layout;
using layout::Plan;

TEST(Facts, HaveUniqueNamesAndSaneRanges) {
  std::set<std::string_view> names;
  for (const layout::Fact& f : catalogue().facts) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name;
    EXPECT_LE(f.lo, f.hi) << f.name;
    EXPECT_FALSE(f.meaning.empty()) << f.name;
  }
  for (const layout::Group& g : catalogue().groups) {
    EXPECT_TRUE(names.insert(g.name).second) << g.name;
  }
}

// The plane of one cells fact in White's view, by name: the table and gather must mean the same.
Bitboard plane_of(const std::string& fact, const Position& p) {
  const Layout l{.id = "test",
                 .catalogue = &catalogue(),
                 .frame = kWhiteFrame,
                 .order = layout::Order::kChw,
                 .dtype = layout::Dtype::kFloat32,
                 .features = *layout::read_features(catalogue(), fact)};
  std::array<float, kSquares> t{};
  const State state{p};
  const Moment moment{&state};
  encode(*Plan::make(l), {&moment, 1}, std::as_writable_bytes(std::span(t)).data(), 0);
  Bitboard b;
  for (int s = 0; s < kSquares; ++s) {
    if (t[mirrored(Square(s))] != 0) b.insert(Square(s));
  }
  return b;
}

TEST(Facts, AttackMapsAreTheSquaresThatSomebodyAttacks) {
  constexpr std::string_view kNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  test::for_random_positions(150, [&](const Replay& r) {
    const Position& p = r.position();
    for (const std::string side : {"white", "black", "us", "them"}) {
      const Color c = side == "white"   ? kWhite
                      : side == "black" ? kBlack
                      : side == "us"    ? p.turn()
                                        : !p.turn();
      Bitboard all;
      std::array<Bitboard, kKinds> by_kind;
      for (int s = 0; s < kSquares; ++s) {
        for (Square from : p.attackers(Square(s), c)) {
          all.insert(Square(s));
          by_kind[p.board().kind_at(from)].insert(Square(s));
        }
      }
      ASSERT_EQ(plane_of(side + ".attacks", p), all) << side << ' ' << to_fen(p);
      ASSERT_EQ(plane_of(side + ".occupied", p), p.board().pieces(c));
      ASSERT_EQ(plane_of(side + ".castling.rooks", p), p.castling() & p.board().pieces(c));
      for (int k = 0; k < kKinds; ++k) {
        const std::string kind = side + "." + std::string(kNames[k]);
        ASSERT_EQ(plane_of(kind + ".attacks", p), by_kind[k]) << kind << ' ' << to_fen(p);
        ASSERT_EQ(plane_of(kind, p), p.board().pieces(c, Kind(k))) << kind;
      }
    }
    ASSERT_EQ(plane_of("check", p), p.is_check() ? ~Bitboard{} : Bitboard{}) << to_fen(p);
    ASSERT_EQ(plane_of("empty", p), ~p.board().occupied());
    ASSERT_EQ(plane_of("ones", p), ~Bitboard{});
    ASSERT_EQ(plane_of("zeros", p), Bitboard{});
  });
}

// All facts of a setup, drawn in White's frame for one who says "us".
layout::Bank gathered(const Setup& s, Color us) {
  layout::Bank bank(catalogue());
  gather(s, 1, View(kWhiteFrame, us), Needs::all(), bank);
  return bank;
}

TEST(Facts, APartnerSaysTheSameAboutTheOtherSide) {
  test::for_random_positions(300, [](const Replay& r) {
    const chess::Setup& s = r.position().setup();
    const layout::Bank bank = gathered(s, s.turn);
    const layout::Bank turned = gathered(mirrored(s), !s.turn);
    const layout::Bank from_them = gathered(s, !s.turn);
    for (const layout::Fact& f : catalogue().facts) {
      if (f.kind != FactKind::kCells) continue;
      // With the colours the mover has changed too, so that we are still we.
      const Bitboard after(turned.masks[f.needs_turn ? f.id : f.partner]);
      ASSERT_EQ(Bitboard(bank.masks[f.id]), mirrored(after)) << f.name << ' ' << to_fen(s);
      ASSERT_EQ(bank.masks[f.id], from_them.masks[f.needs_turn ? f.partner : f.id]) << f.name;
    }
  });
}

TEST(Facts, ThoseThatDoNotNeedTheTurnDoNotDependOnIt) {
  test::for_random_positions(300, [](const Replay& r) {
    const chess::Setup& s = r.position().setup();
    chess::Setup passed = s;
    passed.turn = !s.turn;
    passed.en_passant = kNoSquare;
    const layout::Bank bank = gathered(s, s.turn);
    const layout::Bank other = gathered(passed, passed.turn);
    for (const layout::Fact& f : catalogue().facts) {
      if (f.needs_turn) continue;
      ASSERT_EQ(bank.masks[f.id], other.masks[f.id]) << f.name << ' ' << to_fen(s);
      ASSERT_EQ(bank.values[f.id], other.values[f.id]) << f.name << ' ' << to_fen(s);
    }
  });
}

}  // namespace
}  // namespace intarsia::chess
