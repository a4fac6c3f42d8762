#include "intarsia/data/permutation.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace intarsia::data {

namespace {

constexpr unsigned kManyBits = 16;

// The uppermost bits of a product of products, which depend on all bits of `x`: half of `mix`'s time.
constexpr std::uint64_t scrambled(std::uint64_t x, unsigned bits) {
  x *= 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x >> (64 - bits);
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

}  // namespace intarsia::data
