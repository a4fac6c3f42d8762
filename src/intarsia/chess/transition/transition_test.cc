#include "intarsia/chess/transition/transition.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/san.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kManyPositions = 10'000;
#else
constexpr int kManyPositions = 100'000;
#endif

Position at(std::string_view fen) { return read_fen(fen)->position; }

Transition of(std::string_view fen, std::string_view san) {
  const Position p = at(fen);
  return Transition::of(p, *read_san(p, san));
}

// "e2 P-, e4 -P": what a transition does to the board.
std::string edits_text(const Transition& t) {
  const auto symbol = [](Occupant o) { return o.piece() ? letter(*o.piece()) : '-'; };
  std::string out;
  for (const Edit& e : t.edits()) {
    if (!out.empty()) out += ", ";
    append_square(out, e.square);
    out += {' ', symbol(e.before), symbol(e.after)};
  }
  return out;
}

void expect_there_and_back(const Position& p, const Transition& t, const Position& next) {
  ASSERT_TRUE(t.starts_at(p)) << to_fen(p);
  ASSERT_EQ(t.apply(p), next) << to_fen(p);
  ASSERT_EQ(t.apply(p).key(), polyglot_key(next.setup())) << to_fen(p);
  ASSERT_EQ(t.apply(p).identity(), next.identity()) << to_fen(p);
  ASSERT_TRUE(t.reversed().starts_at(next)) << to_fen(p);
  ASSERT_EQ(t.undo(next), p) << to_fen(p);
  ASSERT_EQ(t.undo(next).identity(), p.identity()) << to_fen(p);
  ASSERT_EQ(t.reversed().reversed(), t);
}

TEST(Transition, AppliesAndUndoesEveryLegalMove) {
  test::for_random_positions(kManyPositions, [](const Replay& r) {
    const Position& p = r.position();
    for (Move m : legal_moves(p)) expect_there_and_back(p, Transition::of(p, m), p.after(m));
  });
}

TEST(Transition, IsMadeOfTheSquaresThatChange) {
  EXPECT_EQ(edits_text(of(kStartFen, "e4")), "e2 P-, e4 -P");
  EXPECT_EQ(edits_text(of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5")), "e4 P-, d5 pP");
  EXPECT_EQ(edits_text(of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=N")), "a7 P-, b8 rN");
  EXPECT_EQ(edits_text(of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3")), "d4 p-, e4 P-, e3 -p");
  EXPECT_EQ(edits_text(of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O")), "e1 K-, h1 R-, f1 -R, g1 -K");
}

TEST(Transition, Chess960CastlingHasOnlyTheEditsThatDiffer) {
  EXPECT_EQ(edits_text(of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O")), "f1 KR, g1 RK");
  EXPECT_EQ(edits_text(of("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O")), "h1 R-, f1 -R");
  EXPECT_EQ(edits_text(of("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "O-O-O")), "e1 K-, c1 -K");
  EXPECT_EQ(edits_text(of("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "O-O-O")), "c1 RK, d1 KR");
}

TEST(Transition, CarriesRightsEnPassantAndClocksOfBothSides) {
  const Transition t = of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 7 30", "Rxh1+");
  EXPECT_EQ(t.before().castling, squares(kA1) | squares(kH1) | squares(kA8) | squares(kH8));
  EXPECT_EQ(t.after().castling, squares(kA1) | squares(kA8));
  EXPECT_EQ(t.before().en_passant, kE3);
  EXPECT_EQ(t.after().en_passant, kNoSquare);
  EXPECT_EQ(t.before().clock, 7);
  EXPECT_EQ(t.after().clock, 0);
  EXPECT_EQ(t.before().fullmove, 30);
  EXPECT_EQ(t.after().fullmove, 31);
  EXPECT_EQ(of(kStartFen, "e4").after().en_passant, kE3) << "raw: no pawn stands ready";
}

TEST(Transition, UndoIsExactWhereCountersStandStill) {
  for (const char* counters : {"65533 65533", "65534 65534", "65535 65535", "65535 65534"}) {
    for (const char* turn : {"w", "b"}) {
      const Position p = at(std::string("4k3/8/8/8/8/8/8/4K3 ") + turn + " - - " + counters);
      for (Move m : legal_moves(p)) expect_there_and_back(p, Transition::of(p, m), p.after(m));
    }
  }
}

TEST(Transition, TheNullMoveHasNoEdits) {
  const Position p = at("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 3 2");
  const auto t = Transition::null_move(p);
  ASSERT_TRUE(t);
  EXPECT_TRUE(t->edits().empty());
  EXPECT_EQ(to_fen(t->apply(p)), "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR w KQkq - 4 3");
  expect_there_and_back(p, *t, at("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR w KQkq - 4 3"));
}

TEST(Transition, ThereIsNoNullMoveInCheckAndElseItLeadsToAPosition) {
  test::for_random_positions(3'000, [](const Replay& r) {
    const Position& p = r.position();
    const auto t = Transition::null_move(p);
    ASSERT_EQ(static_cast<bool>(t), !p.is_check()) << to_fen(p);
    if (!t) {
      ASSERT_EQ(t.error().code, ErrorCode::kIllegal);
      return;
    }
    const Position next = t->apply(p);
    ASSERT_TRUE(faults_of(next.setup()).empty()) << to_fen(p);
    ASSERT_EQ(next.key(), polyglot_key(next.setup())) << to_fen(p);
    ASSERT_EQ(t->undo(next), p) << to_fen(p);
  });
}

TEST(Transition, KnowsWhereItDoesNotBelong) {
  const Transition t = Transition::of(Position{}, Move(kE2, kE4));
  EXPECT_TRUE(t.starts_at(Position{}));
  EXPECT_FALSE(t.starts_at(Position{}.after(Move(kE2, kE4))));
  EXPECT_FALSE(t.starts_at(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
  EXPECT_FALSE(t.starts_at(at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1")));
}

}  // namespace
}  // namespace intarsia::chess
