// A keyed bijection of numbers, computed instead of stored.

#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace intarsia::data {

// splitmix64's finisher: every bit of the answer depends on every bit of `x`.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

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

}  // namespace intarsia::data
