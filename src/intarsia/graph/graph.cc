#include "intarsia/graph/graph.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::graph {

namespace {

// Nodes whose ends are asked for at once.
constexpr std::size_t kVisited = 1024;

}  // namespace

Counts Graph::StoredCounts::whole() const {
  Counts c{.rated = rated, .rating_sum = rating_sum};
  std::copy(outcomes.begin(), outcomes.end(), c.outcomes.begin());
  return c;
}

void Graph::StoredCounts::add(const Counts& c) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    outcomes[i] += static_cast<std::uint32_t>(c.outcomes[i]);
  }
  rated += static_cast<std::uint32_t>(c.rated);
  rating_sum += c.rating_sum;
}

Graph::Graph(const Kind& kind) : View(kind), nodes_(kind.record_bytes()) {}

std::size_t Graph::memory() const {
  std::size_t sum = nodes_.memory();
  for (const Shard& s : shards_) {
    // A node of the map has a pointer and a hash beside it, and a bucket.
    sum += s.first_edge.capacity() * sizeof(std::uint32_t) + s.is_explored.capacity() +
           s.edges.capacity() * sizeof(StoredEdge) + s.counts.capacity() * sizeof(StoredCounts) +
           s.ends.size() * (sizeof(Ends) + 4 * sizeof(void*));
  }
  return sum;
}

std::uint64_t Graph::edges() const {
  std::uint64_t sum = 0;
  for (const Shard& s : shards_) sum += s.edges.size();
  return sum;
}

std::optional<Error> Graph::refuse(std::uint64_t more_nodes, std::uint64_t more_plies) const {
  // All of them could come into one shard.
  std::uint64_t largest = 0;
  for (std::uint32_t s = 0; s < kShards; ++s)
    largest = std::max<std::uint64_t>(largest, nodes_.size(s));
  std::uint64_t most_edges = 0;
  for (const Shard& s : shards_) most_edges = std::max<std::uint64_t>(most_edges, s.edges.size());
  if (largest + more_nodes > kMaxIndex || most_edges + more_nodes >= kNoEdge) {
    return Error{ErrorCode::kLimit, 0, "a graph in memory cannot hold more positions"};
  }
  if (plies_ + more_plies > kMaxPlies) {
    return Error{ErrorCode::kLimit, 0,
                 concat({"a graph in memory holds at most ", std::to_string(kMaxPlies),
                         " plies of games: a stored one has no such limit"})};
  }
  return std::nullopt;
}

void Graph::fit(std::uint32_t shard) {
  shards_[shard].first_edge.resize(nodes_.size(shard), kNoEdge);
  shards_[shard].is_explored.resize(nodes_.size(shard), 0);
}

NodeId Graph::intern(const game::Identities& one) {
  const std::uint32_t shard = shard_of_key(one.keys[0]);
  const std::uint32_t zero = 0;
  NodeId id = kNoNode;
  nodes_.intern(shard, one, {&zero, 1}, {&id, 1});
  fit(shard);
  return id;
}

Result<NodeId> Graph::add(const game::Line& line) {
  auto identity = identity_of(line);
  if (!identity) return identity.error();
  if (auto error = refuse(1, 0)) return *std::move(error);
  return intern({{identity->key}, std::move(identity->record)});
}

std::uint32_t Graph::find_edge(const Shard& shard, std::uint32_t index, std::uint16_t move) const {
  std::uint32_t edge = shard.first_edge[index];
  while (edge != kNoEdge && shard.edges[edge].move != move) edge = shard.edges[edge].next;
  return edge;
}

std::uint32_t Graph::edge_at(Shard& shard, std::uint32_t index, std::uint16_t move, NodeId child) {
  const std::uint32_t found = find_edge(shard, index, move);
  if (found != kNoEdge) return found;
  const auto edge = static_cast<std::uint32_t>(shard.edges.size());
  shard.edges.push_back({shard.first_edge[index], child, move});
  shard.first_edge[index] = edge;
  return edge;
}

Graph::StoredCounts& Graph::counts_at(Shard& shard, std::uint32_t edge) {
  if (shard.counts.size() <= edge) shard.counts.resize(edge + 1);
  return shard.counts[edge];
}

// Those of a node that had none lie one after the other.
void Graph::add_edges(NodeId from, std::span<const std::uint16_t> moves,
                      std::span<const NodeId> to) {
  Shard& shard = shards_[shard_of(from)];
  const std::uint32_t index = index_of(from);
  if (moves.empty()) return;
  if (shard.first_edge[index] != kNoEdge) {
    for (std::size_t i = 0; i < moves.size(); ++i) edge_at(shard, index, moves[i], to[i]);
    return;
  }
  const auto first = static_cast<std::uint32_t>(shard.edges.size());
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    shard.edges.push_back({first + i + 1, to[i], moves[i]});
  }
  shard.edges.back().next = kNoEdge;
  shard.first_edge[index] = first;
}

std::vector<Link> Graph::links(NodeId id) const {
  const Shard& shard = shards_[shard_of(id)];
  std::vector<Link> out;
  for (std::uint32_t e = shard.first_edge[index_of(id)]; e != kNoEdge; e = shard.edges[e].next) {
    out.push_back({shard.edges[e].move, shard.edges[e].child});
  }
  std::sort(out.begin(), out.end(), [](const Link& a, const Link& b) { return a.move < b.move; });
  return out;
}

