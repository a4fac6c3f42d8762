#include "intarsia/games/pgn_file.h"

#include <gtest/gtest.h>

#include "intarsia/chess/game.h"
#include "intarsia/chess/pgn/write.h"
#include "intarsia/chess/recorder.h"
#include "tests/support/data.h"
#include "tests/support/pgn_transcript.h"

namespace intarsia::games {
namespace {

using namespace chess;  // NOLINT: a test of this namespace's files

const std::string kLichess = test::data_path("chess/lichess_db_1000k.pgn.zst");

std::vector<PgnGame> lichess_games() {
  auto file = PgnFile::open(kLichess, test::kAllPgn);
  std::vector<PgnGame> games;
  while (file) {
    auto next = file->next();
    if (!next || !*next) break;
    games.push_back(*std::move(*next));
  }
  return games;
}

TEST(PgnFile, ReadsTheGamesOfACompressedFile) {
  const auto games = lichess_games();
  ASSERT_EQ(games.size(), 438U);
  std::size_t plies = 0;
  std::size_t evals = 0;
  std::size_t clocks = 0;
  for (const PgnGame& g : games) {
    EXPECT_TRUE(g.faults.empty()) << g.faults[0].detail;
    plies += g.moves.size();
    evals += g.evals.empty() ? 0 : 1;
    clocks += g.clocks.size();
  }
  EXPECT_EQ(plies, 28'538U);
  EXPECT_GT(evals, 20U);
  EXPECT_EQ(clocks, plies) << "Lichess tells the clock after every move";
}

TEST(PgnFile, WhatIsWrittenIsReadBackAsTheSameGame) {
  for (const PgnGame& g : lichess_games()) {
    PgnGames again;
    again.feed(to_pgn(g));
    again.finish();
    const auto r = again.next();
    ASSERT_TRUE(r && !again.next());
    ASSERT_TRUE(r->faults.empty());
    ASSERT_EQ(r->moves, g.moves);
    ASSERT_EQ(r->start, g.start);
    ASSERT_EQ(r->last, g.last);
    ASSERT_EQ(r->score, g.score);
    for (const auto& [name, value] : g.tags) {
      ASSERT_NE(find_tag(*r, name), nullptr) << name;
      ASSERT_EQ(*find_tag(*r, name), value);
    }
  }
}

// Records made while parsing are those of a replay of the finished game.
TEST(PgnFile, RecordsAreThoseOfAReplay) {
  struct Records : PgnVisitor {
    Recorder recorder;
    std::vector<std::vector<Record>> games;
    void begin_game(const PgnPlace&) override { recorder.begin(); }
    void move(const Position& before, Move m) override { recorder.move(before, m); }
    void eval(std::int16_t eval) override { recorder.eval(eval); }
    void end_game(const PgnEnd& end, const Position& last) override {
      recorder.end(last, end.score, true);
      games.emplace_back(recorder.records().begin(), recorder.records().end());
    }
  } records;
  auto in = io::InputStream::open(kLichess);
  ASSERT_TRUE(in);
  ASSERT_FALSE(read_pgn(*in, records, test::kAllPgn));
  const auto games = lichess_games();
  ASSERT_EQ(records.games.size(), games.size());
  for (std::size_t g = 0; g < games.size(); ++g) {
    Replay replay(games[g].start);
    for (std::size_t i = 0; i <= games[g].moves.size(); ++i) {
      Targets t;
      t.occurrences = std::min(replay.occurrences(), kThreefoldStored);
      t.score = games[g].score;
      t.is_first = i == 0;
      t.has_next = i < games[g].moves.size();
      t.move = t.has_next ? games[g].moves[i] : Move::none();
      t.eval = games[g].evals.empty() ? kNoEval : games[g].evals[i];
      ASSERT_EQ(records.games[g].at(i), pack(replay.position(), t)) << g << ' ' << i;
      if (t.has_next) replay.play(t.move);
    }
  }
}

TEST(PgnFile, WritesEveryTagSoThatItIsReadBack) {
  PgnGame g;
  g.tags = {{"Event", R"(a "b" \ c\)"}, {"White", "\xe9"}, {"Custom", "x\ny"},
            {"bad name", "z"},          {"Result", "1-0"}, {"FEN", "nonsense"}};
  g.score = Score::kDraw;
  const std::string text = to_pgn(g);
  EXPECT_EQ(
      text,
      "[Event \"a \\\"b\\\" \\\\ c\\\\\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
      "[White \"\xe9\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n[Custom \"x y\"]\n\n1/2-1/2\n\n");
  PgnGames again;
  again.feed(text);
  again.finish();
  EXPECT_EQ(*find_tag(*again.next(), "Event"), R"(a "b" \ c\)");
}

TEST(PgnFile, NamesAFileThatIsMissing) {
  const auto file = PgnFile::open("/nowhere/x.pgn");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace intarsia::games
