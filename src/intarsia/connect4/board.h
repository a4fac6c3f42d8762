// Boards of Connect Four, their cells, and sets of them.
//
// A board has C columns and R rows, 1 to 9 each, and at most 64 cells. A cell is
// row * C + column, row 0 on top. Its name is the letter of the column and the number
// of the row *from the bottom*, as players count. On the usual board of 7 columns and
// 6 rows:
//
//     a6 b6 … g6      row 0, cells 0 … 6
//     …
//     a1 b1 … g1      row 5, cells 35 … 41
//
// A board's size as one number is 10 * C + R: 76. Its text is CxR: "7x6".

#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "intarsia/base/cell_set.h"
#include "intarsia/base/result.h"
#include "intarsia/base/text.h"

namespace intarsia::connect4 {

using intarsia::Cell;
using Cells = CellSet<1>;

inline constexpr int kMaxSide = 9;
inline constexpr int kMaxCells = 64;
inline constexpr int kSizeCodes = 100;  // sizes are numbers below this

constexpr bool is_board(int columns, int rows) {
  return columns >= 1 && columns <= kMaxSide && rows >= 1 && rows <= kMaxSide &&
         columns * rows <= kMaxCells;
}
constexpr bool is_size(int size) {
  return size > 0 && size < kSizeCodes && is_board(size / 10, size % 10);
}

class Board {
 public:
  constexpr Board() = default;  // 7 columns, 6 rows
  constexpr Board(int columns, int rows)
      : columns_(static_cast<std::uint8_t>(columns)), rows_(static_cast<std::uint8_t>(rows)) {
    assert(is_board(columns, rows));
  }
  static constexpr Board of_size(int size) { return {size / 10, size % 10}; }

  constexpr int columns() const { return columns_; }
  constexpr int rows() const { return rows_; }
  constexpr int cells() const { return columns_ * rows_; }
  constexpr int size() const { return 10 * columns_ + rows_; }

  constexpr Cell cell_at(int row, int column) const {
    return static_cast<Cell>(row * columns_ + column);
  }
  constexpr int row_of(Cell c) const { return c / columns_; }
  constexpr int column_of(Cell c) const { return c % columns_; }

  constexpr Cells all_cells() const { return Cells(~std::uint64_t{0} >> (kMaxCells - cells())); }
  constexpr Cells column_cells(int column) const {
    return Cells(kFirstColumns[columns_] << column) & all_cells();
  }
  constexpr Cells bottom_cells() const {
    const std::uint64_t row = (std::uint64_t{1} << columns_) - 1;
    return Cells(row << (cells() - columns_));
  }

  // The cells on which a disc stays: those of the bottom row, and those above occupied ones.
  constexpr Cells supported_cells(const Cells& occupied) const {
    return Cells(occupied.word() >> columns_) | bottom_cells();
  }

  // Left and right exchanged.
  constexpr int mirrored(int column) const { return columns_ - 1 - column; }
  constexpr Cell mirrored(Cell c) const { return cell_at(row_of(c), mirrored(column_of(c))); }
  constexpr Cells mirrored(const Cells& cells) const {
    std::uint64_t out = 0;
    for (int k = 0; k < columns_; ++k) {
      out |= (cells & column_cells(k)).word() >> k << mirrored(k);
    }
    return Cells(out);
  }

  friend constexpr bool operator==(Board, Board) = default;

 private:
  // By number of columns: column 0 in as many rows as a word holds.
  static constexpr std::array<std::uint64_t, kMaxSide + 1> kFirstColumns = [] {
    std::array<std::uint64_t, kMaxSide + 1> all{};
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      for (int c = 0; c < kMaxCells; c += columns) all[columns] |= std::uint64_t{1} << c;
    }
    return all;
  }();

  std::uint8_t columns_ = 7;
  std::uint8_t rows_ = 6;
};

static_assert(Board().size() == 76 && Board().cells() == 42);

// "7x6".
void append_board(std::string& out, Board b);
std::string board_name(Board b);

// "columns x rows, 1 to 9 each and at most 64 cells": what boards there are.
std::string board_rule();

// A text that is nothing but a board.
Result<Board> read_board(std::string_view text);

// Whether a word is meant as a board, not as moves: it has an x.
constexpr bool looks_like_board(std::string_view word) {
  return word.find('x') != std::string_view::npos;
}

// The board that is the next word at the cursor, which then stands behind it; the usual board if the
// next word is not meant as one.
Result<Board> take_board(TextCursor& in);

// "d1": the lowest cell of the fourth column.
void append_cell(std::string& out, Cell c, Board b);
std::string cell_name(Cell c, Board b);

// A text that is nothing but a cell's name.
Result<Cell> read_cell_name(std::string_view text, Board b);

}  // namespace intarsia::connect4
