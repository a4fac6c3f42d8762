#include "intarsia/chess/transition/mailbox.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
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

constexpr std::string_view kAllRights = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(Mailbox, CodesOfOccupantsAreTheLists) {
  const MailboxState s = to_mailbox(Position{});
  for (int cell = 0; cell < kSquares; ++cell) {
    const auto p = Position{}.board().piece_at(square_of_cell(cell));
    EXPECT_EQ(s.list[static_cast<std::size_t>(cell)], Occupant(p).code()) << cell;
    EXPECT_EQ(cell_of(square_of_cell(cell)), cell);
  }
  for (int code = 0; code < Occupant::kCodes; ++code) {
    EXPECT_EQ(Occupant(Occupant::from_code(code).piece()).code(), code);
  }
  EXPECT_EQ(s.list[kWhiteKingEntry], 60);
  EXPECT_EQ(s.list[kBlackKingEntry], 4);
  EXPECT_EQ(s.list[kCastlingEntry], 15);
  EXPECT_EQ(s.list[kEnPassantEntry], -1);
  EXPECT_EQ(s.list[kTurnEntry], 1);
}

TEST(Mailbox, TheTupleOfEveryLegalMoveLeadsToTheNextListAndBack) {
  test::for_random_positions(kManyPositions, [](const Replay& r) {
    const Position& p = r.position();
    const MailboxState before = to_mailbox(p);
    for (Move m : legal_moves(p)) {
      const auto t = to_tuple(p, m);
      if (!t) continue;
      const auto after = apply_tuple(before, *t);
      ASSERT_TRUE(after) << to_fen(p) << ' ' << to_san(p, m) << ' ' << after.error().detail;
      ASSERT_EQ(*after, to_mailbox(p.after(m))) << to_fen(p) << ' ' << to_san(p, m);
      const auto back = undo_tuple(*after, *t);
      ASSERT_TRUE(back) << to_fen(p) << ' ' << to_san(p, m) << ' ' << back.error().detail;
      ASSERT_EQ(*back, before) << to_fen(p) << ' ' << to_san(p, m);
    }
  });
}

TEST(Mailbox, ATupleThatDoesNotFitIsRefusedByName) {
  struct Case {
    TupleEntry entry;
    std::optional<int> value;
    std::string_view detail;
  };
  const MailboxState s = to_mailbox(at(kAllRights));
  const TransitionTuple castling = *to_tuple(at(kAllRights), Move(kE1, kH1));
  for (const Case& c : {
           Case{kOriginIndex, std::nullopt, "origin_index is None, expected a number"},
           Case{kOriginIndex, 64, "origin_index is 64, expected 0 to 63"},
           Case{kOriginIndex, 59, "origin_state does not fit: entry 59 of the list holds 0, not 6"},
           Case{kOriginState, 0, "origin_state is 0, expected 1 to 12"},
           Case{kOriginState, 4, "origin_state does not fit: entry 60 of the list holds 6, not 4"},
           Case{kDestinationIndex, -1, "destination_index is -1, expected 0 to 63"},
           Case{kDestinationIndex, 60, "destination_state is not the piece that stays"},
           Case{kDestinationState, 12, "destination_state is a king, which nobody takes"},
           Case{kDestinationState, 1,
                "destination_state does not fit: entry 62 of the list holds 0, not 1"},
           Case{kPreCastle, 14, "pre_castle does not fit: entry 66 of the list holds 15, not 14"},
           Case{kPostCastle, 15, "post_castle changes nothing"},
           Case{kPostCastle, 16, "post_castle is 16, expected 0 to 15"},
           Case{kPreCastle, std::nullopt, "post_castle is a number, expected None"},
           Case{kPreEnPassant, -1, "post_ep is None, expected a number"},
           Case{kOrigin2Index, 57,
                "origin2_state does not fit: entry 57 of the list holds 0, not 4"},
           Case{kOrigin2State, 6, "origin2_state is a king"},
           Case{kDestination2State, 13, "destination2_state is 13, expected 0 to 12"},
           Case{kDestination2Index, 62,
                "destination2_state does not fit: entry 62 of the list holds 6, not 0"},
       }) {
    TransitionTuple t = castling;
    t[c.entry] = c.value;
    const auto r = apply_tuple(s, t);
    ASSERT_FALSE(r) << c.detail;
    EXPECT_EQ(r.error().detail, c.detail);
    EXPECT_TRUE(
        r.error().detail.starts_with(kTupleNames[static_cast<std::size_t>(r.error().offset)]))
        << r.error().detail;
  }
}

TEST(Mailbox, UndoRefusesAListThatTheTupleDidNotMake) {
  const Position p = at(kAllRights);
  const TransitionTuple castling = *to_tuple(p, Move(kE1, kH1));
  const MailboxState after = to_mailbox(p.after(Move(kE1, kH1)));
  EXPECT_FALSE(undo_tuple(to_mailbox(p), castling));
  for (std::size_t entry : {60, 61, 62, 63, +kWhiteKingEntry, +kCastlingEntry, +kTurnEntry}) {
    MailboxState wrong = after;
    wrong.list[entry] = 3;
    const auto r = undo_tuple(wrong, castling);
    ASSERT_FALSE(r) << entry;
    EXPECT_NE(r.error().detail.find("entry " + std::to_string(entry) + " "), std::string::npos)
        << r.error().detail;
  }
}

TEST(Mailbox, ATupleOfTheSideThatIsNotToMoveDoesNotFit) {
  const Position p = at(kAllRights);
  const Position q = at("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  const auto r = apply_tuple(to_mailbox(p), *to_tuple(q, Move(kA8, kB8)));
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().detail, "origin_state does not fit: entry 68 of the list holds 1, not 0");
}

}  // namespace
}  // namespace intarsia::chess
