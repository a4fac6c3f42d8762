// Games from files and data sets into graphs: the same whatever the memory, threads and order.

#include "intarsia/games/graph_build.h"

#include <atomic>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/games/build.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/verify.h"
#include "tests/support/data.h"
#include "tests/support/temp_folder.h"

namespace intarsia::test {
namespace {

using games::GraphBuildOptions;
using graph::Store;

std::string lichess() { return data_path("chess/lichess_db_1000k.pgn.zst"); }
std::string selfplay() { return data_path("hex/selfplay13.trmph"); }

Result<const game::GameType*> find_game(std::string_view name) { return games::find_game(name); }

games::GraphBuildReport made_graph(GraphBuildOptions o) {
  const auto report = games::build_graph(o);
  EXPECT_TRUE(report) << report.error().detail;
  return report ? *report : games::GraphBuildReport{};
}

class GraphBuild : public testing::Test {
 protected:
  void SetUp() override {
    if (!Store::is_available()) GTEST_SKIP() << "built without RocksDB";
  }

  GraphBuildOptions options(std::vector<std::string> inputs, const std::string& name) const {
    GraphBuildOptions o{.inputs = std::move(inputs), .folder = folder_ / name};
    o.force = true;
    o.run.threads = 2;
    return o;
  }
  std::string dumped(const std::string& name) const {
    const auto store = Store::open(folder_ / name, find_game);
    EXPECT_TRUE(store) << store.error().detail;
    const auto verified = graph::verify(**store);
    EXPECT_TRUE(verified && verified->is_sound()) << name;
    return store ? *graph::dump(**store) : "";
  }
  std::string built(GraphBuildOptions o) const {
    const std::string name = "graph";
    o.folder = folder_ / name;
    made_graph(o);
    return dumped(name);
  }

