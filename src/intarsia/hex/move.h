// A Hex move in 16 bits: a cell, or the swap.

#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "intarsia/hex/cell.h"

namespace intarsia::hex {

class Move {
 public:
  constexpr explicit Move(Cell c) : bits_(c) { assert(c < kMaxCells); }
  static constexpr Move swap() { return from_bits(kSwapBits); }
  static constexpr Move none() { return from_bits(kNoneBits); }

  constexpr bool is_swap() const { return bits_ == kSwapBits; }
  constexpr bool is_none() const { return bits_ == kNoneBits; }
  constexpr bool is_cell() const { return bits_ < kMaxCells; }
  constexpr Cell cell() const {
    assert(is_cell());
    return bits_;
  }

  // The number of a move among all of a board: its cell; N² is the swap.
  constexpr int index(int n) const { return is_swap() ? cell_count(n) : cell(); }
  static constexpr Move from_index(int i, int n) {
    return i == cell_count(n) ? swap() : Move(static_cast<Cell>(i));
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr std::uint16_t kSwapBits = 0xfffe;
  static constexpr std::uint16_t kNoneBits = 0xffff;

  static constexpr Move from_bits(std::uint16_t bits) {
    Move m(Cell{0});
    m.bits_ = bits;
    return m;
  }

  std::uint16_t bits_;
};

static_assert(sizeof(Move) == 2);

// "a3" or "swap".
void append_move(std::string& out, Move m, int n);
std::string move_name(Move m, int n);
Result<Move> read_move(std::string_view text, int n);

}  // namespace intarsia::hex
