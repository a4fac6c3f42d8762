// A graph of positions in memory: nodes by identity, edges by moves.
//
// A node is a position without its history; positions that transpose into each other meet in one
// node, and cycles are allowed. Its edges are moves, each with the node that it leads to and how often
// it was played in the games that were added. A node that was explored has an edge for every legal
// move, none if the game has ended there; the others have those that were played.
//
//   Graph graph({&type, size});
//   const auto root = graph.add(*line);
//   if (auto done = graph.explore(*root, {.depth = 4})) …
//   for (const Link& link : graph.links(*root)) …
//
// Whatever the order in which things are added and the number of threads, the same graph comes of it
// (`dump`), except for the numbers of its nodes. Changing it is for one thread at a time.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/game_row.h"
#include "intarsia/graph/nodes.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph {

// An edge by the number of its child.
struct Link {
  std::uint16_t move;
  NodeId child;
  friend bool operator==(const Link&, const Link&) = default;
};

struct ExploreOptions {
  int depth = std::numeric_limits<int>::max();
  // Nodes are explored one after the other until there are so many.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  // An error when about so many bytes are taken: what was found stays.
  std::uint64_t max_memory = std::numeric_limits<std::uint64_t>::max();
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  // Called now and then with the number of nodes and the depth that is being explored.
  std::function<void(std::uint64_t nodes, int depth)> progress = {};
};

// A game's records in order, each with the move that was played there. They must have been checked.
struct PlayedGame {
  const game::GameRow* row;
  std::span<const std::byte> records;
};

class Graph final : public View {
 public:
  explicit Graph(const Kind& kind);

  const Nodes& nodes() const { return nodes_; }
  std::uint64_t edges() const;
  // Bytes that it holds.
  std::size_t memory() const;

  // The node of a line's position, added if it is new. An error if the line is of another game or board.
  Result<NodeId> add(const game::Line& line);
  // kNoNode if it is not there.
  NodeId number_of(const Identity& identity) const {
    return nodes_.find(identity.key, identity.record.data());
  }
  bool is_explored(NodeId id) const { return shards_[shard_of(id)].is_explored[index_of(id)] != 0; }
  // By move.
  std::vector<Link> links(NodeId id) const;
  // The same in no particular order, without memory of its own.
  template <class VisitLink>
  void for_each_link(NodeId id, VisitLink visit) const {
    const Shard& shard = shards_[shard_of(id)];
    for (std::uint32_t e = shard.first_edge[index_of(id)]; e != kNoEdge; e = shard.edges[e].next) {
      visit(Link{shard.edges[e].move, shard.edges[e].child});
    }
  }
  Node node(NodeId id) const;

  using View::find;
  Result<std::optional<Node>> find(const Identity& identity) const override;
  [[nodiscard]] std::optional<Error> for_each(const Visit& visit) const override;

  // All moves from these nodes, each of them once; those that were explored are left alone.
  [[nodiscard]] std::optional<Error> expand(std::span<const NodeId> ids, unsigned threads = 1);
  // All moves from a node, breadth first. False if it was stopped.
  Result<bool> explore(NodeId root, const ExploreOptions& options);

  // The moves of games, of each at most so many.
  [[nodiscard]] std::optional<Error> add_games(
      std::span<const PlayedGame> games, unsigned threads = 1,
      std::size_t max_plies = std::numeric_limits<std::size_t>::max());

  // Everything of another graph of the same kind.
  [[nodiscard]] std::optional<Error> merge(const View& other);

  // The plies of all games in it: in memory at most kMaxPlies, so that no count can overflow.
  std::uint64_t plies() const { return plies_; }
  static constexpr std::uint64_t kMaxPlies = std::numeric_limits<std::uint32_t>::max();

 private:
  bool is_own() const override { return true; }

  static constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};
  // A position has fewer moves than this, in any game: 218 in chess, 677 in Hex.
  static constexpr std::size_t kMaxMoves = 1024;

  struct StoredEdge {
    std::uint32_t next;  // of the same node, in its shard
    NodeId child;
    std::uint16_t move;
  };
  // Counts in half of their room: there are more edges than anything else.
  struct StoredCounts {
    std::array<std::uint32_t, 4> outcomes = {};
    std::uint32_t rated = 0;
    std::uint64_t rating_sum = 0;

    Counts whole() const;
    void add(const Counts& c);
  };
  struct Ends {
    std::uint64_t starts = 0;
    std::uint64_t finishes = 0;
  };
  // What nodes of a shard have besides their position, by index.
  struct Shard {
    std::vector<std::uint32_t> first_edge;
    std::vector<std::uint8_t> is_explored;
    std::vector<StoredEdge> edges;
    std::vector<StoredCounts> counts;              // by edge; may be shorter
    std::unordered_map<std::uint32_t, Ends> ends;  // of few nodes
  };
  struct Expansion;
  struct Tracing;
  class Frontier;

  // Room for what was added to the nodes of a shard.
  void fit(std::uint32_t shard);
  std::uint32_t find_edge(const Shard& shard, std::uint32_t index, std::uint16_t move) const;
  // The edge of a move, made if there is none.
  std::uint32_t edge_at(Shard& shard, std::uint32_t index, std::uint16_t move, NodeId child);
  static StoredCounts& counts_at(Shard& shard, std::uint32_t edge);
  Ends& ends_of(NodeId id) { return shards_[shard_of(id)].ends[index_of(id)]; }
  void add_edges(NodeId from, std::span<const std::uint16_t> moves, std::span<const NodeId> to);

  // The three steps of adding many positions at once; each on several threads.
  void gather(Expansion& e) const;
  void intern(std::uint32_t shard, Expansion& e, Frontier* next);
  void link(std::uint32_t shard, const Expansion& e);
  void run(std::span<Expansion> all, Frontier* next, unsigned threads);
  void expand_all(std::span<const NodeId> ids, Frontier* next, unsigned threads);
  void visit_children(NodeId id, Frontier& next) const;
  void trace(Tracing& t, std::size_t max_plies) const;
  void link(std::uint32_t shard, const Tracing& t);

  // Identities one by one.
  NodeId intern(const game::Identities& one);
  void merge_node(const Node& node, const game::Identities& children);
  // With what is known of the node at `i` among indices of a shard.
  void fill(Node& out, std::uint32_t shard, std::span<const std::uint32_t> order, std::size_t i,
            const game::End& end) const;
  [[nodiscard]] std::optional<Error> refuse(std::uint64_t more_nodes,
                                            std::uint64_t more_plies) const;

  Nodes nodes_;
  std::array<Shard, kShards> shards_;
  std::uint64_t plies_ = 0;
};

}  // namespace intarsia::graph
