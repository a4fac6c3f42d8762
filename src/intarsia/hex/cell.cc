#include "intarsia/hex/cell.h"

#include <array>
#include <cassert>

#include "intarsia/base/text.h"

namespace intarsia::hex {

namespace {

// By size: every position asks for one.
constexpr std::array<Cells, kMaxSize + 1> kBoards = [] {
  std::array<Cells, kMaxSize + 1> boards{};
  for (int n = kMinSize; n <= kMaxSize; ++n) {
    for (int c = 0; c < cell_count(n); ++c) boards[n].insert(static_cast<Cell>(c));
  }
  return boards;
}();
constexpr std::array<Cells, kMaxSize + 1> kBorders = [] {
  std::array<Cells, kMaxSize + 1> borders{};
  for (int n = kMinSize; n <= kMaxSize; ++n) {
    for (int i = 0; i < n; ++i) {
      borders[n].insert(cell_at(0, i, n));
      borders[n].insert(cell_at(n - 1, i, n));
      borders[n].insert(cell_at(i, 0, n));
      borders[n].insert(cell_at(i, n - 1, n));
    }
  }
  return borders;
}();

constexpr int kTooLarge = 1'000;

// A number of any length without a sign, at most kTooLarge; -1 if there is none, or one that begins
// with 0 and is not 0.
int take_number(TextCursor& in) {
  const std::string_view digits = in.take_while(is_digit);
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return -1;
  int value = 0;
  for (char c : digits) value = value >= kTooLarge ? kTooLarge : 10 * value + (c - '0');
  return value;
}

Error at(std::size_t offset, ErrorCode code, std::string detail) {
  return Error{code, offset, std::move(detail)};
}

}  // namespace

Cells transposed(const Cells& cells, int n) {
  Cells out;
  for (Cell c : cells) out.insert(transposed(c, n));
  return out;
}

const Cells& board_cells(int n) {
  assert(is_size(n));
  return kBoards[static_cast<std::size_t>(n)];
}

const Cells& border_cells(int n) {
  assert(is_size(n));
  return kBorders[static_cast<std::size_t>(n)];
}

void append_cell(std::string& out, Cell c, int n) {
  out += static_cast<char>('a' + column_of(c, n));
  append_number(out, row_of(c, n) + 1);
}

std::string cell_name(Cell c, int n) {
  std::string out;
  append_cell(out, c, n);
  return out;
}

Result<Cell> read_cell(TextCursor& in, int n) {
  const std::size_t start = in.offset();
  const char letter = in.peek();
  if (letter < 'a' || letter > 'z') {
    return at(start, ErrorCode::kSyntax, "expected a cell: a letter for the column, such as c7");
  }
  in.take(1);
  const int row = take_number(in);
  if (row < 0) {
    return at(
        start, ErrorCode::kSyntax,
        "expected a cell such as c7: the column's letter, then the row without leading zeros");
  }
  const int column = letter - 'a';
  if (column >= n || row < 1 || row > n) {
    std::string detail = "the cell is not on a board of size ";
    append_number(detail, n);
    return at(start, ErrorCode::kInvalid, std::move(detail));
  }
  return cell_at(row - 1, column, n);
}

Result<Cell> read_cell_name(std::string_view text, int n) {
  TextCursor in(text);
  auto cell = read_cell(in, n);
  if (cell && !in.at_end()) return at(0, ErrorCode::kSyntax, "expected one cell, such as c7");
  return cell;
}

std::string size_range() {
  return concat({std::to_string(kMinSize), " to ", std::to_string(kMaxSize)});
}

std::string wrong_size() { return concat({"boards have sizes from ", size_range()}); }

Result<int> read_size(TextCursor& in) {
  const std::size_t start = in.offset();
  const int n = take_number(in);
  if (n < 0) return at(start, ErrorCode::kSyntax, "expected the board's size, such as 11");
  if (!is_size(n)) return at(start, ErrorCode::kLimit, wrong_size());
  return n;
}

}  // namespace intarsia::hex
