// Graphs on a disk, for tests of them.

#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/graph/explorer.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/graph_text.h"
#include "intarsia/graph/store.h"
#include "tests/support/any_game.h"
#include "tests/support/graphs.h"
#include "tests/support/temp_folder.h"

namespace intarsia::test {

inline Result<const game::GameType*> find_stored_game(std::string_view name) {
  return games::find_game(name);
}

inline std::string dumped(const graph::View& view) {
  const auto text = graph::dump(view);
  EXPECT_TRUE(text) << text.error().detail;
  return text ? *text : "";
}

// A graph that gives the nodes it was given, be they right or not.
class Forged final : public graph::View {
 public:
  explicit Forged(const graph::View& from) : View(from.kind()) {
    EXPECT_FALSE(from.for_each([this](const graph::Node& n) -> std::optional<Error> {
      nodes.push_back(n);
      return std::nullopt;
    }));
  }
  using View::find;
  Result<std::optional<graph::Node>> find(const graph::Identity& identity) const override {
    for (const graph::Node& n : nodes) {
      if (n.key == identity.key && n.record == identity.record) return std::optional(n);
    }
    return std::optional<graph::Node>();
  }
  std::optional<Error> for_each(const Visit& visit) const override {
    for (const graph::Node& n : nodes) {
      if (auto error = visit(n)) return error;
    }
    return std::nullopt;
  }
  std::vector<graph::Node> nodes;
};

// Graphs of some random games, in memory and stored.
class StoredGraphs : public AnyGame {
 protected:
  void SetUp() override {
    if (!graph::Store::is_available()) GTEST_SKIP() << "built without RocksDB";
  }

  std::string folder(std::string_view name = "book") const { return folder_ / std::string(name); }
  graph::Kind kind(Key mask = ~Key{0}) const { return {&type(), size(), mask}; }

  graph::Graph some_graph(int count, Key mask = ~Key{0}) {
    std::vector<StoredGame> games;
    for (int i = 0; i < count; ++i) {
      const game::LinePtr line = random_line(40);
      const Outcome outcome = outcome_of(*line, i);
      games.push_back({{.outcome = outcome}, records_of(*line, outcome)});
      games.back().row.ratings = {static_cast<std::uint16_t>(1500 + i), 0};
    }
    graph::Graph g(kind(mask));
    EXPECT_FALSE(g.add_games(played(games)));
    const auto root = g.add(*game().start());
    EXPECT_TRUE(g.explore(*root, {.depth = 1}));
    return g;
  }

  // Writes the graphs as runs.
  void write(std::initializer_list<const graph::View*> runs, std::string_view name = "book",
             Key mask = ~Key{0}) const {
    auto writer = graph::StoreWriter::create(
        {.folder = folder(name), .may_replace = true, .threads = 2}, kind(mask));
    ASSERT_TRUE(writer) << writer.error().detail;
    for (const graph::View* run : runs) {
      const auto error = (*writer)->add(*run);
      ASSERT_FALSE(error) << error->detail;
    }
    const auto about = (*writer)->finish("test", R"({"from":"a test"})");
    ASSERT_TRUE(about) << about.error().detail;
  }
  std::unique_ptr<graph::Store> opened(std::string_view name = "book", Key mask = ~Key{0}) const {
    auto store = graph::Store::open(folder(name), find_stored_game, mask);
    EXPECT_TRUE(store) << store.error().detail;
    return store ? *std::move(store) : nullptr;
  }

  TempFolder folder_;
};

}  // namespace intarsia::test
