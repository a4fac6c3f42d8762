#include "intarsia/data/sampling.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include <unistd.h>

namespace intarsia::data {

namespace {

// splitmix64's finisher: every bit of the answer depends on every bit of `x`.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr unsigned kManyBits = 16;

// The uppermost bits of a product of products, which depend on all bits of `x`: half of `mix`'s time.
constexpr std::uint64_t scrambled(std::uint64_t x, unsigned bits) {
  x *= 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x >> (64 - bits);
}

constexpr std::uint64_t key_of(std::uint64_t seed, std::uint64_t epoch) {
  return mix(mix(seed) ^ epoch);
}

}  // namespace

Permutation::Permutation(std::uint64_t size, std::uint64_t key) : size_(size) {
  const auto bits = static_cast<unsigned>(size > 2 ? std::bit_width(size - 1) : 2);
  low_bits_ = bits / 2;
  high_bits_ = bits - low_bits_;
  if (bits >= kManyBits) rounds_ = kRoundsOfMany;
  for (auto& k : keys_) k = key = mix(key);
}

std::uint64_t Permutation::mixed(std::uint64_t i) const {
  std::uint64_t low = i & ((std::uint64_t{1} << low_bits_) - 1);
  std::uint64_t high = i >> low_bits_;
  for (int round = 0; round < rounds_; round += 2) {
    high ^= scrambled(low ^ keys_[static_cast<std::size_t>(round)], high_bits_);
    low ^= scrambled(high ^ keys_[static_cast<std::size_t>(round) + 1], low_bits_);
  }
  return high << low_bits_ | low;
}

// The domain is less than twice as large, so that two walks are expected at most.
std::uint64_t Permutation::operator[](std::uint64_t i) const {
  assert(i < size_);
  do {
    i = mixed(i);
  } while (i >= size_);
  return i;
}

// Whether a walk goes on is chance, which no processor predicts: so all take a step, then those that
// fell outside, without a branch.
void Permutation::fill(std::uint64_t first, std::span<std::uint64_t> out) const {
  constexpr std::size_t kBlock = 256;
  std::array<std::uint16_t, kBlock> outside;
  for (; !out.empty(); out = out.subspan(std::min(kBlock, out.size())), first += kBlock) {
    const std::size_t count = std::min(kBlock, out.size());
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = mixed(first + i);
      outside[left] = static_cast<std::uint16_t>(i);
      left += out[i] >= size_ ? 1 : 0;
    }
    while (left > 0) {
      const std::size_t walking = left;
      left = 0;
      for (std::size_t k = 0; k < walking; ++k) {
        const std::uint16_t i = outside[k];
        out[i] = mixed(out[i]);
        outside[left] = i;
        left += out[i] >= size_ ? 1 : 0;
      }
    }
  }
}

// Each half is changed by what the other one hides: the same steps backwards undo them.
std::uint64_t Permutation::unmixed(std::uint64_t i) const {
  std::uint64_t low = i & ((std::uint64_t{1} << low_bits_) - 1);
  std::uint64_t high = i >> low_bits_;
  for (int round = rounds_ - 2; round >= 0; round -= 2) {
    low ^= scrambled(high ^ keys_[static_cast<std::size_t>(round) + 1], low_bits_);
    high ^= scrambled(low ^ keys_[static_cast<std::size_t>(round)], high_bits_);
  }
  return high << low_bits_ | low;
}

std::uint64_t Permutation::place_of(std::uint64_t value) const {
  assert(value < size_);
  do {
    value = unmixed(value);
  } while (value >= size_);
  return value;
}

Order::Order(std::uint64_t size, const OrderOptions& options)
    : size_(size),
      options_(options),
      runs_((size + options.run - 1) / options.run),
      key_(key_of(options.seed, options.epoch)),
      global_(size, key_),
      run_order_(std::max<std::uint64_t>(runs_, 1), mix(key_)),
      missing_(runs_ * options.run - size),
      short_slot_(runs_ == 0 ? 0 : run_order_.place_of(runs_ - 1)) {}

std::uint64_t Order::operator[](std::uint64_t place) const {
  assert(place < size_);
  switch (options_.shuffle) {
    case Shuffle::kNone:
      return place;
    case Shuffle::kGlobal:
      return global_[place];
    case Shuffle::kBlocks:
      return in_blocks(place);
  }
  return place;
}

void Order::fill(std::uint64_t first, std::span<std::uint64_t> out) const {
  assert(first + out.size() <= size_);
  if (options_.shuffle == Shuffle::kGlobal) return global_.fill(first, out);
  for (std::uint64_t& number : out) number = (*this)[first++];
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

Shuffle suggested_shuffle(std::uint64_t bytes) {
  const std::uint64_t memory = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                               static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes > memory / 2 ? Shuffle::kBlocks : Shuffle::kGlobal;
}

Places batch_places(std::uint64_t size, std::uint64_t batch_size, std::uint64_t batch) {
  const std::uint64_t first = std::min(size, batch * batch_size);
  return {first, std::min(batch_size, size - first)};
}

}  // namespace intarsia::data
