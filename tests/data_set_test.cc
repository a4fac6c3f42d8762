// Data sets as a whole: the same bytes whatever the threads, the chunks and the interruptions.

#include "tests/support/data_set.h"

#include <cstring>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/data/pipeline.h"
#include "intarsia/data/sampling.h"
#include "intarsia/hex/record.h"

namespace intarsia {
namespace {

using games::BuildOptions;
using test::kGames;
using test::made;
using test::open_set;
using test::rich;
using test::verified;

TEST(DataSet, HasTheSameBytesForAnyNumberOfThreads) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(kGames, true));
  std::map<std::string, std::string> first;
  for (unsigned threads : {1U, 2U, 8U}) {
    const std::string out = folder / ("out" + std::to_string(threads));
    BuildOptions o = rich(pgn, out);
    o.run.threads = threads;
    const auto r = games::build(o);
    ASSERT_TRUE(r) << r.error().detail;
    ASSERT_GT(r->manifest.shards.size(), 3U);
    ASSERT_GT(r->manifest.rejected_games(), 3U);
    ASSERT_GT(r->manifest.dropped.at("min-elo"), 3U);
    EXPECT_EQ(verified(out).differences.size(), 0U);
    if (first.empty()) first = test::files_of(out);
    EXPECT_EQ(test::files_of(out), first) << threads << " threads";
  }
}

// Every record, against a reader that knows nothing of chunks, threads and shards.
TEST(DataSet, HoldsWhatAPlainLoopOverTheGamesGives) {
  const test::TempFolder folder;
  const std::string text = test::real_pgn(kGames, true);
  const auto report = made({.inputs = {folder.file("games.pgn", text)},
                            .folder = folder / "out",
                            .shard_records = 1000});
  ASSERT_TRUE(report) << report.error().detail;
  const auto set = open_set(folder / "out");
  chess::PgnGames games({.evals = true});
  games.feed(text);
  games.finish();
  std::uint64_t at = 0;
  while (const auto game = games.next()) {
    if (game->is_refused) continue;
    chess::Replay replay(game->start);
    for (std::size_t i = 0; i < game->moves.size(); ++i, ++at) {
      const auto bytes = set->record(at);
      ASSERT_TRUE(bytes);
      chess::Record r;
      std::memcpy(&r, bytes->data(), sizeof r);
      const auto expected = chess::pack(
          replay.position(), {.occurrences = replay.occurrences(),
                              .outcome = game->outcome,
                              .is_first = i == 0,
                              .has_next = true,
                              .move = game->moves[i],
                              .eval = game->evals.empty() ? chess::kNoEval : game->evals[i]});
      ASSERT_EQ(r, expected) << "record " << at;
      const auto trace = set->trace(at);
      ASSERT_TRUE(trace);
      ASSERT_EQ(trace->game.offset, game->place.offset);
      ASSERT_EQ(trace->game.number, game->place.game);
      ASSERT_EQ(trace->ply, i);
      replay.play(game->moves[i]);
    }
  }
  EXPECT_EQ(at, set->size());
}

// Places that look like the start of a game and are none: inside comments, between tags.
TEST(DataSet, IsNotMisledByGamesInsideComments) {
  const test::TempFolder folder;
  const std::string games = test::real_pgn(200, false, /*without_comments=*/true);
  std::string text = games;
  constexpr int kNests = 12;
  for (int i = 0; i < kNests; ++i) {
    text += "[Event \"nest\"]\n[Result \"1-0\"]\n\n1. e4 {\n";
    text += games;
    text += "} e5 1-0\n\n";
    text += games;
  }
  ASSERT_GT(text.size(), 8 * data::kChunkBytes);
  BuildOptions o{.inputs = {folder.file("games.pgn", text)}, .folder = folder / "out"};
  o.run.threads = 4;
  const auto r = games::build(o);
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(r->manifest.games, (kNests + 1) * 200U + kNests);
  EXPECT_EQ(r->manifest.rejected_games(), 0U);
  // The last game's number and place count everything before it.
  const auto set = open_set(folder / "out");
  const auto last = set->trace(set->size() - 1);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->game.number, (kNests + 1) * 200U + kNests);
  EXPECT_EQ(text.substr(last->game.offset, 17), "[Event \"Game 199\"");
}

