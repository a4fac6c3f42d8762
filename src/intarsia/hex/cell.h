// Cells of an N x N board, their names, and sets of them.
//
// A cell is row * N + column, row 0 at the top; its name is the letter of the
// column and the number of the row: c1 is row 0, column 2. Each row is drawn half a
// cell to the right of the one above it:
//
//     a1 b1 c1          neighbours of x:     o o
//      a2 b2 c2                             o x o
//       a3 b3 c3                             o o      (above, and above to the right; …)

#pragma once

#include <cstddef>
#include <string>

#include "intarsia/base/cell_set.h"
#include "intarsia/base/result.h"
#include "intarsia/base/text.h"

namespace intarsia::hex {

using intarsia::Cell;

inline constexpr int kMinSize = 1;
inline constexpr int kMaxSize = 26;  // columns have one letter
inline constexpr int kUsualSize = 11;
inline constexpr int kMaxCells = kMaxSize * kMaxSize;
inline constexpr int kWords = (kMaxCells + 63) / 64;

using Cells = CellSet<kWords>;

constexpr bool is_size(int n) { return n >= kMinSize && n <= kMaxSize; }
constexpr int cell_count(int n) { return n * n; }
constexpr Cell cell_at(int row, int column, int n) { return static_cast<Cell>(row * n + column); }
constexpr int row_of(Cell c, int n) { return c / n; }
constexpr int column_of(Cell c, int n) { return c % n; }

// The cell on the other side of the long diagonal, where rows are columns: with colours exchanged
// the board looks the same from there.
constexpr Cell transposed(Cell c, int n) { return cell_at(column_of(c, n), row_of(c, n), n); }
Cells transposed(const Cells& cells, int n);

// All cells of the board, and those on its rim.
const Cells& board_cells(int n);
const Cells& border_cells(int n);

// "c1".
void append_cell(std::string& out, Cell c, int n);
std::string cell_name(Cell c, int n);

// The cell whose name stands at the cursor, which then stands behind it. Rows have no leading zero.
Result<Cell> read_cell(TextCursor& in, int n);

// The same for a text that is nothing else.
Result<Cell> read_cell_name(std::string_view text, int n);

// "1 to 26".
std::string size_range();
// What is said to one who names another size.
std::string wrong_size();

// A board's size at the cursor: a whole number of that range.
Result<int> read_size(TextCursor& in);

}  // namespace intarsia::hex
