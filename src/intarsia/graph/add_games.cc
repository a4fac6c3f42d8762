// Adding games: groups of them are traced, and what comes of a group is added shard by shard.

#include <algorithm>

#include "intarsia/graph/graph.h"
#include "intarsia/graph/internal/by_shard.h"
#include "intarsia/io/parallel.h"

namespace intarsia::graph {

namespace {

// Records of games that are traced together, at least.
constexpr std::size_t kGroupRecords = 2048;
constexpr std::size_t kGroups = 16;

}  // namespace

struct Graph::Tracing {
  std::vector<PlayedGame> games;
  std::vector<Counts> counts;  // by game
  game::Traced traced;
  std::vector<std::uint32_t> game_of_step;
  internal::ByShard positions_by_shard;
  std::vector<NodeId> ids;  // of the positions
  internal::ByShard steps_by_shard;
  // Where games begin and end, by the numbers of positions.
  std::vector<std::uint32_t> starts, finishes;

  void clear() {
    games.clear();
    counts.clear();
    traced.clear();
    game_of_step.clear();
    starts.clear();
    finishes.clear();
  }
};

// Records that do not follow from each other make a new beginning.
void Graph::trace(Tracing& t, std::size_t max_plies) const {
  game::Identities& positions = t.traced.positions;
  for (std::uint32_t game = 0; game < t.games.size(); ++game) {
    t.counts.push_back(Counts::of(*t.games[game].row));
    const std::size_t first_step = t.traced.steps.size();
    auto next = static_cast<std::uint32_t>(positions.size());  // a position that nothing leads to
    type().rules.trace(size(), t.games[game].records, max_plies, t.traced);
    t.game_of_step.resize(t.traced.steps.size(), game);
    std::size_t step = first_step;
    while (next < positions.size()) {
      t.starts.push_back(next);
      while (step < t.traced.steps.size() && t.traced.steps[step].from == next) {
        next = t.traced.steps[step++].to;
      }
      t.finishes.push_back(next++);
    }
  }
  if (kind_.key_mask != ~Key{0}) {
    for (Key& key : positions.keys) key &= kind_.key_mask;
  }
  const auto shard_at = [&](std::size_t i) { return shard_of_key(positions.keys[i]); };
  t.ids.resize(positions.size());
  t.positions_by_shard.assign(positions.size(), shard_at);
  t.steps_by_shard.assign(t.traced.steps.size(),
                          [&](std::size_t i) { return shard_at(t.traced.steps[i].from); });
}

void Graph::link(std::uint32_t number, const Tracing& t) {
  constexpr std::size_t kNodesAhead = 12;
  constexpr std::size_t kEdgesAhead = 6;
  Shard& shard = shards_[number];
  const auto steps = t.steps_by_shard.of(number);
  const auto index_ahead = [&](std::size_t i) {
    return index_of(t.ids[t.traced.steps[steps[i]].from]);
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i + kNodesAhead < steps.size()) {
      __builtin_prefetch(&shard.first_edge[index_ahead(i + kNodesAhead)]);
    }
    if (i + kEdgesAhead < steps.size()) {
      const std::uint32_t edge = shard.first_edge[index_ahead(i + kEdgesAhead)];
      if (edge < shard.counts.size()) {
        __builtin_prefetch(&shard.edges[edge]);
        __builtin_prefetch(&shard.counts[edge]);
      }
    }
    const game::Traced::Step& step = t.traced.steps[steps[i]];
    const std::uint32_t edge =
        edge_at(shard, index_of(t.ids[step.from]), step.move, t.ids[step.to]);
    counts_at(shard, edge).add(t.counts[t.game_of_step[steps[i]]]);
  }
}

std::optional<Error> Graph::add_games(std::span<const PlayedGame> games, unsigned threads,
                                      std::size_t max_plies) {
  const std::size_t bytes = kind_.record_bytes();
  std::uint64_t records = 0;
  for (const PlayedGame& g : games) records += g.records.size() / bytes;
  if (auto error = refuse(2 * records, records)) return error;

  std::vector<Tracing> groups(std::min<std::size_t>(kGroups, records / kGroupRecords + 1));
  while (!games.empty()) {
    std::size_t used = 0;
    for (; used < groups.size() && !games.empty(); ++used) {
      Tracing& t = groups[used];
      t.clear();
      for (std::size_t some = 0; some < kGroupRecords && !games.empty(); games = games.subspan(1)) {
        some += games.front().records.size() / bytes;
        t.games.push_back(games.front());
      }
    }
    const auto all = std::span(groups).first(used);
    io::in_parallel(used, threads, [&](std::size_t i) { trace(all[i], max_plies); });
    io::in_parallel(kShards, threads, [&](std::size_t shard) {
      const auto s = static_cast<std::uint32_t>(shard);
      for (Tracing& t : all) {
        nodes_.intern(s, t.traced.positions, t.positions_by_shard.of(s), t.ids);
      }
      fit(s);
    });
    io::in_parallel(kShards, threads, [&](std::size_t s) {
      for (const Tracing& t : all) link(static_cast<std::uint32_t>(s), t);
    });
    for (const Tracing& t : all) {
      for (const std::uint32_t i : t.starts) ++ends_of(t.ids[i]).starts;
      for (const std::uint32_t i : t.finishes) ++ends_of(t.ids[i]).finishes;
      plies_ += t.traced.steps.size();
    }
  }
  return std::nullopt;
}

}  // namespace intarsia::graph