TEST(DataSet, ReadsSourcesWithoutAnyLikelyBorder) {
  const test::TempFolder folder;
  std::string text = "[Event \"long\"]\n\n";
  for (std::size_t i = 0; text.size() < 3 * data::kMaxGrowth * data::kChunkBytes; ++i) {
    text += "1. Nf3 Nf6 {" + std::string(1000, 'x') + "} 2. Ng1 Ng8 *\n";
  }
  const auto r = made({.inputs = {folder.file("games.pgn", text)}, .folder = folder / "out"});
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_GT(r->manifest.games, 2000U);
  EXPECT_EQ(r->manifest.positions, 4 * r->manifest.games);
}

TEST(DataSet, SplitsByGameAndSelectsByPosition) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(kGames));
  ASSERT_TRUE(games::build(rich(pgn, folder / "out")));
  const auto everything = open_set(folder / "out", {.all_records = true});
  const auto chosen = open_set(folder / "out");
  const auto train = open_set(folder / "out", {.split = "train"});
  const auto validation = open_set(folder / "out", {.split = "validation"});
  EXPECT_EQ(train->size() + validation->size(), chosen->size());
  EXPECT_LT(chosen->size(), everything->size() / 2);
  EXPECT_FALSE(data::Set::open(folder / "out", games::find_record_type, {.split = "tset"}));
  std::set<std::uint64_t> games_of[2];
  for (std::uint64_t i = 0; i < chosen->size(); ++i) {
    const auto t = chosen->trace(i);
    ASSERT_GE(t->ply, 4U);
    ASSERT_EQ(t->ply % 2, 0U);
    games_of[t->game.split - 1].insert(t->game.number);
  }
  for (std::uint64_t number : games_of[0]) ASSERT_FALSE(games_of[1].contains(number));
  EXPECT_GT(games_of[1].size(), games_of[0].size() / 10);
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < train->size(); ++i) seen.insert(train->trace(i)->game.number);
  EXPECT_EQ(seen, games_of[0]);
}

TEST(DataSet, GivesHistoriesOfTheSameGameFromMemoryAndFromDisk) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(80));
  ASSERT_TRUE(made({.inputs = {pgn}, .folder = folder / "out", .shard_records = 1000}));
  const auto kept = open_set(folder / "out");
  const auto read = open_set(folder / "out", {.cache_bytes = 0});
  const data::Order order(kept->size(), {.seed = 4});
  std::vector<std::uint64_t> indices;
  for (std::uint64_t j = 0; j < kept->size(); ++j) indices.push_back(order[j]);
  data::Window a;
  data::Window b;
  ASSERT_FALSE(kept->read(indices, 7, a));
  ASSERT_FALSE(read->read(indices, 7, b));
  const std::size_t each = kept->type().bytes;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto trace = kept->trace(indices[i]);
    ASSERT_EQ(a.moments[i].history, static_cast<int>(std::min(trace->ply, 7U)));
    ASSERT_EQ(a.moments[i].history, b.moments[i].history);
    const std::size_t bytes = (static_cast<std::size_t>(a.moments[i].history) + 1) * each;
    ASSERT_EQ(std::memcmp(a.moments[i].now + each - bytes, b.moments[i].now + each - bytes, bytes),
              0);
    ASSERT_EQ(std::memcmp(a.moments[i].now, kept->record(indices[i])->data(), each), 0);
  }
}

