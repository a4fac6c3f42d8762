// Graphs on a disk: the same as in memory, whole or not at all, and what verify finds.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/graph/explorer.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/graph_text.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/graph/store.h"
#include "intarsia/graph/verify.h"
#include "tests/support/any_game.h"
#include "tests/support/graphs.h"
#include "tests/support/temp_folder.h"

namespace intarsia::test {
namespace {

using graph::Graph;
using graph::Kind;
using graph::Node;
using graph::Store;
using graph::StoreWriter;

Result<const game::GameType*> find_game(std::string_view name) { return games::find_game(name); }

std::string dumped(const graph::View& view) {
  const auto text = graph::dump(view);
  EXPECT_TRUE(text) << text.error().detail;
  return text ? *text : "";
}

// A graph that gives the nodes it was given, be they right or not.
class Forged final : public graph::View {
 public:
  explicit Forged(const graph::View& from) : View(from.kind()) {
    EXPECT_FALSE(from.for_each([this](const Node& n) -> std::optional<Error> {
      nodes.push_back(n);
      return std::nullopt;
    }));
  }
  using View::find;
  Result<std::optional<Node>> find(const graph::Identity& identity) const override {
    for (const Node& n : nodes) {
      if (n.key == identity.key && n.record == identity.record) return std::optional(n);
    }
    return std::optional<Node>();
  }
  std::optional<Error> for_each(const Visit& visit) const override {
    for (const Node& n : nodes) {
      if (auto error = visit(n)) return error;
    }
    return std::nullopt;
  }
  std::vector<Node> nodes;
};

class StoredGraph : public AnyGame {
 protected:
  void SetUp() override {
    if (!Store::is_available()) GTEST_SKIP() << "built without RocksDB";
  }

  std::string folder(std::string_view name = "book") const { return folder_ / std::string(name); }
  Kind kind(Key mask = ~Key{0}) const { return {&type(), size(), mask}; }

  Graph some_graph(int count, Key mask = ~Key{0}) {
    std::vector<StoredGame> games;
    for (int i = 0; i < count; ++i) {
      const game::LinePtr line = random_line(40);
      const Outcome outcome = outcome_of(*line, i);
      games.push_back({{.outcome = outcome}, records_of(*line, outcome)});
      games.back().row.ratings = {static_cast<std::uint16_t>(1500 + i), 0};
    }
    Graph g(kind(mask));
    EXPECT_FALSE(g.add_games(played(games)));
    const auto root = g.add(*game().start());
    EXPECT_TRUE(g.explore(*root, {.depth = 1}));
    return g;
  }

  // Writes the graphs as runs.
  void write(std::initializer_list<const graph::View*> runs, std::string_view name = "book",
             Key mask = ~Key{0}) const {
    auto writer = StoreWriter::create({.folder = folder(name), .may_replace = true, .threads = 2},
                                      kind(mask));
    ASSERT_TRUE(writer) << writer.error().detail;
    for (const graph::View* run : runs) {
      const auto error = (*writer)->add(*run);
      ASSERT_FALSE(error) << error->detail;
    }
    const auto about = (*writer)->finish("test", R"({"from":"a test"})");
    ASSERT_TRUE(about) << about.error().detail;
  }
  std::unique_ptr<Store> opened(std::string_view name = "book", Key mask = ~Key{0}) const {
    auto store = Store::open(folder(name), find_game, mask);
    EXPECT_TRUE(store) << store.error().detail;
    return store ? *std::move(store) : nullptr;
  }

