// Graphs on a disk: the same as in memory, whole or not at all.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/graph/verify.h"
#include "tests/support/stored_graphs.h"

namespace intarsia::test {
namespace {

using graph::Graph;
using graph::Kind;
using graph::Node;
using graph::Store;
using graph::StoreWriter;

class StoredGraph : public StoredGraphs {};
INTARSIA_FOR_ALL_GAMES(StoredGraph);

TEST_P(StoredGraph, IsTheGraphInMemory) {
  const Graph g = some_graph(20);
  write({&g});
  const auto store = opened();
  EXPECT_EQ(dumped(*store), dumped(g));
  EXPECT_EQ(store->about().nodes, g.nodes().size());
  EXPECT_EQ(store->about().plies, g.plies());
  const auto node = store->find(*game().start());
  ASSERT_TRUE(node && *node);
  EXPECT_EQ(**node, **g.find(*game().start()));
  const auto none = store->find({0, std::vector<std::byte>(kind().record_bytes())});
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
}

TEST_P(StoredGraph, IsGoneThroughFromAnyPosition) {
  const Graph g = some_graph(5, 0xff);  // some share a key
  write({&g}, "book", 0xff);
  const auto store = opened("book", 0xff);
  const Forged all(*store);
  for (std::size_t i = 0; i < all.nodes.size(); i += 7) {
    std::size_t at = i;
    EXPECT_FALSE(store->for_each_from({all.nodes[i].key, all.nodes[i].record},
                                      [&](const Node& n) -> std::optional<Error> {
                                        EXPECT_EQ(n, all.nodes[at++]);
                                        return std::nullopt;
                                      }));
    EXPECT_EQ(at, all.nodes.size());
  }
}

TEST_P(StoredGraph, MergesRunsAsGraphsInMemoryMerge) {
  const Graph a = some_graph(7);
  const Graph b = some_graph(9);
  const Graph c = some_graph(3);
  Graph sum(kind());
  for (const Graph* g : {&a, &b, &c}) EXPECT_FALSE(sum.merge(*g));
  write({&a, &b, &c});
  EXPECT_EQ(dumped(*opened()), dumped(sum));
  EXPECT_EQ(opened()->about().nodes, sum.nodes().size());
  // From stored ones, in another order.
  write({&b, &c}, "bc");
  const auto bc = opened("bc");
  write({bc.get(), &a}, "all");
  EXPECT_EQ(dumped(*opened("all")), dumped(sum));
  Graph loaded(kind());
  EXPECT_FALSE(loaded.merge(*opened("all")));
  EXPECT_EQ(dumped(loaded), dumped(sum));
}

// More runs than two, some of them empty or the same, on several threads: the same bytes of every node.
TEST_P(StoredGraph, MergesManyRunsWhateverTheirOrder) {
  std::vector<Graph> runs;
  Graph sum(kind());
  for (int i = 0; i < 9; ++i) {
    runs.push_back(i == 4 ? Graph(kind()) : some_graph(1 + i % 3));
    EXPECT_FALSE(sum.merge(runs.back()));
  }
  std::vector<const graph::View*> order;
  for (const Graph& g : runs) order.push_back(&g);
  order.push_back(&runs[2]);
  EXPECT_FALSE(sum.merge(runs[2]));
  for (int turn = 0; turn < 3; ++turn) {
    const std::string name = concat({"runs", std::to_string(turn)});
    auto writer = StoreWriter::create(
        {.folder = concat({folder(), "/", name}), .threads = 1U + static_cast<unsigned>(turn)},
        kind());
    ASSERT_TRUE(writer);
    for (const graph::View* run : order) ASSERT_FALSE((*writer)->add(*run));
    const auto about = (*writer)->finish("a test", "{}");
    ASSERT_TRUE(about);
    EXPECT_EQ(about->nodes, sum.nodes().size());
    EXPECT_EQ(about->plies, sum.plies());
    const auto store = Store::open(concat({folder(), "/", name}), find_stored_game);
    ASSERT_TRUE(store);
    EXPECT_EQ(dumped(**store), dumped(sum));
    std::rotate(order.begin(), order.begin() + 3, order.end());
  }
  // Nothing of the runs is left.
  for (const auto& entry : std::filesystem::directory_iterator(concat({folder(), "/runs0"}))) {
    const std::string left = entry.path().filename().string();
    EXPECT_TRUE(left == "nodes" || left == "graph.json") << left;
  }
}

TEST_P(StoredGraph, RunsThatCannotBothBeRightAreAnError) {
  const Graph g = some_graph(5);
  Forged wrong(g);
  for (Node& n : wrong.nodes) {
    for (graph::Edge& e : n.edges) e.child ^= 1;
  }
  auto writer = StoreWriter::create({.folder = folder(), .threads = 2}, kind());
  ASSERT_TRUE(writer);
  EXPECT_FALSE((*writer)->add(g));
  EXPECT_FALSE((*writer)->add(wrong));
  const auto about = (*writer)->finish("a test", "{}");
  ASSERT_FALSE(about);
  EXPECT_NE(about.error().detail.find("where a move leads"), std::string::npos)
      << about.error().detail;
  EXPECT_FALSE(Store::open(folder(), find_stored_game));
}

TEST_P(StoredGraph, KeepsPositionsApartThatShareAKey) {
  constexpr Key kFewBits = Key{0xff} << 56;
  const Graph a = some_graph(7, kFewBits);
  const Graph b = some_graph(9, kFewBits);
  Graph sum(kind(kFewBits));
  for (const Graph* g : {&a, &b}) EXPECT_FALSE(sum.merge(*g));
  write({&a, &b}, "book", kFewBits);
  const auto store = opened("book", kFewBits);
  EXPECT_EQ(dumped(*store), dumped(sum));
  const auto verified = graph::verify(*store);
  ASSERT_TRUE(verified);
  EXPECT_TRUE(verified->is_sound()) << verified->faults.front();
}

TEST_P(StoredGraph, IsRefusedOrReplaced) {
  const Graph g = some_graph(2);
  write({&g});
  EXPECT_FALSE(StoreWriter::create({.folder = folder()}, kind()));
  EXPECT_EQ(dumped(*opened()), dumped(g));
  const Graph other = some_graph(4);
  write({&other});
  EXPECT_EQ(dumped(*opened()), dumped(other));
}

TEST(GraphFiles, AnOriginThatIsTooLongIsLeftOut) {
  graph::About about{.game = "chess", .size = 8, .tool = "a test"};
  about.origin = concat({"{\"from\":\"", std::string(graph::kMaxOrigin - 11, 'x'), "\"}"});
  ASSERT_EQ(about.origin.size(), graph::kMaxOrigin);
  EXPECT_EQ(*graph::read_about(to_json(about)), about);
  about.origin.insert(9, "y");
  const auto read = graph::read_about(to_json(about));
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(read->origin, "{}");
  EXPECT_LT(to_json(about).size(), graph::kMaxAbout);
}

TEST_P(StoredGraph, IsNoneUntilItIsFinished) {
  const Graph g = some_graph(2);
  {
    auto writer = StoreWriter::create({.folder = folder()}, kind());
    ASSERT_TRUE(writer);
    EXPECT_FALSE((*writer)->add(g));
    // A second writer waits for nobody: it is refused.
    EXPECT_FALSE(StoreWriter::create({.folder = folder()}, kind()));
  }
  const auto store = Store::open(folder(), find_stored_game);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().detail.find("not completed"), std::string::npos);
  write({&g});
  EXPECT_EQ(dumped(*opened()), dumped(g));
}

// Killed while the new graph took the place of the old one; and the next run gives up.
TEST_P(StoredGraph, CanBeMadeAfterAKilledAndAnInterruptedRun) {
  const Graph g = some_graph(2);
  write({&g});
  std::filesystem::remove(folder() + "/graph.json");
  std::filesystem::create_directory(folder() + "/.intarsia-graph");
  {
    auto writer = StoreWriter::create({.folder = folder()}, kind());
    ASSERT_TRUE(writer) << writer.error().detail;
    (*writer)->discard();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
  write({&g});
  EXPECT_EQ(dumped(*opened()), dumped(g));
}

// While runs are merged, too: what was there stays.
TEST_P(StoredGraph, StopsWhileRunsAreMerged) {
  const Graph g = some_graph(2);
  write({&g});
  Graph more(kind());
  const auto root = more.add(*game().start());
  ASSERT_TRUE(root);
  EXPECT_TRUE(more.explore(*root, {.max_nodes = 10'000}));
  if (more.nodes().size() < 10'000) return;  // a small board's are merged before anybody is asked
  auto writer =
      StoreWriter::create({.folder = folder(), .may_replace = true, .threads = 2}, kind());
  ASSERT_TRUE(writer) << writer.error().detail;
  EXPECT_FALSE((*writer)->add(more));
  EXPECT_FALSE((*writer)->finish("a test", "{}", [] { return true; }));
  (*writer)->discard();
  EXPECT_EQ(dumped(*opened()), dumped(g));
}

TEST_P(StoredGraph, IsSoundAsItWasWritten) {
  const Graph g = some_graph(10);
  write({&g});
  const auto store = opened();
  for (const graph::View* view :
       {static_cast<const graph::View*>(&g), static_cast<const graph::View*>(store.get())}) {
    const auto verified = graph::verify(*view);
    ASSERT_TRUE(verified);
    EXPECT_TRUE(verified->is_sound()) << verified->faults.front();
    EXPECT_EQ(verified->statistics, *graph::statistics_of(g));
  }
}

TEST_P(StoredGraph, BytesOfNodesComeBackAndDamageIsFound) {
  const Forged all(some_graph(3));
  for (const Node& n : all.nodes) {
    std::string key;
    std::string value;
    graph::append_key(key, n.key, n.record);
    append_value(value, n);
    Node read;
    ASSERT_FALSE(read_key(key, n.record.size(), read));
    ASSERT_FALSE(read_value(value, read));
    ASSERT_EQ(read, n);
    ASSERT_TRUE(read_key(key.substr(1), n.record.size(), read));
    for (std::size_t i = 0; i < value.size(); ++i)
      ASSERT_TRUE(read_value(value.substr(0, i), read));
    ASSERT_TRUE(read_value(value + '\0', read));
    // Any other bytes are another node, or none: there is one form of each.
    for (std::size_t i = 0; i < value.size(); ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        std::string other = value;
        other[i] = static_cast<char>(other[i] ^ 1 << bit);
        if (read_value(other, read)) continue;
        std::string again;
        append_value(again, read);
        ASSERT_EQ(again, other);
      }
    }
  }
}

TEST(NodeBytes, CountsThatCouldNotBeReadBackAreNotAddedUp) {
  Node a{.edges = {{.move = 1, .child = 2, .counts = {.outcomes = {0, graph::kMaxCount - 1}}}}};
  Node one{.edges = {{.move = 1, .child = 2, .counts = {.outcomes = {0, 1}}}}};
  EXPECT_FALSE(merge(a, one));
  std::string value;
  append_value(value, a);
  Node read;
  EXPECT_FALSE(read_value(value, read));
  const auto error = merge(a, one);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kLimit);
}

TEST(NodeBytes, ReasonsAreWords) {
  Node n{.end = graph::Ended{Outcome::kDraw, "insufficient_material"}};
  const auto error = [&n] {
    std::string value;
    append_value(value, n);
    Node read;
    return read_value(value, read);
  };
  EXPECT_FALSE(error());
  for (const char* wrong : {"\x1b[2J", "\xff", "a b"}) {
    n.end->reason = wrong;
    EXPECT_TRUE(error()) << wrong;
  }
}

}  // namespace
}  // namespace intarsia::test