TEST(DataSet, IsReadByThreadsTogether) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(60));
  ASSERT_TRUE(made({.inputs = {pgn}, .folder = folder / "out", .shard_records = 500}));
  const auto alone = open_set(folder / "out", {.cache_bytes = 0});
  // Room for some of the shards, so that threads meet in both ways of reading.
  const auto set = open_set(folder / "out", {.cache_bytes = std::uint64_t{50} << 10});
  const data::Order order(set->size(), {.seed = 6});
  constexpr std::uint64_t kWorkers = 4;
  constexpr std::uint64_t kBatch = 64;
  std::atomic<std::uint64_t> matching = 0;
  {
    std::vector<std::jthread> workers;
    for (std::uint64_t w = 0; w < kWorkers; ++w) {
      workers.emplace_back([&, w] {
        data::Window window;
        for (std::uint64_t b = w; b * kBatch < set->size(); b += kWorkers) {
          const data::Places places = data::batch_places(set->size(), kBatch, b);
          std::vector<std::uint64_t> indices;
          for (std::uint64_t j = 0; j < places.count; ++j) {
            indices.push_back(order[places.first + j]);
          }
          if (set->read(indices, 3, window)) return;
          for (std::size_t i = 0; i < indices.size(); ++i) {
            const auto bytes = alone->record(indices[i]);
            matching +=
                std::memcmp(window.moments[i].now, bytes->data(), bytes->size()) == 0 ? 1 : 0;
          }
        }
      });
    }
  }
  EXPECT_EQ(matching, set->size());
}

TEST(DataSet, TakesAllSizesOfHexAndKeepsThemApart) {
  const test::TempFolder folder;
  const std::string trmph = folder.file("games.trmph",
                                        "# header\n#5,a1b2c3 b\n#3,a1a1b2 r\nrubbish\n#5,e5d4\n"
                                        "#3,a1b2c3a2\n#5,a1a1\n");
  const auto r = made({.inputs = {trmph}, .folder = folder / "out"});
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(r->manifest.shards.size(), 2U);
  EXPECT_EQ(r->manifest.rejected_games(), 1U);
  EXPECT_EQ(verified(folder / "out").differences.size(), 0U);
  const auto fives = open_set(folder / "out", {.size = 5});
  EXPECT_EQ(fives->size(), 3U + 2 + 2);
  const auto bytes = fives->record(1);
  const auto u =
      hex::unpack(5, {reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()});
  ASSERT_TRUE(u);
  EXPECT_EQ(u->targets.outcome, hex::kBlue);
  EXPECT_EQ(u->position.ply(), 1);
  EXPECT_EQ(open_set(folder / "out")->board_sizes(), (std::vector<int>{3, 5}));
}

TEST(DataSet, ReadsPositionsInThreeForms) {
  const test::TempFolder folder;
  const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
  const std::string lines =
      fen + " | 35 | 1.0\n\nnonsense | 1 | 0.5\n" + fen + " | | 0-1\n" + fen + " | 99999 | 2.0\n";
  const std::string epd = fen.substr(0, fen.size() - 4) +
                          " bm e5; ce -35; id \"a;b\"; c9 \"1-0\";\n" +
                          fen.substr(0, fen.size() - 4) + " bm Qh4;\n";
  const std::string plain = "fen " + fen + "\nmove e7e5\nscore -35\nply 1\nresult -1\ne\n" +
                            "fen " + fen + "\nmove e7e9\nscore 1\nply 1\nresult 0\ne\n";
  struct Case {
    std::string name, text;
    std::uint64_t good, bad;
  };
  for (const Case& c :
       {Case{"a.txt", lines, 2, 2}, {"a.epd", epd, 1, 1}, {"a.plain", plain, 1, 1}}) {
    const auto r =
        made({.inputs = {folder.file(c.name, c.text)}, .folder = folder / (c.name + ".out")});
    ASSERT_TRUE(r) << r.error().detail;
    ASSERT_EQ(r->manifest.positions, c.good) << c.name;
    ASSERT_EQ(r->manifest.rejected_games(), c.bad) << c.name;
    const auto bytes = open_set(folder / (c.name + ".out"))->record(0);
    chess::Record record;
    std::memcpy(&record, bytes->data(), sizeof record);
    const auto u = chess::unpack(record);
    ASSERT_TRUE(u);
    EXPECT_EQ(u->targets.eval, 35) << c.name;
    EXPECT_EQ(u->targets.outcome, Outcome::kFirst) << c.name;
    EXPECT_TRUE(u->targets.is_first);
    EXPECT_EQ(u->targets.has_next, c.name != "a.txt");
  }
}

