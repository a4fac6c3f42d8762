#include "intarsia/hex/move.h"

namespace intarsia::hex {

namespace {

constexpr std::string_view kSwapName = "swap";

}  // namespace

void append_move(std::string& out, Move m, int n) {
  if (m.is_swap()) {
    out += kSwapName;
  } else {
    append_cell(out, m.cell(), n);
  }
}

std::string move_name(Move m, int n) {
  std::string out;
  append_move(out, m, n);
  return out;
}

Result<Move> read_move(std::string_view text, int n) {
  if (text == kSwapName) return Move::swap();
  const auto cell = read_cell_name(text, n);
  if (!cell) return cell.error();
  return Move(*cell);
}

}  // namespace intarsia::hex
