// A move of Connect Four: the column into which a disc falls.

#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "intarsia/connect4/board.h"

namespace intarsia::connect4 {

class Move {
 public:
  // Columns are counted from 0 here, and from 1 in texts.
  constexpr explicit Move(int column) : column_(static_cast<std::uint16_t>(column)) {
    assert(column >= 0 && column < kMaxSide);
  }
  static constexpr Move none() {
    Move m(0);
    m.column_ = kNoneBits;
    return m;
  }

  constexpr bool is_none() const { return column_ == kNoneBits; }
  constexpr int column() const {
    assert(!is_none());
    return column_;
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr std::uint16_t kNoneBits = 0xffff;

  std::uint16_t column_;
};

static_assert(sizeof(Move) == 2);

// "4": the fourth column.
constexpr char to_digit(Move m) { return static_cast<char>('1' + m.column()); }
std::string move_name(Move m);

// A text that is one digit, the column.
Result<Move> read_move(std::string_view text, Board b);

}  // namespace intarsia::connect4