  TempFolder folder_;
};
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
    const auto store = Store::open(concat({folder(), "/", name}), find_game);
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
  EXPECT_FALSE(Store::open(folder(), find_game));
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
  const auto store = Store::open(folder(), find_game);
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

// Each kind of damage that a node can have, done to a graph that is right.
struct Damage {
  const char* name;
  // False if this graph cannot have it.
  bool (*damage)(std::vector<Node>& nodes);
};

Node* first_with_edges(std::vector<Node>& nodes, bool is_explored) {
  for (Node& n : nodes) {
    if (!n.edges.empty() && n.is_explored == is_explored) return &n;
  }
  return nullptr;
}

bool change_edge(std::vector<Node>& nodes, void (*change)(graph::Edge& e)) {
  Node* n = first_with_edges(nodes, false);
  if (n == nullptr) return false;
  change(n->edges.front());
  return true;
}

const Damage kDamages[] = {
    {"another key",
     [](auto& all) {
       all.front().key ^= 1;
       return true;
     }},
    {"another record",
     [](auto& all) {
       all.front().record[0] ^= std::byte{1};
       return true;
     }},
    {"no record",
     [](auto& all) {
       std::fill(all.front().record.begin(), all.front().record.end(), std::byte{0xff});
       return true;
     }},
    {"a node less",
     [](auto& all) {
       all.erase(all.begin());
       return true;
     }},
    {"a terminal that is none",
     [](auto& all) {
       all.front().end = graph::Ended{Outcome::kDraw, "checkmate"};
       return true;
     }},
    {"another reason",
     [](auto& all) {
       for (Node& n : all) {
         if (n.end) return n.end->reason = "boredom", true;
       }
       return false;
     }},
    {"another winner",
     [](auto& all) {
       for (Node& n : all) {
         if (n.end)
           return n.end->outcome =
                      n.end->outcome == Outcome::kDraw ? Outcome::kFirst : Outcome::kDraw,
                  true;
       }
       return false;
     }},
    {"a terminal that is not said",
     [](auto& all) {
       for (Node& n : all) {
         if (n.end) return n.end.reset(), true;
       }
       return false;
     }},
    {"an illegal move",
     [](auto& all) { return change_edge(all, [](graph::Edge& e) { e.move = 0xfff0; }); }},
    {"another child",
     [](auto& all) { return change_edge(all, [](graph::Edge& e) { e.child ^= 1; }); }},
    {"a game more",
     [](auto& all) { return change_edge(all, [](graph::Edge& e) { ++e.counts.outcomes[1]; }); }},
    {"many games more",
     [](auto& all) {
       return change_edge(all, [](graph::Edge& e) { e.counts.outcomes[2] += 1ULL << 40; });
     }},
    {"no games", [](auto& all) { return change_edge(all, [](graph::Edge& e) { e.counts = {}; }); }},
    {"more ratings than games",
     [](auto& all) {
       return change_edge(all, [](graph::Edge& e) { e.counts.rated = e.counts.games() + 1; });
     }},
    {"ratings of nobody",
     [](auto& all) {
       return change_edge(all, [](graph::Edge& e) {
         e.counts.rated = 1;
         e.counts.rating_sum = 65'536;
       });
     }},
    {"a start more",
     [](auto& all) {
       ++all.front().starts;
       return true;
     }},
    {"a finish more",
     [](auto& all) {
       ++all.front().finishes;
       return true;
     }},
    {"an edge less",
     [](auto& all) {
       Node* n = first_with_edges(all, false);
       if (n != nullptr) n->edges.erase(n->edges.begin());
       return n != nullptr;
     }},
    {"an explored edge less",
     [](auto& all) {
       Node* n = first_with_edges(all, true);
       if (n != nullptr) n->edges.pop_back();
       return n != nullptr;
     }},
    {"explored, and is not",
     [](auto& all) {
       for (Node& n : all) {
         if (!n.is_explored && !n.end && n.edges.empty()) return n.is_explored = true, true;
       }
       return false;
     }},
    {"an edge of another position",
     [](auto& all) {
       Node* n = first_with_edges(all, false);
       if (n != nullptr) n->edges.front().child = n->key;
       return n != nullptr;
     }},
    {"all edges gone",
     [](auto& all) {
       Node* n = first_with_edges(all, false);
       if (n != nullptr) n->edges.clear();
       return n != nullptr;
     }},
};

TEST_P(StoredGraph, VerifyFindsEveryKindOfDamage) {
  const Graph g = some_graph(6);
  ASSERT_GE(std::size(kDamages), 20U);
  std::size_t done = 0;
  for (const Damage& d : kDamages) {
    Forged forged(g);
    if (!d.damage(forged.nodes)) continue;
    ++done;
    const auto verified = graph::verify(forged);
    ASSERT_TRUE(verified) << d.name;
    EXPECT_FALSE(verified->is_sound()) << d.name;
  }
  if (g.nodes().size() > 100) {
    EXPECT_GE(done, 16U);
  }
}

// A win that becomes a loss breaks no rule, but graph.json has the hash of what was written.
TEST_P(StoredGraph, CountsOfAnotherGraphAreFound) {
  const Graph g = some_graph(20);
  Forged changed(g);
  const auto exchange = [](Node& n) {
    for (graph::Edge& e : n.edges) {
      auto& games = e.counts.outcomes;
      if (games[1] == games[2]) continue;
      std::swap(games[1], games[2]);
      return true;
    }
    return false;
  };
  if (std::none_of(changed.nodes.begin(), changed.nodes.end(), exchange)) return;
  write({&g});
  write({&changed}, "changed");
  std::filesystem::remove_all(folder() + "/nodes");
  std::filesystem::rename(folder("changed") + "/nodes", folder() + "/nodes");
  const auto verified = graph::verify_folder(folder(), find_game);
  ASSERT_TRUE(verified);
  ASSERT_EQ(verified->faults.size(), 1U);
  EXPECT_NE(verified->faults.front().find("another hash"), std::string::npos);
}

// Somebody else may have written a graph whose checksums are right. Nothing follows its moves unseen.
TEST_P(StoredGraph, WhatIsNoMoveOrPositionIsNotFollowed) {
  const Graph g = some_graph(6);
  const auto is_refused = [&](const Node& n) {
    Forged one(g);
    one.nodes = {n};
    EXPECT_TRUE(one.check(n));
    EXPECT_FALSE(one.children_of(n));
    EXPECT_FALSE(graph::explore_at(one, n));
    EXPECT_FALSE(graph::export_json(one, {}, [](std::string_view) {}));
    EXPECT_FALSE(graph::export_dot(one, {}, [](std::string_view) {}));
    Graph into(kind());
    EXPECT_TRUE(into.merge(one));
    EXPECT_EQ(into.nodes().size(), 0U);
  };
  std::size_t moves = 0;
  for (const Node& good : Forged(g).nodes) {
    if (good.edges.empty()) continue;
    Node n = good;
    n.edges.back().move = static_cast<std::uint16_t>(0xfff0 - moves);
    is_refused(n);
    n = good;
    std::fill(n.record.begin(), n.record.end(), std::byte{0xff});
    is_refused(n);
    if (++moves == 20) break;
  }
}

// Of a filter too, without which answers are right but slow.
TEST(GraphFiles, EveryBlockHasAChecksum) {
  if (!Store::is_available()) GTEST_SKIP() << "built without RocksDB";
  constexpr std::size_t kFooter = 53;  // some of it is unused
  const TempFolder folder;
  const std::string path = folder / "graph";
  const auto type = *games::find_game("chess");
  Graph g({type, 8});
  ASSERT_TRUE(g.explore(*g.add(*type->start(8, {})), {.depth = 1}));
  auto writer = StoreWriter::create({.folder = path}, g.kind());
  ASSERT_TRUE(writer);
  ASSERT_FALSE((*writer)->add(g));
  ASSERT_TRUE((*writer)->finish("a test", "{}"));
  for (const auto& entry : std::filesystem::directory_iterator(path + "/nodes")) {
    if (entry.path().extension() != ".sst") continue;
    const std::string whole = content_of(entry.path().string());
    for (std::size_t at = 0; at + kFooter < whole.size(); at += 24) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 16);
      std::ofstream(entry.path(), std::ios::binary) << damaged;
      const auto verified = graph::verify_folder(path, find_game);
      ASSERT_TRUE(verified) << at;
      EXPECT_FALSE(verified->is_sound()) << at;
    }
    std::ofstream(entry.path(), std::ios::binary) << whole;
  }
  EXPECT_TRUE(graph::verify_folder(path, find_game)->is_sound());
}

