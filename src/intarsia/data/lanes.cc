#include "intarsia/data/lanes.h"

#include <algorithm>
#include <cassert>

namespace intarsia::data {

Lanes::Lanes(std::span<const std::uint64_t> records, std::uint64_t key)
    : key_(key), order_(records.size(), mix(key)) {
  std::uint64_t sum = 0;
  for (const std::uint64_t n : records) {
    firsts_.push_back(sum);
    sum += n;
  }
  std::uint64_t begin = 0;
  for (std::size_t slot = 0; slot < records.size(); ++slot) {
    begins_.push_back(begin);
    begin += records[order_[slot]];
  }
  begins_.push_back(begin);
}

// Where a place lies when the lanes are laid end to end, which is the row of the shards.
std::uint64_t Lanes::row_of(std::uint64_t place) const {
  assert(place < size());
  const std::uint64_t lane = place % kLaneCount;
  return lane * (size() / kLaneCount) + std::min(lane, size() % kLaneCount) + place / kLaneCount;
}

// The last slot that begins there or before: those before it at the same place are empty.
std::size_t Lanes::slot_of(std::uint64_t row) const {
  const auto behind = std::upper_bound(begins_.begin(), begins_.end(), row);
  return static_cast<std::size_t>(behind - begins_.begin()) - 1;
}

Lanes::Shard Lanes::shard_in(std::size_t slot) const {
  return {firsts_[order_[slot]], begins_[slot + 1] - begins_[slot]};
}

void Lanes::fill_lane(std::uint64_t first, std::span<std::uint64_t> out) const {
  for (std::uint64_t row = out.empty() ? 0 : row_of(first); !out.empty();) {
    const std::size_t slot = slot_of(row);
    const Shard shard = shard_in(slot);
    const std::uint64_t inside = row - begins_[slot];
    const auto here = out.first(std::min<std::uint64_t>(out.size(), shard.count - inside));
    Permutation(shard.count, mix(key_ ^ mix(order_[slot]))).fill(inside, here);
    for (std::uint64_t& number : here) number += shard.first;
    out = out.subspan(here.size());
    row += here.size();
  }
}

}  // namespace intarsia::data
