// Data sets as a whole: the same bytes whatever the threads, the chunks and the interruptions.

#include <cstring>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "intarsia/chess/pgn_game.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/data/sampling.h"
#include "intarsia/data/set.h"
#include "intarsia/data/verify.h"
#include "intarsia/games/build.h"
#include "intarsia/games/record_types.h"
#include "intarsia/hex/record.h"
#include "tests/support/pgn_text.h"
#include "tests/support/temp_folder.h"

namespace intarsia {
namespace {

using games::BuildOptions;

// The sanitizers make everything several times slower.
#ifdef INTARSIA_SLOW_BUILD
constexpr std::size_t kGames = 120;
#else
constexpr std::size_t kGames = 600;
#endif

Result<games::BuildReport> made(BuildOptions o) {
  if (o.run.threads == 1) o.run.threads = 2;
  return games::build(o);
}

std::unique_ptr<data::Set> open_set(const std::string& folder, const data::SetOptions& o = {}) {
  auto set = data::Set::open(folder, games::find_record_type, o);
  EXPECT_TRUE(set) << set.error().detail;
  return set ? *std::move(set) : nullptr;
}

data::Verified verified(const std::string& folder) {
  const auto v = data::verify(folder, games::find_record_type);
  EXPECT_TRUE(v) << v.error().detail;
  return v ? *v : data::Verified{};
}

// Options that use every part: filters, choices, splits, several shards, refused games.
BuildOptions rich(const std::string& input, const std::string& folder) {
  BuildOptions o{.inputs = {input}, .folder = folder};
  o.rules.filters.min_elo = 1600;
  o.rules.choices = {.first_ply = 4, .every = 2, .quiet = true};
  o.rules.splits = *data::read_splits("train=0.8,validation=0.2");
  o.rules.seed = 7;
  o.shard_records = 1500;
  o.run.threads = 2;
  return o;
}

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

// Every record, against a reader that knows nothing of pieces, threads and shards.
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
                              .score = game->score,
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
  ASSERT_GT(text.size(), 8 * data::kPieceBytes);
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
  for (std::size_t i = 0; text.size() < 3 * data::kMaxPieceBytes; ++i) {
    text += "1. Nf3 Nf6 {" + std::string(1000, 'x') + "} 2. Ng1 Ng8 *\n";
  }
  const auto r = made({.inputs = {folder.file("games.pgn", text)}, .folder = folder / "out"});
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_GT(r->manifest.games, 2000U);
  EXPECT_EQ(r->manifest.positions, 4 * r->manifest.games);
}

TEST(DataSet, StopsAndGoesOnToTheSameBytes) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(2 * kGames, true));
  ASSERT_TRUE(games::build(rich(pgn, folder / "whole")));
  const auto whole = test::files_of(folder / "whole");
  BuildOptions o = rich(pgn, folder / "parts");
  std::atomic<bool> stop = false;
  o.run.stop = &stop;
  o.resume = true;
  int runs = 0;
  bool is_done = false;
  while (!is_done && runs < 100) {
    int pieces = 0;
    stop = false;
    o.run.progress = [&](const data::Progress&) { stop = ++pieces > runs; };
    const auto r = games::build(o);
    ASSERT_TRUE(r) << r.error().detail;
    is_done = !r->is_interrupted;
    EXPECT_EQ(verified(folder / "parts").differences.size(), 0U);
    ++runs;
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(test::files_of(folder / "parts"), whole);
  EXPECT_TRUE(games::build(o)->was_complete);
}

// A disk that fails at its n-th call, for every n: an error, valid files, and a way on.
TEST(DataSet, SurvivesEveryFailingCall) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(60, true));
  const auto options = [&pgn](const std::string& out) {
    BuildOptions o = rich(pgn, out);
    o.shard_records = 2500;
    return o;
  };
  BuildOptions o = options(folder / "whole");
  int calls = 0;
  o.fault = [&](std::string_view) { return ++calls, 0; };
  ASSERT_TRUE(games::build(o));
  const int all = calls;
  const auto whole = test::files_of(folder / "whole");
  ASSERT_GT(all, 40);
  for (int failing = 1; failing <= all; ++failing) {
    const std::string out = folder / ("out" + std::to_string(failing));
    BuildOptions broken = options(out);
    calls = 0;
    broken.fault = [&](std::string_view) { return ++calls == failing ? ENOSPC : 0; };
    const auto r = games::build(broken);
    ASSERT_FALSE(r) << failing;
    ASSERT_EQ(r.error().code, ErrorCode::kIo);
    if (std::filesystem::exists(out + "/manifest.json")) {
      ASSERT_EQ(verified(out).differences.size(), 0U) << failing;
    }
    BuildOptions again = options(out);
    again.resume = std::filesystem::exists(out + "/manifest.json");
    again.force = !again.resume;
    const auto done = games::build(again);
    ASSERT_TRUE(done) << failing << ": " << done.error().detail;
    ASSERT_EQ(test::files_of(out), whole) << failing;
    std::filesystem::remove_all(out);
  }
}

