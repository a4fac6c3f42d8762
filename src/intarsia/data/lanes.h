// Shards in a seeded order, read in many lanes side by side: the shuffle of sets that are larger than
// the memory, or far away.
//
//   shards in their order   |--- 7 ---|--- 2 ---|--- 5 ---|--- 0 ---| …   records permuted in each
//   lanes                   |- lane 0 -|- lane 1 -|- lane 2 -|- …
//
// Place j is record j / kLaneCount of lane j % kLaneCount. So a batch mixes the shards that all lanes stand at,
// and no other shard is read meanwhile. Lanes differ by one record at most, the longer ones first.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/data/permutation.h"

namespace intarsia::data {

inline constexpr std::uint64_t kLaneCount = 64;

class Lanes {
 public:
  // `records` of each shard that are to be visited; 0 takes no room. Memory: 16 bytes a shard.
  Lanes(std::span<const std::uint64_t> records, std::uint64_t key);

  std::uint64_t size() const { return begins_.back(); }
  // The numbers of the records at places `first`, `first` + kLaneCount, … of one lane: neighbours in a
  // shard, which are found together.
  void fill_lane(std::uint64_t first, std::span<std::uint64_t> out) const;

  // The shards in the order in which they are read: where a place stands in it, and what is there.
  struct Shard {
    std::uint64_t first, count;  // its records, by their numbers
  };
  std::size_t slots() const { return begins_.size() - 1; }
  std::size_t slot_at(std::uint64_t place) const { return slot_of(row_of(place)); }
  Shard shard_in(std::size_t slot) const;

  // The number of each shard's first record; where each slot begins, and the last one ends.
  std::span<const std::uint64_t> firsts() const { return firsts_; }
  std::span<const std::uint64_t> begins() const { return begins_; }

 private:
  std::uint64_t row_of(std::uint64_t place) const;
  std::size_t slot_of(std::uint64_t row) const;

  std::uint64_t key_;
  Permutation order_;                  // of the shards
  std::vector<std::uint64_t> firsts_;  // number of each shard's first record
  std::vector<std::uint64_t>
      begins_;  // of the slots, when shards are laid end to end; then the end
};

}  // namespace intarsia::data
