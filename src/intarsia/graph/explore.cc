// Exploring: positions are expanded in groups, and what comes of a group is added shard by shard.

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/internal/by_shard.h"
#include "intarsia/io/parallel.h"

namespace intarsia::graph {

namespace {

// Nodes that are expanded together: their children stay in the cache of a core.
constexpr std::size_t kGroup = 256;
// Groups between which threads wait for each other, and after which limits are looked at.
constexpr std::size_t kGroups = 16;

}  // namespace

struct Graph::Expansion {
  std::span<const NodeId> parents;
  internal::ByShard parents_by_shard;
  std::vector<std::byte> records;
  game::Expanded expanded;
  internal::ByShard children_by_shard;
  std::vector<NodeId> ids;  // of the children
};

// The nodes that a walk has met, and among them those that it goes on from. Shards are independent.
class Graph::Frontier {
 public:
  void visit(NodeId id) {
    auto& met = met_[shard_of(id)];
    const std::uint32_t index = index_of(id);
    if (met.size() <= index) met.resize(std::max<std::size_t>(index + 1, 2 * met.size()));
    if (std::exchange(met[index], 1) == 0) found_[shard_of(id)].push_back(id);
  }
  // Those that were found since the last call.
  std::vector<NodeId> take() {
    std::vector<NodeId> all;
    for (auto& some : found_) {
      all.insert(all.end(), some.begin(), some.end());
      some.clear();
    }
    return all;
  }

 private:
  std::array<std::vector<std::uint8_t>, kShards> met_;
  std::array<std::vector<NodeId>, kShards> found_;
};

void Graph::gather(Expansion& e) const {
  e.records.clear();
  for (const NodeId id : e.parents) {
    const auto record = nodes_.record(id);
    e.records.insert(e.records.end(), record.begin(), record.end());
  }
  type().rules.expand(size(), e.records, e.expanded);
  game::Identities& children = e.expanded.children;
  if (kind_.key_mask != ~Key{0}) {
    for (Key& key : children.keys) key &= kind_.key_mask;
  }
  e.ids.resize(children.size());
  e.children_by_shard.assign(children.size(),
                             [&](std::size_t i) { return shard_of_key(children.keys[i]); });
  e.parents_by_shard.assign(e.parents.size(),
                            [&](std::size_t i) { return shard_of(e.parents[i]); });
}

void Graph::intern(std::uint32_t shard, Expansion& e, Frontier* next) {
  const auto numbers = e.children_by_shard.of(shard);
  nodes_.intern(shard, e.expanded.children, numbers, e.ids);
  fit(shard);
  if (next == nullptr) return;
  for (const std::uint32_t i : numbers) next->visit(e.ids[i]);
}

void Graph::link(std::uint32_t shard, const Expansion& e) {
  for (const std::uint32_t i : e.parents_by_shard.of(shard)) {
    const std::uint32_t first = e.expanded.first[i];
    const std::uint32_t count = e.expanded.first[i + 1] - first;
    add_edges(e.parents[i], std::span(e.expanded.moves).subspan(first, count),
              std::span(e.ids).subspan(first, count));
    shards_[shard].is_explored[index_of(e.parents[i])] = 1;
  }
}

// A shard meets the groups in their order however many threads there are, so the numbers of new nodes
// are the same.
void Graph::run(std::span<Expansion> all, Frontier* next, unsigned threads) {
  if (threads == 1) {
    for (Expansion& e : all) {
      gather(e);
      for (std::uint32_t s = 0; s < kShards; ++s) intern(s, e, next);
      for (std::uint32_t s = 0; s < kShards; ++s) link(s, e);
    }
    return;
  }
  io::in_parallel(all.size(), threads, [&](std::size_t i) { gather(all[i]); });
  io::in_parallel(kShards, threads, [&](std::size_t s) {
    for (Expansion& e : all) intern(static_cast<std::uint32_t>(s), e, next);
  });
  io::in_parallel(kShards, threads, [&](std::size_t s) {
    for (const Expansion& e : all) link(static_cast<std::uint32_t>(s), e);
  });
}

void Graph::expand_all(std::span<const NodeId> ids, Frontier* next, unsigned threads) {
  std::vector<Expansion> groups(std::min(kGroups, (ids.size() + kGroup - 1) / kGroup));
  while (!ids.empty()) {
    std::size_t used = 0;
    for (; used < groups.size() && !ids.empty(); ++used) {
      const std::size_t count = std::min(kGroup, ids.size());
      groups[used].parents = ids.first(count);
      ids = ids.subspan(count);
    }
    run(std::span(groups).first(used), next, threads);
  }
}

std::optional<Error> Graph::expand(std::span<const NodeId> ids, unsigned threads) {
  std::vector<NodeId> fresh;
  for (const NodeId id : ids) {
    std::uint8_t& is_explored = shards_[shard_of(id)].is_explored[index_of(id)];
    if (std::exchange(is_explored, 1) == 0) fresh.push_back(id);
  }
  if (auto error = refuse(fresh.size() * kMaxMoves, 0)) {
    for (const NodeId id : fresh) shards_[shard_of(id)].is_explored[index_of(id)] = 0;
    return error;
  }
  expand_all(fresh, nullptr, threads);
  return std::nullopt;
}

void Graph::visit_children(NodeId id, Frontier& next) const {
  const Shard& shard = shards_[shard_of(id)];
  for (std::uint32_t e = shard.first_edge[index_of(id)]; e != kNoEdge; e = shard.edges[e].next) {
    next.visit(shard.edges[e].child);
  }
}

Result<bool> Graph::explore(NodeId root, const ExploreOptions& options) {
  Frontier next;
  next.visit(root);
  std::vector<NodeId> level = next.take();
  std::vector<NodeId> fresh;
  for (int depth = 1; depth <= options.depth && !level.empty(); ++depth) {
    std::span<const NodeId> rest = level;
    while (!rest.empty()) {
      const std::uint64_t nodes = nodes_.size();
      if (options.stop != nullptr && options.stop->load()) return false;
      if (options.progress) options.progress(nodes, depth);
      if (nodes >= options.max_nodes) return true;
      if (memory() > options.max_memory) {
        return Error{
            ErrorCode::kLimit, 0,
            concat({std::to_string(nodes), " positions take the memory that they may take (",
                    std::to_string(options.max_memory / 1'000'000), " MB) at depth ",
                    std::to_string(depth)})};
      }
      // Few at a time where the limit is near.
      const std::uint64_t fitting = (options.max_nodes - nodes) / kMaxMoves + 1;
      const auto count = static_cast<std::size_t>(
          std::min<std::uint64_t>({rest.size(), kGroup * kGroups, fitting}));
      if (auto error = refuse(count * kMaxMoves, 0)) return *std::move(error);
      fresh.clear();
      for (const NodeId id : rest.first(count)) {
        is_explored(id) ? visit_children(id, next) : fresh.push_back(id);
      }
      expand_all(fresh, depth < options.depth ? &next : nullptr, options.threads);
      rest = rest.subspan(count);
    }
    level = next.take();
  }
  return true;
}

}  // namespace intarsia::graph