TEST(DataSet, TakesWordsOfHexForPositions) {
  const test::TempFolder folder;
  const std::string text = "hex 5 moves a2 swap\nhex 5 moves z9\nhex 1 moves a1\n#5,a2b3\n";
  const auto r = made({.inputs = {folder.file("a.txt", text)}, .folder = folder / "out"});
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(r->manifest.positions, 1U + 1 + 2);
  EXPECT_EQ(r->manifest.rejected_games(), 1U);
  EXPECT_EQ(verified(folder / "out").differences.size(), 0U);
  const auto bytes = open_set(folder / "out", {.size = 1})->record(0);
  const auto u =
      hex::unpack(1, {reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()});
  ASSERT_TRUE(u);
  EXPECT_EQ(u->targets.outcome, hex::kBlue);
}

// As on the command line: moves lead to the position, and say how often it has occurred.
TEST(DataSet, ReadsPositionsAsLinesOfUci) {
  const std::string fen = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string twice = "startpos moves g1f3 g8f6 f3g1 f6g8 | 35 | 1.0\n";
  const std::string bad = "startpos moves e2e5\n";
  for (const std::string& text : {twice + fen + "\n" + bad, fen + " moves e2e4\n" + twice + bad}) {
    const test::TempFolder folder;
    const auto r = made({.inputs = {folder.file("a.txt", text)}, .folder = folder / "out"});
    ASSERT_TRUE(r) << r.error().detail;
    ASSERT_EQ(r->manifest.positions, 2U) << text;
    ASSERT_EQ(r->manifest.rejected_games(), 1U) << text;
    const auto set = open_set(folder / "out");
    int occurrences = 0;
    for (std::uint64_t i = 0; i < 2; ++i) {
      chess::Record record;
      std::memcpy(&record, set->record(i)->data(), sizeof record);
      occurrences += chess::occurrences_of(record);
    }
    EXPECT_EQ(occurrences, 3) << text;
  }
}

// Batches are handed on before they are large, and that changes nothing.
TEST(DataSet, TakesTextsOfTinyGamesInParts) {
#ifdef INTARSIA_SLOW_BUILD
  constexpr std::uint64_t kSixth = 3'000;
#else
  constexpr std::uint64_t kSixth = 10'000;
#endif
  const test::TempFolder folder;
  std::string text;
  std::string sgf;
  for (std::uint64_t i = 0; i < 6 * kSixth; ++i) {
    text += i % 3 == 0 ? "e4 *\n" : i % 3 == 1 ? "x *\n" : "*\n";
    sgf += i % 2 == 0 ? "(;SZ[5];B[a1])" : "(;SZ[5];B[z9])";
  }
  struct Case {
    std::string input;
    std::uint64_t each;  // accepted and rejected
  };
  for (const Case& c :
       {Case{folder.file("a.pgn", text), 2 * kSixth}, {folder.file("a.sgf", sgf), 3 * kSixth}}) {
    std::vector<std::map<std::string, std::string>> files;
    for (const unsigned threads : {1U, 4U}) {
      BuildOptions o{.inputs = {c.input}, .folder = folder / "out", .force = true};
      o.run.threads = threads;
      const auto r = games::build(o);
      ASSERT_TRUE(r) << r.error().detail;
      EXPECT_EQ(r->manifest.read, 6 * kSixth);
      EXPECT_EQ(r->manifest.games, c.each);
      EXPECT_EQ(r->manifest.rejected_games(), c.each);
      files.push_back(test::files_of(folder / "out"));
    }
    EXPECT_EQ(files[0], files[1]);
  }
}

TEST(DataSet, LimitsGamesWhateverTheThreads) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(kGames, true));
  for (unsigned threads : {1U, 4U}) {
    BuildOptions o{.inputs = {pgn}, .folder = folder / std::to_string(threads), .limit = 50};
    o.run.threads = threads;
    ASSERT_EQ(games::build(o)->manifest.games, 50U);
  }
  EXPECT_EQ(test::files_of(folder / "1"), test::files_of(folder / "4"));
}

}  // namespace
}  // namespace intarsia
