// What verify finds in a graph on a disk.

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

class DamagedGraph : public StoredGraphs {};
INTARSIA_FOR_ALL_GAMES(DamagedGraph);

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

TEST_P(DamagedGraph, VerifyFindsEveryKindOfDamage) {
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
TEST_P(DamagedGraph, CountsOfAnotherGraphAreFound) {
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
  const auto verified = graph::verify_folder(folder(), find_stored_game);
  ASSERT_TRUE(verified);
  ASSERT_EQ(verified->faults.size(), 1U);
  EXPECT_NE(verified->faults.front().find("another hash"), std::string::npos);
}

// Somebody else may have written a graph whose checksums are right. Nothing follows its moves unseen.
TEST_P(DamagedGraph, WhatIsNoMoveOrPositionIsNotFollowed) {
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
TEST(DamagedFiles, EveryBlockHasAChecksum) {
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
      const auto verified = graph::verify_folder(path, find_stored_game);
      ASSERT_TRUE(verified) << at;
      EXPECT_FALSE(verified->is_sound()) << at;
    }
    std::ofstream(entry.path(), std::ios::binary) << whole;
  }
  EXPECT_TRUE(graph::verify_folder(path, find_stored_game)->is_sound());
}

// What is damaged below: RocksDB's own files, and graph.json.
TEST_P(DamagedGraph, DamagedFilesAreFound) {
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
      const auto verified = graph::verify_folder(folder(), find_stored_game);
      EXPECT_TRUE(verified) << verified.error().detail;  // damage is a fault, no error
      return verified && !verified->is_sound();
    };
    EXPECT_TRUE(is_found(whole.substr(0, whole.size() / 2))) << name;
    EXPECT_TRUE(is_found("")) << name;
    std::string flipped = whole;
    flipped[whole.size() / 3] = static_cast<char>(flipped[whole.size() / 3] ^ 4);
    EXPECT_TRUE(is_found(flipped)) << name;
    std::filesystem::remove(path);
    EXPECT_FALSE(Store::open(folder(), find_stored_game)) << name;
    std::ofstream(path, std::ios::binary) << whole;
  }
  EXPECT_EQ(dumped(*opened()), dumped(g));
}

}  // namespace
}  // namespace intarsia::test
