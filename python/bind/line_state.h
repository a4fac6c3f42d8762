// What all positions and games of Python have in common: questions about the position on the board.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/draw/svg.h"
#include "python/bind/lines.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

template <class Object>
void bind_line_state(nb::class_<Object>& c) {
  const auto property = [&](const char* name, auto ask, const char* doc) {
    c.def_prop_ro(
        name, [ask](const Object& self) { return ask(*self.line); }, doc);
  };
  using game::Line;
  property(
      "game", [](const Line& l) { return l.type().name; }, "The name of the game: 'chess'.");
  c.def_prop_ro(
      "size", [](const Object& self) { return size_object(self.line->type(), self.line->size()); },
      nb::sig("def size(self) -> int | str"),
      "The board's size, as the game writes it: 8, or '7x6'.");
  property(
      "turn", [](const Line& l) { return l.type().words.players[l.is_second_to_move() ? 1 : 0]; },
      "Who moves, in the game's word.");
  property(
      "ply", [](const Line& l) { return l.ply(); }, "Moves since the start of the line.");
  property(
      "moves", [](const Line& l) { return l.moves(); }, "The moves that led here, as texts.");
  c.def_prop_ro(
      "legal_moves", [](const Object& self) { return self.line->legal_moves(); },
      nb::sig("def legal_moves(self) -> collections.abc.Sequence[str]"),
      "The legal moves, as texts; none when the game is over.");
  property(
      "key", [](const Line& l) { return l.key(); }, "The 64-bit key of the position.");
  property(
      "identity", [](const Line& l) { return l.identity(); },
      "The key of what counts as the same position.");
  property(
      "text", [](const Line& l) { return l.text(); },
      "The start and the moves as text: it reads back as the same.");
  c.def("_repr_svg_", [](const Object& self) {
    return draw::to_svg(self.line->type().board_picture(*self.line, {}));
  });
  c.def("encode", encode_object, nb::arg("layout"), nb::kw_only(), nb::arg("order") = nb::none(),
        nb::arg("dtype") = nb::none(), nb::arg("out") = nb::none(),
        nb::sig("def encode(self, layout: object, *, order: str | None = None, dtype: str | None = "
                "None, out: object | None = None) -> numpy.ndarray"),
        "The tensor of this position in a layout: ia.encode for one.");
}

}  // namespace intarsia::bind
