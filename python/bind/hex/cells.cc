// Cells as Python writes them: by name, by row and column, by number.

#include "intarsia/base/text.h"
#include "python/bind/errors.h"
#include "python/bind/hex/line.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

constexpr const char* kCell = "a cell such as 'a3', (row, column) from 0, or its number";

bool is_number(nb::handle object) {
  return PyIndex_Check(object.ptr()) != 0 && !PyBool_Check(object.ptr());
}

bool is_pair(nb::handle object) {
  const bool is_list = PyTuple_Check(object.ptr()) || PyList_Check(object.ptr());
  return is_list && nb::len(object) == 2 && is_number(object[0]) && is_number(object[1]);
}

Cell cell_of_pair(nb::handle pair, int n) {
  const nb::object row = pair[0], column = pair[1];
  return hex::cell_at(static_cast<int>(number_in(row, "row", 0, n - 1)),
                      static_cast<int>(number_in(column, "column", 0, n - 1)), n);
}

}  // namespace

Cell cell_in(nb::handle cell, int n) {
  if (nb::isinstance<nb::str>(cell)) {
    const auto move = hex::read_move(trimmed(utf8_of(cell)), n);
    if (move && !move->is_swap()) return move->cell();
    if (!move)
      raise({move.error().code, 0, concat({in_quotes(utf8_of(cell)), ": ", move.error().detail})});
  }
  if (is_pair(cell)) return cell_of_pair(cell, n);
  if (is_number(cell)) return static_cast<Cell>(number_in(cell, "cell", 0, hex::cell_count(n) - 1));
  raise_type(kCell, cell);
}

std::optional<std::string> move_text_of_cell(nb::handle move, int n) {
  if (is_pair(move)) return hex::cell_name(cell_of_pair(move, n), n);
  if (!is_number(move)) return std::nullopt;
  const auto number = number_in(move, "move", 0, hex::cell_count(n));
  if (number == hex::cell_count(n)) return hex::move_name(hex::Move::swap(), n);
  return hex::cell_name(static_cast<Cell>(number), n);
}

}  // namespace intarsia::bind
