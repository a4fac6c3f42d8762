#include "intarsia/hex/move.h"

#include "intarsia/base/text.h"

namespace intarsia::hex {

namespace {

constexpr std::string_view kSwapName = "swap";

// In runs of moves a capital stays an error; of one move it is clear what is meant.
std::string with_small_letter(std::string_view text) {
  std::string name(text);
  if (name.size() > 1 && name[0] >= 'A' && name[0] <= 'Z' && is_digit(name[1])) {
    name[0] = static_cast<char>(name[0] - 'A' + 'a');
  }
  return name;
}

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
  const auto cell = read_cell_name(with_small_letter(text), n);
  if (!cell) return cell.error();
  return Move(*cell);
}

}  // namespace intarsia::hex
