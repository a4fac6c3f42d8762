#include "python/bind/orders.h"

#include <algorithm>

namespace intarsia::bind {

OrderObject::OrderObject(std::span<const std::uint64_t> shards, const data::OrderOptions& options)
    : state_(new State{.order = data::Order(shards, options),
                       .is_blocks = options.shuffle == data::Shuffle::kBlocks}) {
  if (const auto& lanes = order().in_lanes()) state_->slots_told.resize(lanes->slots());
}

void OrderObject::announce(const data::BatchRows::Stretch& places, const Tell& tell) const {
  const std::uint64_t last = places.first + (places.count - 1) * order().lanes();
  if (state_->is_blocks) announce_blocks(places.first, last, tell);
  if (order().in_lanes()) announce_lanes(places.first, last, tell);
}

// Of threads that tell at once one does. It never waits: in a forked child nobody may be left who
// would let go.
//
// The pools of the places, and the next one.
void OrderObject::announce_blocks(std::uint64_t first, std::uint64_t last, const Tell& tell) const {
  const std::uint64_t end = std::min(order().pools(), order().pool_at(last) + 2);
  const std::unique_lock lock(state_->telling, std::try_to_lock);
  if (!lock) return;
  state_->pools_told = std::max(state_->pools_told, order().pool_at(first));
  for (; state_->pools_told < end; ++state_->pools_told) {
    for (const auto& run : order().runs_of(state_->pools_told)) tell(run.first, run.count);
  }
}

// The shards in which the places lie, and the next one.
void OrderObject::announce_lanes(std::uint64_t first, std::uint64_t last, const Tell& tell) const {
  const data::Lanes& lanes = *order().in_lanes();
  const std::size_t end = std::min(lanes.slots(), lanes.slot_at(last) + 2);
  const std::unique_lock lock(state_->telling, std::try_to_lock);
  if (!lock) return;
  for (std::size_t slot = lanes.slot_at(first); slot < end; ++slot) {
    if (state_->slots_told[slot]) continue;
    state_->slots_told[slot] = true;
    const data::Lanes::Shard shard = lanes.shard_in(slot);
    if (shard.count != 0) tell(shard.first, shard.count);
  }
}

}  // namespace intarsia::bind
