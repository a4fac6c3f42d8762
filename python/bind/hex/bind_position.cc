// Hex positions as values.

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/hex/state.h"

namespace intarsia::bind {

namespace {

constexpr const char* kPositionDoc = R"(A Hex position as a value, with the moves that led to it.

From a size, a TRMPH line, a HexWorld link, SGF, 'hex 11 moves a2 swap …', a board ('hex 5 blue c3
red b1 turn red') or a HexGame:

>>> p = ia.HexPosition("#13,c1c1g7")
>>> p.moves, p.turn, p.swapped
(['a3', 'swap', 'g7'], 'red', True)
>>> p.stones
{'blue': ['g7'], 'red': ['c1']}
>>> p.after("h6")
ia.HexPosition('hex 13 moves a3 swap g7 h6')

`swap='literal'` reads a swap as a change of the owner alone. Equal are positions with the same start
and moves; compare `key` to ask whether the same position stands on the board.)";

std::string position_repr(const HexPositionObject& self) {
  const HexLine& line = hex_line(*self.line);
  std::string out = concat({"ia.HexPosition('", line.text(), "'"});
  if (!line.options().all().empty()) out += concat({", swap='", swap_name(line), "'"});
  return out + ")";
}

}  // namespace

void bind_hex_position(nb::module_& m) {
  auto position = nb::class_<HexPositionObject, PositionObject>(m, "HexPosition", kPositionDoc);
  position.def(
      "__init__",
      [](HexPositionObject* self, nb::handle source, nb::handle swap) {
        new (self) HexPositionObject{{hex_line_from(source, swap_rule_in(swap))}};
      },
      nb::arg("source").none(), nb::arg("swap") = "transposed",
      nb::sig("def __init__(self, source: object, swap: str = 'transposed') -> None"));
  bind_hex_state(position);
  position
      .def(
          "after",
          [](const HexPositionObject& self, nb::handle move) {
            HexLine next = hex_line(*self.line);
            next.play(hex_move_from(next, move));
            return HexPositionObject{{next.copy()}};
          },
          nb::arg("move").none(), "The position after a legal move: a cell, or 'swap'.")
      .def("__reduce__",
           [](nb::handle self) {
             const HexLine& line = hex_line(*nb::cast<HexPositionObject&>(self).line);
             return nb::make_tuple(self.type(),
                                   nb::make_tuple(line.text(), std::string(swap_name(line))));
           })
      .def("__repr__", position_repr);
}

}  // namespace intarsia::bind
