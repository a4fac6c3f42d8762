#include "intarsia/data/sampling.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace intarsia::data {

namespace {

constexpr std::uint64_t key_of(std::uint64_t seed, std::uint64_t epoch) {
  return mix(mix(seed) ^ epoch);
}

}  // namespace

Order::Order(std::uint64_t size, const OrderOptions& options)
    : Order(std::span(&size, 1), options) {}

Order::Order(std::span<const std::uint64_t> shards, const OrderOptions& options)
    : size_(std::accumulate(shards.begin(), shards.end(), std::uint64_t{0})),
      options_(options),
      runs_((size_ + options.run - 1) / options.run),
      key_(key_of(options.seed, options.epoch)),
      global_(size_, key_),
      run_order_(std::max<std::uint64_t>(runs_, 1), mix(key_)),
      missing_(runs_ * options.run - size_),
      short_slot_(runs_ == 0 ? 0 : run_order_.place_of(runs_ - 1)) {
  if (options.shuffle == Shuffle::kLanes) lanes_.emplace(shards, key_);
}

std::uint64_t Order::operator[](std::uint64_t place) const {
  assert(place < size_);
  switch (options_.shuffle) {
    case Shuffle::kNone:
      return place;
    case Shuffle::kGlobal:
      return global_[place];
    case Shuffle::kBlocks:
      return in_blocks(place);
    case Shuffle::kLanes:
      lanes_->fill_lane(place, std::span(&place, 1));
      return place;
  }
  return place;
}

void Order::fill(std::uint64_t first, std::span<std::uint64_t> out) const {
  assert(first + out.size() <= size_);
  if (options_.shuffle == Shuffle::kGlobal) return global_.fill(first, out);
  for (std::uint64_t& number : out) number = (*this)[first++];
}

void Order::fill_lane(std::uint64_t first, std::span<std::uint64_t> out) const {
  if (lanes_) return lanes_->fill_lane(first, out);
  fill(first, out);
}

std::uint64_t Order::pool_capacity(std::uint64_t pool) const {
  return std::min(kPoolRuns, runs_ - pool * kPoolRuns) * options_.run;
}

// As if the last run were whole: what lies behind its end, in its pool and in the order of all, is
// shifted by what is missing.
std::uint64_t Order::as_if_whole(std::uint64_t place) const {
  const std::uint64_t short_pool = short_slot_ / kPoolRuns;
  const std::uint64_t end = short_pool * kPoolRuns * options_.run + pool_capacity(short_pool);
  return place >= end - missing_ ? place + missing_ : place;
}

std::uint64_t Order::pool_at(std::uint64_t place) const {
  return as_if_whole(place) / (kPoolRuns * options_.run);
}

std::vector<Order::Run> Order::runs_of(std::uint64_t pool) const {
  std::vector<Run> runs;
  const std::uint64_t end = std::min(runs_, (pool + 1) * kPoolRuns);
  for (std::uint64_t slot = pool * kPoolRuns; slot < end; ++slot) {
    const std::uint64_t first = run_order_[slot] * options_.run;
    runs.push_back({first, std::min(options_.run, size_ - first)});
  }
  return runs;
}

std::uint64_t Order::in_blocks(std::uint64_t place) const {
  const std::uint64_t whole = kPoolRuns * options_.run;
  const std::uint64_t short_pool = short_slot_ / kPoolRuns;
  place = as_if_whole(place);
  const std::uint64_t pool = place / whole;
  const std::uint64_t size = pool_capacity(pool) - (pool == short_pool ? missing_ : 0);
  std::uint64_t inside = Permutation(size, mix(key_ ^ mix(pool)))[place - pool * whole];
  const std::uint64_t short_end = (short_slot_ % kPoolRuns + 1) * options_.run - missing_;
  if (pool == short_pool && inside >= short_end) inside += missing_;
  const std::uint64_t run = run_order_[pool * kPoolRuns + inside / options_.run];
  return run * options_.run + inside % options_.run;
}

Places batch_places(std::uint64_t size, std::uint64_t batch_size, std::uint64_t batch) {
  const std::uint64_t first = std::min(size, batch * batch_size);
  return {first, std::min(batch_size, size - first)};
}

}  // namespace intarsia::data
