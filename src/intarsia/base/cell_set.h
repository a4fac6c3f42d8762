// A set of board cells as a fixed row of bits.
//
// Cell c is bit c % 64 of word c / 64, whatever the game: a chess board fills
// one word, an 11x11 Hex board two. The words are also the form in which planes
// are handed to the expand kernels and stored in files, so their order is part
// of the formats (docs/formats.md).
//
//   CellSet<2> stones;
//   stones.insert(60);
//   for (Cell c : stones) paint(c);
//
// A game with a strong type for its cells names it: `CellSet<1, chess::Square>`.
// A one-word set costs what a bare 64-bit integer costs.

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace intarsia {

using Cell = std::uint16_t;

template <int Words, class CellType = Cell>
class CellSet {
 public:
  static constexpr int kCapacity = 64 * Words;

  constexpr CellSet() = default;

  // The one-word set with exactly these bits.
  constexpr explicit CellSet(std::uint64_t word) requires(Words == 1) : words_{word} {}

  static constexpr CellSet from_words(const std::array<std::uint64_t, Words>& words) {
    CellSet s;
    s.words_ = words;
    return s;
  }

  static constexpr CellSet of(CellType c) {
    CellSet s;
    s.insert(c);
    return s;
  }

  constexpr bool contains(CellType c) const { return words_[index(c)] >> (c % 64) & 1; }
  constexpr void insert(CellType c) { words_[index(c)] |= bit(c); }
  constexpr void erase(CellType c) { words_[index(c)] &= ~bit(c); }

  constexpr int size() const {
    int n = 0;
    for (std::uint64_t w : words_) n += std::popcount(w);
    return n;
  }

  constexpr bool empty() const {
    std::uint64_t all = 0;
    for (std::uint64_t w : words_) all |= w;
    return all == 0;
  }

  constexpr bool has_several() const {
    if constexpr (Words == 1) {
      return (words_[0] & (words_[0] - 1)) != 0;
    } else {
      return size() > 1;
    }
  }

  // The lowest cell of a set that is not empty.
  constexpr CellType first() const {
    for (int i = 0; i < Words - 1; ++i) {
      if (words_[i] != 0) return CellType(64 * i + std::countr_zero(words_[i]));
    }
    assert(words_[Words - 1] != 0);
    return CellType(64 * (Words - 1) + std::countr_zero(words_[Words - 1]));
  }

  constexpr const std::array<std::uint64_t, Words>& words() const { return words_; }
  constexpr std::uint64_t word() const requires(Words == 1) { return words_[0]; }

  constexpr CellSet& operator|=(const CellSet& o) {
    for (int i = 0; i < Words; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& o) {
    for (int i = 0; i < Words; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  constexpr CellSet& operator^=(const CellSet& o) {
    for (int i = 0; i < Words; ++i) words_[i] ^= o.words_[i];
    return *this;
  }
  constexpr CellSet& operator-=(const CellSet& o) {
    for (int i = 0; i < Words; ++i) words_[i] &= ~o.words_[i];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr CellSet operator^(CellSet a, const CellSet& b) { return a ^= b; }
  friend constexpr CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }

  // All bits turned, those beyond the board too: intersect with the board where it is smaller.
  friend constexpr CellSet operator~(CellSet a) {
    for (std::uint64_t& w : a.words_) w = ~w;
    return a;
  }
  friend constexpr bool operator==(const CellSet&, const CellSet&) = default;

  // Visits members from the lowest cell up. Holds the cells still to come, so the set may
  // change meanwhile.
  class Iterator {
   public:
    constexpr explicit Iterator(const CellSet& rest) : rest_(rest) {}
    constexpr CellType operator*() const { return rest_.first(); }
    constexpr Iterator& operator++() {
      for (std::uint64_t& w : rest_.words_) {
        if (Words == 1 || w != 0) {
          w &= w - 1;
          break;
        }
      }
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    CellSet rest_;
  };
  constexpr Iterator begin() const { return Iterator(*this); }
  constexpr Iterator end() const { return Iterator(CellSet{}); }

 private:
  static constexpr int index(CellType c) {
    assert(c < kCapacity);
    return Words == 1 ? 0 : c / 64;  // a known index keeps a one-word set in a register
  }
  static constexpr std::uint64_t bit(CellType c) { return std::uint64_t{1} << (c % 64); }

  std::array<std::uint64_t, Words> words_{};
};

}  // namespace intarsia