TEST(DataSet, RefusesToGoOnWithOtherInputOrOptions) {
  const test::TempFolder folder;
  const std::string text = test::real_pgn(100);
  const std::string pgn = folder.file("games.pgn", text);
  BuildOptions o = rich(pgn, folder / "out");
  std::atomic<bool> stop = false;
  o.run.stop = &stop;
  o.run.progress = [&](const data::Progress&) { stop = true; };
  ASSERT_TRUE(games::build(o)->is_interrupted);
  stop = false;
  o.run.progress = {};
  BuildOptions other = o;
  other.resume = true;
  other.rules.seed = 8;
  EXPECT_FALSE(games::build(other));
  EXPECT_FALSE(games::build(o)) << "neither --resume nor --force";
  std::string changed = text;
  changed[20] = 'X';
  folder.file("games.pgn", changed);
  other = o;
  other.resume = true;
  const auto r = games::build(other);
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().detail.find("has changed"), std::string::npos) << r.error().detail;
}

TEST(DataSet, FindsEverySampledFlipAndCut) {
  const test::TempFolder folder;
  BuildOptions o = rich(folder.file("games.pgn", test::real_pgn(15, true)), folder / "out");
  o.shard_records = 300;
  ASSERT_TRUE(games::build(o));
  ASSERT_EQ(verified(folder / "out").differences.size(), 0U);
  const auto files = test::files_of(folder / "out");
  std::uint64_t random = 1;
  int tried = 0;
  const auto finds = [&](const std::string& name, const std::string& bytes) {
    const std::string path = folder / ("out/" + name);
    std::ofstream(path, std::ios::binary) << bytes;
    ++tried;
    const auto v = data::verify(folder / "out", games::find_record_type, {.hashes_only = true});
    return v && !v->differences.empty();
  };
#ifdef INTARSIA_SLOW_BUILD
  const std::size_t each = 60;
#else
  const std::size_t each = 5000 / files.size() + 1;
#endif
  for (const auto& [name, bytes] : files) {
    for (std::size_t i = 0; i < each; ++i) {
      random = random * 6364136223846793005 + 1442695040888963407;
      const std::size_t at = (random >> 33) % bytes.size();
      std::string damaged = bytes;
      if (i % 4 == 0) {
        damaged.resize(at);
      } else {
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random >> 24 & 7)));
      }
      ASSERT_TRUE(finds(name, damaged)) << name << " byte " << at << (i % 4 == 0 ? " cut" : "");
    }
    ASSERT_TRUE(finds(name, bytes + '\0')) << name;
    folder.file("out/" + name, bytes);
  }
#ifndef INTARSIA_SLOW_BUILD
  EXPECT_GE(tried, 5000);
#endif
  EXPECT_EQ(verified(folder / "out").differences.size(), 0U);
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
    EXPECT_EQ(u->targets.score, chess::Score::kWhite) << c.name;
    EXPECT_TRUE(u->targets.is_first);
    EXPECT_EQ(u->targets.has_next, c.name != "a.txt");
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

TEST(DataSet, NeverOverwritesUnasked) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(20));
  BuildOptions o{.inputs = {pgn}, .folder = folder / "out"};
  ASSERT_TRUE(made(o));
  const auto before = test::files_of(folder / "out");
  EXPECT_FALSE(made(o));
  o.rules.seed = 5;
  EXPECT_FALSE(made(o));
  EXPECT_EQ(test::files_of(folder / "out"), before);
  o.force = true;
  ASSERT_TRUE(made(o));
  EXPECT_NE(test::files_of(folder / "out"), before);
  folder.file("out/notes.txt", "mine");
  ASSERT_TRUE(made(o));
  EXPECT_EQ(test::content_of(folder / "out/notes.txt"), "mine") << "not our file";
}

}  // namespace
}  // namespace intarsia
