#include "intarsia/connect4/move.h"

namespace intarsia::connect4 {

std::string move_name(Move m) { return {to_digit(m)}; }

Result<Move> read_move(std::string_view text, Board b) {
  if (text.size() != 1 || !is_digit(text[0])) {
    return Error{ErrorCode::kSyntax, 0, "expected a move: the digit of a column, counted from 1"};
  }
  const int column = text[0] - '1';
  if (column < 0 || column >= b.columns()) {
    std::string detail = concat({"there is no column ", text, ": the columns are 1 to "});
    append_number(detail, b.columns());
    return Error{ErrorCode::kInvalid, 0, std::move(detail)};
  }
  return Move(column);
}

}  // namespace intarsia::connect4
