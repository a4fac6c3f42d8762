#include "intarsia/chess/setup.h"

#include <gtest/gtest.h>

#include "intarsia/chess/position.h"

namespace intarsia::chess {
namespace {

Setup bare_kings() {
  Setup s;
  s.board.put(kE1, {kWhite, kKing});
  s.board.put(kE8, {kBlack, kKing});
  return s;
}

TEST(Setup, BareKingsHaveNoFault) { EXPECT_TRUE(faults_of(bare_kings()).empty()); }

TEST(Setup, AllFaultsAreFoundAtOnce) {
  chess::Setup s = bare_kings();
  s.board.put(kA1, {kWhite, kPawn});
  s.board.put(kA8, {kBlack, kKing});
  s.en_passant = kE4;
  s.castling = squares(kH1);
  s.fullmove = 0;
  const Faults f = faults_of(s);
  for (Fault expected : {Fault::kPawnOnEdge, Fault::kBlackKings, Fault::kEnPassant,
                         Fault::kCastling, Fault::kFullmove}) {
    EXPECT_TRUE(f.contains(expected)) << info(expected).name;
  }
  EXPECT_TRUE(f.refused());
  EXPECT_FALSE(Position::from_setup(s));
  EXPECT_EQ(place_of(Fault::kBlackKings, s), kE8);
  EXPECT_EQ(place_of(Fault::kPawnOnEdge, s), kA1);
}

TEST(Setup, ImpossibleRightsAreCleanedNotRefused) {
  chess::Setup s = bare_kings();
  s.board.put(kH1, {kWhite, kRook});
  s.castling = squares(kA1) | squares(kH1);
  const Faults f = faults_of(s);
  EXPECT_TRUE(f.contains(Fault::kCastling));
  EXPECT_FALSE(f.refused());
  EXPECT_EQ(Position::from_setup(s)->castling(), squares(kH1));
}

TEST(Setup, EveryManHasOneKindAndOneColour) {
  chess::Setup two_kinds = bare_kings();
  two_kinds.board.put(kD4, {kWhite, kQueen});
  two_kinds.board.kinds[kRook].insert(kD4);
  chess::Setup no_kind = bare_kings();
  no_kind.board.colors[kWhite].insert(kD4);
  chess::Setup no_color = bare_kings();
  no_color.board.kinds[kRook].insert(kD4);
  chess::Setup two_colors = bare_kings();
  two_colors.board.put(kD4, {kWhite, kQueen});
  two_colors.board.colors[kBlack].insert(kD4);
  for (const chess::Setup& s : {two_kinds, no_kind, no_color, two_colors}) {
    EXPECT_TRUE(faults_of(s).contains(Fault::kBoard));
    EXPECT_FALSE(Position::from_setup(s));
  }
}

TEST(Setup, MenAndPawnsAreCountedPerSide) {
  chess::Setup s = bare_kings();
  for (int i = 0; i < 9; ++i) s.board.put(Square(kA3 + i), {kBlack, kPawn});
  EXPECT_TRUE(faults_of(s).contains(Fault::kBlackPawns));
  EXPECT_FALSE(faults_of(s).contains(Fault::kWhitePawns));
  for (int i = 0; i < 8; ++i) s.board.put(Square(kA6 + i), {kBlack, kKnight});
  EXPECT_TRUE(faults_of(s).contains(Fault::kBlackMen));
}

}  // namespace
}  // namespace intarsia::chess
