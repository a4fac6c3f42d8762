// Orders in which an epoch visits records, computed instead of stored.
//
//   Order order(set.size(), {.seed = 1, .epoch = 0});
//   for (std::uint64_t j = 0; j < order.size(); ++j) visit(order[j]);
//
// Place j of the order is a function of the seed and j alone: any number of workers that share the
// places among them visit every record once, and memory is constant for any size.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace intarsia::data {

// A keyed bijection of 0 … size - 1: a Feistel network over the next power of two, its halves changed
// in turn, walked until it falls inside (Black and Rogaway, "Ciphers with arbitrary finite domains").
// Four rounds, which is what makes one a good permutation (Luby and Rackoff), and two more for small
// sizes, where they cost little.
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t key);

  std::uint64_t size() const { return size_; }
  std::uint64_t operator[](std::uint64_t i) const;
  // Places `first` … at once: three times as fast as one by one.
  void fill(std::uint64_t first, std::span<std::uint64_t> out) const;
  // Where a value stands: the inverse.
  std::uint64_t place_of(std::uint64_t value) const;

 private:
  static constexpr int kRounds = 6;
  static constexpr int kRoundsOfMany = 4;

  std::uint64_t mixed(std::uint64_t i) const;
  std::uint64_t unmixed(std::uint64_t i) const;

  std::uint64_t size_;
  unsigned low_bits_ = 1, high_bits_ = 1;
  int rounds_ = kRounds;
  std::array<std::uint64_t, kRounds> keys_{};
};

enum class Shuffle : std::uint8_t {
  kNone,
  kGlobal,  // exact
  kBlocks,  // runs of neighbours in a seeded order, mixed in pools of many runs
};

// The exact one, unless the records exceed half of the machine's memory: random reads of a few bytes
// would fetch whole pages from the disk then.
Shuffle suggested_shuffle(std::uint64_t bytes);

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
  Order(std::uint64_t size, const OrderOptions& options);

  std::uint64_t size() const { return size_; }
  std::uint64_t operator[](std::uint64_t place) const;
  // Places `first` … at once.
  void fill(std::uint64_t first, std::span<std::uint64_t> out) const;

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
};

// The places of a worker's batch: number b of the epoch belongs to worker b % workers. The last batch
// may be short.
struct Places {
  std::uint64_t first, count;
};
Places batch_places(std::uint64_t size, std::uint64_t batch_size, std::uint64_t batch);

}  // namespace intarsia::data
