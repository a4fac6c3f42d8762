#include "intarsia/connect4/board.h"

namespace intarsia::connect4 {

namespace {

// Any number above the largest side, so that sides of any length can be read.
constexpr int kTooLarge = 1'000;

// A number without a sign or leading zeros, at most kTooLarge; -1 if the text is none.
int number_of(std::string_view digits) {
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return -1;
  int value = 0;
  for (char c : digits) {
    if (!is_digit(c)) return -1;
    value = value >= kTooLarge ? kTooLarge : 10 * value + (c - '0');
  }
  return value;
}

}  // namespace

void append_board(std::string& out, Board b) {
  append_number(out, b.columns());
  out += 'x';
  append_number(out, b.rows());
}

std::string board_name(Board b) {
  std::string out;
  append_board(out, b);
  return out;
}

std::string board_rule() {
  return concat({"columns x rows, 1 to ", std::to_string(kMaxSide), " each and at most ",
                 std::to_string(kMaxCells), " cells"});
}

Result<Board> read_board(std::string_view text) {
  const std::size_t x = text.find('x');
  const bool has_x = x != std::string_view::npos;
  const int columns = has_x ? number_of(text.substr(0, x)) : -1;
  const int rows = has_x ? number_of(text.substr(x + 1)) : -1;
  if (columns < 0 || rows < 0) {
    return Error{ErrorCode::kSyntax, 0, "expected a board, columns x rows, such as 7x6"};
  }
  if (!is_board(columns, rows)) {
    return Error{ErrorCode::kLimit, 0, concat({"boards are ", board_rule()})};
  }
  return Board(columns, rows);
}

Result<Board> take_board(TextCursor& in) {
  TextCursor after = in;
  after.skip_blanks();
  const std::size_t at = after.offset();
  const std::string_view word = after.word();
  if (!looks_like_board(word)) return Board();
  in = after;
  auto board = read_board(word);
  if (!board) return std::move(board).error().moved_by(at);
  return board;
}

void append_cell(std::string& out, Cell c, Board b) {
  out += static_cast<char>('a' + b.column_of(c));
  append_number(out, b.rows() - b.row_of(c));
}

std::string cell_name(Cell c, Board b) {
  std::string out;
  append_cell(out, c, b);
  return out;
}

Result<Cell> read_cell_name(std::string_view text, Board b) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'z' || !is_digit(text[1])) {
    return Error{ErrorCode::kSyntax, 0,
                 "expected a cell such as d1: the column's letter, then the row from the bottom"};
  }
  const int column = text[0] - 'a';
  const int height = text[1] - '0';
  if (column >= b.columns() || height < 1 || height > b.rows()) {
    return Error{ErrorCode::kInvalid, 0, "the cell is not on a board of " + board_name(b)};
  }
  return b.cell_at(b.rows() - height, column);
}

}  // namespace intarsia::connect4
