// Orders in which an epoch visits records, computed instead of stored.
//
//   Order order(set.size(), {.seed = 1, .epoch = 0});
//   for (std::uint64_t j = 0; j < order.size(); ++j) visit(order[j]);
//
// Place j of the order is a function of the seed and j alone: any number of workers that share the
// places among them visit every record once, and memory is constant for any size.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/data/lanes.h"
#include "intarsia/data/permutation.h"

namespace intarsia::data {

enum class Shuffle : std::uint8_t {
  kNone,
  kGlobal,  // exact
  kBlocks,  // runs of neighbours in a seeded order, mixed in pools of many runs
  kLanes,   // whole shards in a seeded order, many of them side by side
};

// The exact one up to this many bytes of records, else lanes: random reads of a few bytes would fetch
// whole pages from the disk. It depends on the set alone, so that machines of any memory agree.
inline constexpr std::uint64_t kMostOfGlobal = std::uint64_t{8} << 30;
constexpr Shuffle suggested_shuffle(std::uint64_t bytes) {
  return bytes > kMostOfGlobal ? Shuffle::kLanes : Shuffle::kGlobal;
}

struct OrderOptions {
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;
  Shuffle shuffle = Shuffle::kGlobal;
  std::uint64_t run = 2048;  // records in a row: 64 KiB of chess
};

inline constexpr std::uint64_t kRunBytes = std::uint64_t{64} << 10;
inline constexpr std::uint64_t kPoolRuns = 256;  // 16 MiB

class Order {
 public:
  // Of as many records as that, in one shard; or of so many in each.
  Order(std::uint64_t size, const OrderOptions& options);
  Order(std::span<const std::uint64_t> shards, const OrderOptions& options);

  std::uint64_t size() const { return size_; }
  std::uint64_t operator[](std::uint64_t place) const;
  // Places `first` … at once.
  void fill(std::uint64_t first, std::span<std::uint64_t> out) const;

  // Places that far apart are neighbours where they are read: 1, if there are no lanes.
  std::uint64_t lanes() const { return lanes_ ? kLaneCount : 1; }
  // Places `first`, `first` + lanes() … at once.
  void fill_lane(std::uint64_t first, std::span<std::uint64_t> out) const;
  // The shards behind the lanes, if the order has lanes.
  const std::optional<Lanes>& in_lanes() const { return lanes_; }

  // All that the order is computed from.
  struct Parts {
    Shuffle shuffle;
    std::uint64_t key, run, runs, missing, short_slot;
  };
  Parts parts() const {
    return {options_.shuffle, key_, options_.run, runs_, missing_, short_slot_};
  }

  // Of blocks: the pool in which a place lies, and the runs of which a pool consists, so that they can
  // be fetched before they are asked for.
  struct Run {
    std::uint64_t first, count;
  };
  std::uint64_t pools() const { return (runs_ + kPoolRuns - 1) / kPoolRuns; }
  std::uint64_t pool_at(std::uint64_t place) const;
  std::vector<Run> runs_of(std::uint64_t pool) const;

 private:
  std::uint64_t in_blocks(std::uint64_t place) const;
  std::uint64_t pool_capacity(std::uint64_t pool) const;
  std::uint64_t as_if_whole(std::uint64_t place) const;

  std::uint64_t size_;
  OrderOptions options_;
  std::uint64_t runs_;
  std::uint64_t key_;
  Permutation global_;
  Permutation run_order_;
  std::uint64_t missing_;     // records that the last run is short of
  std::uint64_t short_slot_;  // where that run stands in the order of runs
  std::optional<Lanes> lanes_;
};

// The places of a worker's batch: number b of the epoch belongs to worker b % workers. The last batch
// may be short.
struct Places {
  std::uint64_t first, count;
};
Places batch_places(std::uint64_t size, std::uint64_t batch_size, std::uint64_t batch);

}  // namespace intarsia::data
