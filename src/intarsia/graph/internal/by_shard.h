// Which of many belong to each shard, in their order.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/graph/nodes.h"

namespace intarsia::graph::internal {

class ByShard {
 public:
  // `shard_at(i)` for i below `count`.
  template <class ShardAt>
  void assign(std::size_t count, ShardAt shard_at) {
    first_.fill(0);
    numbers_.resize(count);
    for (std::size_t i = 0; i < count; ++i) ++first_[shard_at(i) + 1];
    for (std::uint32_t s = 0; s < kShards; ++s) first_[s + 1] += first_[s];
    auto next = first_;
    for (std::size_t i = 0; i < count; ++i) {
      numbers_[next[shard_at(i)]++] = static_cast<std::uint32_t>(i);
    }
  }
  std::span<const std::uint32_t> of(std::uint32_t shard) const {
    return std::span(numbers_).subspan(first_[shard], first_[shard + 1] - first_[shard]);
  }

 private:
  std::array<std::uint32_t, kShards + 1> first_ = {};
  std::vector<std::uint32_t> numbers_;
};

}  // namespace intarsia::graph::internal