// What is damaged below: RocksDB's own files, and graph.json.
TEST_P(StoredGraph, DamagedFilesAreFound) {
  const Graph g = some_graph(30);
  write({&g});
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    if (name == "LOCK" || name == "LOG" || name == "IDENTITY" || name.starts_with("OPTIONS") ||
        name.ends_with(".log"))
      continue;
    const std::string path = entry.path().string();

    const std::string whole = content_of(path);
    const auto is_found = [&](const std::string& bytes) {
      std::ofstream(path, std::ios::binary) << bytes;
      const auto verified = graph::verify_folder(folder(), find_game);
      EXPECT_TRUE(verified) << verified.error().detail;  // damage is a fault, no error
      return verified && !verified->is_sound();
    };
    EXPECT_TRUE(is_found(whole.substr(0, whole.size() / 2))) << name;
    EXPECT_TRUE(is_found("")) << name;
    std::string flipped = whole;
    flipped[whole.size() / 3] = static_cast<char>(flipped[whole.size() / 3] ^ 4);
    EXPECT_TRUE(is_found(flipped)) << name;
    std::filesystem::remove(path);
    EXPECT_FALSE(Store::open(folder(), find_game)) << name;
    std::ofstream(path, std::ios::binary) << whole;
  }
  EXPECT_EQ(dumped(*opened()), dumped(g));
}

}  // namespace
}  // namespace intarsia::test