  TempFolder folder_;
};

TEST_F(GraphBuild, IsTheSameForAnyMemoryThreadsAndChunks) {
  const auto whole = made_graph(options({lichess()}, "whole"));
  EXPECT_EQ(whole.runs, 1);
  EXPECT_EQ(whole.about.games, 433U);
  EXPECT_EQ(whole.about.plies, 28'538U);
  const std::string expected = dumped("whole");
  for (const unsigned threads : {1U, 3U}) {
    auto o = options({lichess()}, "other");
    o.run.threads = threads;
    o.run.chunk_bytes = 30'000;
    o.memory = 1;  // a run for every group of games
    o.group_records = 1'000;
    const auto report = made_graph(o);
    EXPECT_GE(report.runs, 20);
    EXPECT_EQ(dumped("other"), expected);
  }
}

TEST_F(GraphBuild, TakesDataSetsAndFilesInAnyOrder) {
  const std::string set = folder_ / "set";
  ASSERT_TRUE(games::build({.inputs = {lichess()}, .folder = set}));
  const std::string from_text = built(options({lichess()}, ""));
  EXPECT_EQ(built(options({set}, "")), from_text);
  const std::string twice = built(options({set, lichess()}, ""));
  EXPECT_EQ(built(options({lichess(), set}, "")), twice);
  EXPECT_NE(twice, from_text);
}

TEST_F(GraphBuild, FinalPositionsOfASetAreNoPlies) {
  games::BuildOptions build{.inputs = {selfplay()}, .folder = folder_ / "set"};
  build.rules.with_final = true;
  ASSERT_TRUE(games::build(build));
  EXPECT_EQ(built(options({build.folder}, "")), built(options({selfplay()}, "")));
}

TEST_F(GraphBuild, FiltersKeepTheSameGamesOfTextAndSet) {
  const std::string set = folder_ / "set";
  ASSERT_TRUE(games::build({.inputs = {lichess()}, .folder = set}));
  data::Filters filters;
  filters.min_rating = 1700;
  filters.min_length = 20;
  filters.outcomes = {Outcome::kFirst, Outcome::kDraw};
  auto from_text = options({lichess()}, "text");
  auto from_set = options({set}, "set-graph");
  from_text.filters = from_set.filters = filters;
  const auto a = made_graph(from_text);
  const auto b = made_graph(from_set);
  EXPECT_GT(a.about.games, 10U);
  EXPECT_LT(a.about.games, 200U);
  EXPECT_EQ(a.about.games, b.about.games);
  EXPECT_EQ(dumped("text"), dumped("set-graph"));
}

TEST_F(GraphBuild, RefusesToFilterASetByTagsThatItDoesNotKeep) {
  const std::string set = folder_ / "set";
  ASSERT_TRUE(games::build({.inputs = {lichess()}, .folder = set}));
  auto o = options({set}, "graph");
  o.filters.tags.push_back({.names = {"Event"}});
  const auto report = games::build_graph(o);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().detail.find("keeps no tags"), std::string::npos);
}

TEST_F(GraphBuild, RefusesASplitOfWhatHasNone) {
  auto o = options({lichess()}, "graph");
  o.split = "train";
  const auto report = games::build_graph(o);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().detail.find("data sets alone have splits"), std::string::npos);
}

// Of one that is both, readers would see the one or the other.
TEST_F(GraphBuild, AFolderHoldsAGraphOrADataSet) {
  const std::string set = folder_ / "set";
  ASSERT_TRUE(games::build({.inputs = {lichess()}, .folder = set}));
  const auto refused = games::build_graph(options({set}, "set"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().detail.find("holds a data set"), std::string::npos);
  made_graph(options({set}, "graph"));
  const auto again = games::build({.inputs = {lichess()}, .folder = folder_ / "graph"});
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().detail.find("holds a graph"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "graph/manifest.json"));
}

TEST_F(GraphBuild, OneGraphHasOneGame) {
  const auto report = games::build_graph(options({lichess(), selfplay()}, "graph"));
  ASSERT_FALSE(report);
  EXPECT_FALSE(Store::open(folder_ / "graph", find_game));
}

TEST_F(GraphBuild, OneGraphHasOneBoard) {
  const std::string games = folder_.file("games.trmph", "#5,a1b2c3\n#4,a1b2\n#5,a1b2\n#4,d4\n");
  const auto first = made_graph(options({games}, "first"));
  EXPECT_EQ(first.size, 5);
  EXPECT_EQ(first.about.games, 2U);
  EXPECT_EQ(first.manifest.dropped.at("another size of board"), 2U);
  auto o = options({games}, "four");
  o.size = 4;
  const auto four = made_graph(o);
  EXPECT_EQ(four.about.games, 2U);
  EXPECT_EQ(four.about.plies, 3U);
}

TEST_F(GraphBuild, StopsAfterSoManyGamesAndMoves) {
  auto o = options({lichess()}, "graph");
  o.limit = 10;
  o.max_ply = 4;
  const auto report = made_graph(o);
  EXPECT_EQ(report.about.games, 10U);
  EXPECT_EQ(report.about.plies, 40U);
}

TEST_F(GraphBuild, AddsToAGraphInMemory) {
  const auto type = find_game("chess");
  graph::Graph g({*type, 8});
  auto o = options({lichess()}, "");
  o.folder = "";
  o.into = &g;
  made_graph(o);
  made_graph(options({lichess()}, "graph"));
  EXPECT_EQ(*graph::dump(g), dumped("graph"));
}

// graph.json is as long as its readers take it, however many files there were.
TEST_F(GraphBuild, TakesManyInputs) {
  const std::string inputs = folder_ / "inputs";
  std::filesystem::create_directory(inputs);
  constexpr int kFiles = 4'000;
  for (int i = 0; i < kFiles; ++i) {
    std::ofstream(concat({inputs, "/", std::string(100, 'x'), std::to_string(i), ".pgn"}))
        << "1. e4 e5 1-0\n";
  }
  const auto report = made_graph(options({inputs}, "graph"));
  EXPECT_EQ(report.about.games, static_cast<std::uint64_t>(kFiles));
  const auto store = Store::open(folder_ / "graph", find_game);
  ASSERT_TRUE(store) << store.error().detail;
  const std::string& origin = (*store)->about().origin;
  EXPECT_LT(origin.size(), std::size_t{200'000});
  EXPECT_NE(origin.find("\"more_inputs\":"), std::string::npos);
}

TEST_F(GraphBuild, StopsWhileRunsAreMerged) {
  std::atomic<bool> stop = false;
  auto o = options({lichess()}, "graph");
  o.run.stop = &stop;
  o.merging = [&stop] { stop = true; };
  const auto report = games::build_graph(o);
  ASSERT_TRUE(report) << report.error().detail;
  EXPECT_TRUE(report->is_interrupted);
  EXPECT_FALSE(std::filesystem::exists(o.folder));
}

TEST_F(GraphBuild, LeavesAGraphThatIsThereAlone) {
  made_graph(options({lichess()}, "graph"));
  const std::string before = dumped("graph");
  auto o = options({selfplay()}, "graph");
  o.force = false;
  EXPECT_FALSE(games::build_graph(o));
  EXPECT_EQ(dumped("graph"), before);
}

TEST_F(GraphBuild, WritesNothingWhereThereIsNoGame) {
  const auto report =
      made_graph(options({folder_.file("empty.pgn", "[Event \"x\"]\n\n*\n")}, "graph"));
  EXPECT_EQ(report.manifest.games, 0U);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "graph"));
}

}  // namespace
}  // namespace intarsia::test
