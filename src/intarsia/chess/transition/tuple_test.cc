#include "intarsia/chess/transition/tuple.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/san.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kManyPositions = 3'000;
#else
constexpr int kManyPositions = 100'000;
#endif

Position at(std::string_view fen) { return read_fen(fen)->position; }

Result<TransitionTuple> tuple_of(std::string_view fen, std::string_view san) {
  const Position p = at(fen);
  return to_tuple(p, *read_san(p, san));
}

std::string text_of(std::string_view fen, std::string_view san) {
  return to_text(*tuple_of(fen, san));
}

TEST(TransitionTuple, IsTheWorkedExampleOfCastling) {
  EXPECT_EQ(text_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O"),
            "(60, 6, 62, 0, 15, 12, None, None, 63, 4, 61, 0)");
  EXPECT_EQ(text_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O"),
            "(4, 12, 2, 0, 15, 3, None, None, 0, 10, 3, 0)");
}

TEST(TransitionTuple, FollowsTheOneRuleForEveryKindOfMove) {
  // Quiet; a double step that gives a legal capture; one that does not.
  EXPECT_EQ(text_of(kStartFen, "Nf3"),
            "(62, 2, 45, 0, None, None, None, None, None, None, None, None)");
  EXPECT_EQ(text_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4"),
            "(52, 1, 36, 0, None, None, -1, 4, None, None, None, None)");
  EXPECT_EQ(text_of(kStartFen, "e4"),
            "(52, 1, 36, 0, None, None, None, None, None, None, None, None)");
  // A capture that costs both sides a right.
  EXPECT_EQ(text_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Rxh1+"),
            "(7, 10, 63, 4, 15, 10, None, None, None, None, None, None)");
  // En passant: the pawn goes d4-e3, emptiness lands on e4.
  EXPECT_EQ(text_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3"),
            "(35, 7, 44, 0, None, None, 4, -1, 36, 0, 36, 1)");
  // Promotion: the pawn takes the rook on b8, the queen replaces the pawn.
  EXPECT_EQ(text_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+"),
            "(8, 1, 1, 10, None, None, None, None, 1, 5, 1, 1)");
  EXPECT_EQ(text_of("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a1=N"),
            "(48, 7, 56, 0, None, None, None, None, 56, 8, 56, 7)");
}

TEST(TransitionTuple, EnPassantCountsOnlyWhereACaptureIsLegal) {
  // The pawn on e4 is pinned along the rank: d3 is no en passant square for the list.
  EXPECT_EQ(text_of("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d4"),
            "(51, 1, 35, 0, None, None, None, None, None, None, None, None)");
}

TEST(TransitionTuple, CastlingsOntoEachOthersSquareHaveNone) {
  for (const char* fen : {
           "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",   // king and rook change places
           "4k3/8/8/8/8/8/8/5K1R w H - 0 1",   // the rook lands where the king was
           "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",  // the king lands where the rook was
       }) {
    const auto t = tuple_of(fen, "O-O");
    ASSERT_FALSE(t) << fen;
    EXPECT_EQ(t.error().code, ErrorCode::kUnsupported);
  }
}

TEST(TransitionTuple, AKingOrRookThatStaysLandsOnItself) {
  EXPECT_EQ(text_of("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O"),
            "(62, 6, 62, 6, 1, 0, None, None, 63, 4, 61, 0)");
  EXPECT_EQ(text_of("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "O-O-O"),
            "(60, 6, 58, 0, 2, 0, None, None, 59, 4, 59, 4)");
}

TEST(TransitionTuple, NamesTheOneLegalMove) {
  int without = 0;
  test::for_random_positions(kManyPositions, [&](const Replay& r) {
    const Position& p = r.position();
    for (Move m : legal_moves(p)) {
      const auto t = to_tuple(p, m);
      without += !t;
      if (!t) continue;
      const auto back = from_tuple(p, *t);
      ASSERT_TRUE(back) << to_fen(p) << ' ' << to_san(p, m) << ' ' << back.error().detail;
      ASSERT_EQ(*back, m) << to_fen(p) << ' ' << to_san(p, m);
    }
  });
  EXPECT_GT(without, 0) << "no castling without a tuple was met";
}

TEST(TransitionTuple, ErrorsNameTheFirstEntryThatFitsNoLegalMove) {
  struct Case {
    TupleEntry entry;
    std::optional<int> value;
    std::string_view detail;
  };
  const Position p = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const TransitionTuple castling = *to_tuple(p, Move(kE1, kH1));
  for (const Case& c : {
           Case{kOriginIndex, 4, "origin_index is 4, expected 56 or 60 or 63"},
           Case{kOriginState, 12, "origin_state is 12, expected 6"},
           Case{kOriginState, std::nullopt, "origin_state is None, expected 6"},
           Case{kDestinationIndex, 60,
                "destination_index is 60, expected 51 or 52 or 53 or 58 or 59 or 61 or 62"},
           Case{kDestinationState, 4, "destination_state is 4, expected 0"},
           Case{kPreCastle, 3, "pre_castle is 3, expected 15"},
           Case{kPostCastle, 14, "post_castle is 14, expected 12"},
           Case{kPreEnPassant, -1, "pre_ep is -1, expected None"},
           Case{kPostEnPassant, 4, "post_ep is 4, expected None"},
           Case{kOrigin2Index, std::nullopt, "origin2_index is None, expected 63"},
           Case{kOrigin2State, 5, "origin2_state is 5, expected 4"},
           Case{kDestination2Index, 1'000, "destination2_index is 1000, expected 61"},
           Case{kDestination2State, 1, "destination2_state is 1, expected 0"},
       }) {
    TransitionTuple t = castling;
    t[c.entry] = c.value;
    const auto m = from_tuple(p, t);
    ASSERT_FALSE(m) << c.detail;
    EXPECT_EQ(m.error().code, ErrorCode::kIllegal);
    EXPECT_EQ(m.error().offset, c.entry);
    EXPECT_EQ(m.error().detail, c.detail);
  }
  const auto mated = from_tuple(at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), castling);
  ASSERT_FALSE(mated);
  EXPECT_EQ(mated.error().detail, "there is no legal move here");
}

// Every entry of a tuple changed to every value near its range: refused by name, or a legal move
// whose tuple it is.
TEST(TransitionTuple, ACorruptedTupleIsNeverTakenForSomethingElse) {
  constexpr int kOutside = -2;
  test::for_random_positions(40, [](const Replay& r) {
    const Position& p = r.position();
    for (Move m : legal_moves(p)) {
      const auto t = to_tuple(p, m);
      if (!t) continue;
      for (std::size_t i = 0; i < kTupleEntries; ++i) {
        for (int value = kOutside; value <= kSquares; value += 3) {
          TransitionTuple wrong = *t;
          wrong[i] = value == kOutside ? std::nullopt : std::optional(value);
          if (wrong == *t) continue;
          const auto found = from_tuple(p, wrong);
          if (found) {
            ASSERT_NE(*found, m) << to_fen(p) << ' ' << to_text(wrong);
            ASSERT_TRUE(is_legal(p, *found)) << to_fen(p) << ' ' << to_text(wrong);
            ASSERT_EQ(*to_tuple(p, *found), wrong) << to_fen(p);
          } else {
            // Another move may share the changed entry and part from the tuple later.
            ASSERT_GE(found.error().offset, i) << to_fen(p) << ' ' << to_text(wrong);
            ASSERT_TRUE(found.error().detail.starts_with(
                kTupleNames[static_cast<std::size_t>(found.error().offset)]));
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace intarsia::chess
