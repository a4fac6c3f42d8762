// 64-bit keys of positions, and where their constants come from.
//
// A key is the xor of one constant per fact that holds (Zobrist's method), so a
// move changes it by the few facts that change. Games with published constants
// (chess: Polyglot) carry that table; the others draw theirs from `KeySequence`
// with a written seed, which makes the keys a stable part of the file formats.

#pragma once

#include <cstdint>

namespace intarsia {

using Key = std::uint64_t;

// splitmix64 (Steele, Lea, Flood 2014): every 64-bit value exactly once per period.
class KeySequence {
 public:
  constexpr explicit KeySequence(std::uint64_t seed) : state_(seed) {}

  constexpr Key next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace intarsia
