#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/chess/record.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_score.h"

namespace intarsia::games {
namespace {

constexpr int kMate = chess::kMateEval;

TEST(EngineScore, CountsMatesInMovesNotInPlies) {
  // Mate in n: 2n - 1 plies for the side that mates, 2n for the one that is mated.
  for (int n = 1; n <= 123; ++n) {
    EXPECT_EQ(stored_score(kMate - (2 * n - 1)).eval, kMate - n);
    EXPECT_EQ(stored_score(-(kMate - 2 * n)).eval, -(kMate - n));
    EXPECT_EQ(score_of(kMate - n), kMate - (2 * n - 1));
    EXPECT_EQ(score_of(-(kMate - n)), -(kMate - 2 * n));
  }
  EXPECT_EQ(stored_score(31'997).eval, kMate - 2) << "mate in two";
}

TEST(EngineScore, KeepsWhatAMateIsNot) {
  for (const long s : {0L, 1L, -1L, 31'000L, -31'000L}) {
    EXPECT_EQ(stored_score(s).eval, s);
    EXPECT_TRUE(stored_score(s).is_exact);
    EXPECT_EQ(score_of(static_cast<int>(s)), s);
  }
  for (const long s : {31'001L, 31'508L, 31'753L, 32'001L, 40'000L}) {
    EXPECT_EQ(stored_score(s).eval, 31'000) << "a tablebase's, or nobody's";
    EXPECT_EQ(stored_score(-s).eval, -31'000);
    EXPECT_FALSE(stored_score(s).is_exact);
  }
}

TEST(EngineScore, SaysWhenAMateHasTheWrongParity) {
  EXPECT_FALSE(stored_score(31'998).is_exact);
  EXPECT_FALSE(stored_score(-31'999).is_exact);
  EXPECT_TRUE(stored_score(-32'000).is_exact) << "mated already";
}

TEST(EngineScore, WritesMatesThatAreTooLongAsTheLongest) {
  EXPECT_EQ(score_of(31'001), kMate - 245);
  EXPECT_EQ(score_of(-31'001), -(kMate - 246));
}

class Sink : public game::GameSink {
 public:
  void take(game::ParsedGame& game) override {
    records += game.records.size() / sizeof(chess::Record);
    games.push_back(std::move(game.read));
  }
  std::vector<game::ReadGame> games;
  std::size_t records = 0;
};

std::string entry(std::string_view fen, std::string_view move, int ply, int result,
                  std::string_view score = "7") {
  return concat({"fen ", fen, "\nmove ", move, "\nscore ", score, "\nply ", std::to_string(ply),
                 "\nresult ", std::to_string(result), "\ne\n"});
}

const std::string kStart =
    entry("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 0, 1);
const std::string kSecond =
    entry("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", 1, -1);
const std::string kThird =
    entry("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1f3", 2, 1);

Sink read(std::string_view text, bool with_final = false) {
  Sink sink;
  const auto parser = plain_parser(
      {.wants_records = true, .with_final = with_final, .wants_lines = true}, {}, sink);
  parser->feed(text);
  parser->finish();
  EXPECT_EQ(parser->begun(), sink.games.size());
  return sink;
}

TEST(PlainText, EntriesThatFollowAreOneGame) {
  const Sink s = read(kStart + kSecond + kThird + kStart);
  ASSERT_EQ(s.games.size(), 2U);
  EXPECT_TRUE(s.games[0].is_game);
  EXPECT_EQ(s.games[0].line->text(), "startpos moves e2e4 e7e5 g1f3");
  EXPECT_EQ(s.games[0].recorded.evals, (std::vector<std::int16_t>{7, -7, 7})) << "White's view";
  EXPECT_EQ(s.games[0].recorded.outcome, Outcome::kFirst);
  EXPECT_FALSE(s.games[1].is_game) << "a position alone";
  EXPECT_EQ(s.records, 4U);
  EXPECT_EQ(read(kStart + kSecond, /*with_final=*/true).records, 3U);
}

TEST(PlainText, AnEntryGoesOnOnlyIfAllAgrees) {
  const auto second = [](int ply, int result, std::string_view fen) {
    return entry(fen, "e7e5", ply, result);
  };
  const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_EQ(read(kStart + second(1, -1, fen)).games.size(), 1U);
  EXPECT_EQ(read(kStart + second(2, -1, fen)).games.size(), 2U) << "another ply";
  EXPECT_EQ(read(kStart + second(1, 1, fen)).games.size(), 2U) << "another result";
  EXPECT_EQ(read(kStart + second(1, -1, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 0 1"))
                .games.size(),
            2U)
      << "other rights";
  EXPECT_EQ(
      read(kStart + second(1, -1, "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
          .games.size(),
      2U)
      << "another board";
  // Whether the square is written, the capture not being legal, and the counters do not matter.
  EXPECT_EQ(
      read(kStart + second(1, -1, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 9 9"))
          .games.size(),
      1U);
}

TEST(PlainText, AGameHasAsManyPliesAsAnyOther) {
  const std::pair<const char*, const char*> steps[] = {{"8/8/8/8/8/8/k7/3K4 w - - 0 1", "d1e1"},
                                                       {"8/8/8/8/8/8/k7/4K3 b - - 0 1", "a2a3"},
                                                       {"8/8/8/8/8/k7/8/4K3 w - - 0 1", "e1d1"},
                                                       {"8/8/8/8/8/k7/8/3K4 b - - 0 1", "a3a2"}};
  std::string text;
  for (int ply = 0; ply < chess::kMaxPlies + 10; ++ply) {
    text += entry(steps[ply % 4].first, steps[ply % 4].second, ply, 0);
  }
  const Sink s = read(text);
  ASSERT_EQ(s.games.size(), 2U);
  EXPECT_EQ(s.games[0].line->ply(), chess::kMaxPlies);
  EXPECT_EQ(s.games[1].line->ply(), 10);
}

TEST(PlainText, AWrongEntryEndsTheGameAndIsRefusedAlone) {
  const Sink s = read(kStart + kSecond + entry("8/8/8/8/8/8/8/8 w - - 0 1", "e2e4", 2, 1) + kThird);
  ASSERT_EQ(s.games.size(), 3U);
  EXPECT_EQ(s.games[0].line->ply(), 2);
  EXPECT_TRUE(s.games[1].refusal());
  EXPECT_FALSE(s.games[2].refusal());
}

TEST(PlainText, LinesMayStandInAnyOrder) {
  const Sink s = read(
      "move e2e4\nresult 1\nscore 31997\nply 0\n"
      "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne\n");
  ASSERT_EQ(s.games.size(), 1U);
  EXPECT_FALSE(s.games[0].refusal());
  EXPECT_EQ(s.games[0].recorded.evals, std::vector<std::int16_t>{31'998});
}

TEST(PlainText, AScoreThatCannotBeStoredIsNoted) {
  const Sink s = read(kStart + entry("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                                     "e7e5", 1, -1, "31508"));
  ASSERT_EQ(s.games.size(), 1U);
  ASSERT_EQ(s.games[0].faults.size(), 1U);
  EXPECT_EQ(s.games[0].faults[0].ply, 1);
  EXPECT_EQ(s.games[0].faults[0].place.line, 9U);
  EXPECT_EQ(s.games[0].recorded.evals[1], -31'000);
}

TEST(PlainText, IsSplitOnlyWhereAGameEnds) {
  const std::string game = kStart + kSecond + kThird;
  const std::string text = game + game + game;
  EXPECT_EQ(last_plain_start(text), 2 * game.size());
  EXPECT_EQ(last_plain_start(game), 0U);
  EXPECT_EQ(last_plain_start(game + kStart.substr(0, kStart.size() - 2)), 0U) << "not yet known";
  EXPECT_EQ(last_plain_start(game + kStart), game.size());
  EXPECT_EQ(last_plain_start(kSecond.substr(20) + kThird), 0U);
}

}  // namespace
}  // namespace intarsia::games