// Of a large graph every look at an edge, and at the key of its child, waits for memory. So both are
// asked for while the nodes before are filled.
void Graph::fill(Node& out, std::uint32_t number, std::span<const std::uint32_t> order,
                 std::size_t i, const game::End& end) const {
  constexpr std::size_t kEdgesAhead = 16;
  constexpr std::size_t kChildrenAhead = 8;
  const Shard& shard = shards_[number];
  if (i + kEdgesAhead < order.size()) {
    const std::uint32_t edge = shard.first_edge[order[i + kEdgesAhead]];
    if (edge != kNoEdge) __builtin_prefetch(&shard.edges[edge]);
    if (edge < shard.counts.size()) __builtin_prefetch(&shard.counts[edge]);
  }
  if (i + kChildrenAhead < order.size()) {
    std::uint32_t edge = shard.first_edge[order[i + kChildrenAhead]];
    for (; edge != kNoEdge; edge = shard.edges[edge].next) {
      __builtin_prefetch(&nodes_.key(shard.edges[edge].child));
    }
  }
  const std::uint32_t index = order[i];
  const NodeId id = node_at(number, index);
  const auto record = nodes_.record(id);
  out.key = nodes_.key(id);
  out.record.assign(record.begin(), record.end());
  out.end.reset();
  if (end.outcome != Outcome::kUnknown) out.end = Ended{end.outcome, std::string(end.reason)};
  out.is_explored = shard.is_explored[index] != 0;
  const auto ends = shard.ends.find(index);
  out.starts = ends == shard.ends.end() ? 0 : ends->second.starts;
  out.finishes = ends == shard.ends.end() ? 0 : ends->second.finishes;
  out.edges.clear();
  for (std::uint32_t e = shard.first_edge[index]; e != kNoEdge; e = shard.edges[e].next) {
    const StoredEdge& edge = shard.edges[e];
    out.edges.push_back({edge.move, nodes_.key(edge.child),
                         e < shard.counts.size() ? shard.counts[e].whole() : Counts{}});
  }
  std::sort(out.edges.begin(), out.edges.end(),
            [](const Edge& a, const Edge& b) { return a.move < b.move; });
}

Node Graph::node(NodeId id) const {
  game::End end;
  type().rules.ends(size(), nodes_.record(id), &end);
  Node out;
  const std::uint32_t index = index_of(id);
  fill(out, shard_of(id), {&index, 1}, 0, end);
  return out;
}

Result<std::optional<Node>> Graph::find(const Identity& identity) const {
  const NodeId id = number_of(identity);
  if (id == kNoNode) return std::optional<Node>();
  return std::optional(node(id));
}

std::optional<Error> Graph::for_each(const Visit& visit) const {
  Node out;
  std::vector<std::byte> records;
  std::vector<game::End> ends;
  for (std::uint32_t s = 0; s < kShards; ++s) {
    const std::vector<std::uint32_t> order = nodes_.sorted(s);
    for (std::size_t i = 0; i < order.size(); i += kVisited) {
      const auto some = std::span(order).subspan(i, std::min(kVisited, order.size() - i));
      records.clear();
      ends.assign(some.size(), {});
      for (const std::uint32_t index : some) {
        const auto record = nodes_.record(node_at(s, index));
        records.insert(records.end(), record.begin(), record.end());
      }
      type().rules.ends(size(), records, ends.data());
      for (std::size_t k = 0; k < some.size(); ++k) {
        fill(out, s, some, k, ends[k]);
        if (auto error = visit(out)) return error;
      }
    }
  }
  return std::nullopt;
}

void Graph::merge_node(const Node& node, const game::Identities& children) {
  const NodeId from = intern({{node.key}, node.record});
  std::vector<NodeId> to;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto record =
        std::span(children.records).subspan(i * node.record.size(), node.record.size());
    to.push_back(intern({{children.keys[i]}, {record.begin(), record.end()}}));
  }
  Shard& shard = shards_[shard_of(from)];
  const std::uint32_t index = index_of(from);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::uint32_t edge = edge_at(shard, index, node.edges[i].move, to[i]);
    if (node.edges[i].counts != Counts{}) counts_at(shard, edge).add(node.edges[i].counts);
    plies_ += node.edges[i].counts.games();
  }
  if (node.is_explored) shard.is_explored[index] = 1;
  if (node.starts == 0 && node.finishes == 0) return;
  ends_of(from).starts += node.starts;
  ends_of(from).finishes += node.finishes;
}

std::optional<Error> Graph::merge(const View& other) {
  if (!(other.kind() == kind())) {
    return Error{ErrorCode::kInvalid, 0, "graphs of different games or boards cannot be merged"};
  }
  return other.for_each([&](const Node& node) -> std::optional<Error> {
    if (auto error = refuse(1 + node.edges.size(), node.counts().games())) return error;
    const auto children = other.children_of(node);
    if (!children) return children.error();
    merge_node(node, *children);
    return std::nullopt;
  });
}

}  // namespace intarsia::graph
