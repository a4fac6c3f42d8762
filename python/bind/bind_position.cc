// Positions of any game: what each game's own classes of positions derive from.

#include <functional>

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/line_arguments.h"
#include "python/bind/line_state.h"

namespace intarsia::bind {

namespace {

constexpr const char* kPositionDoc =
    R"(A position of any game as a value, with the moves that led to it.

>>> p = ia.GamePosition("hex", "#13,c1c1g7")
>>> p.moves, p.turn, p.after("h6").text
(['a3', 'swap', 'g7'], 'red', 'hex 13 moves a3 swap g7 h6')

Equal are positions with the same start and moves; compare `identity` to ask whether the same position
stands on the board. ia.Position and ia.HexPosition are such positions that can say more.)";

nb::dict named_arguments(const PositionObject& self) {
  return options_dict(self.line->type(), self.line->options());
}

}  // namespace

void bind_position(nb::module_& m) {
  auto position = nb::class_<PositionObject>(m, "AnyPosition", kPositionDoc);
  position.def(
      "__init__",
      [](PositionObject* self, std::string_view name, nb::handle source, const SizeArgument& size,
         const nb::kwargs& options) {
        new (self) PositionObject{made_game(name, source, size, options).line};
      },
      nb::arg("game"), nb::arg("source").none() = nb::none(), nb::kw_only(),
      nb::arg("size") = nb::none(), nb::arg("options"));
  bind_line_state(position);
  position
      .def_prop_ro(
          "outcome", [](const PositionObject& self) { return end_object(*self.line); },
          "How the game ended here: an Outcome, or None while it goes on.")
      .def(
          "after",
          [](const PositionObject& self, nb::handle move) {
            const std::string text = move_text(self.line->type(), self.line->size(), move);
            game::LinePtr next = self.line->copy();
            play(*next, text);
            return to_position(std::move(next));
          },
          nb::arg("move").none(), nb::sig("def after(self, move: object) -> AnyPosition"),
          "The position after a legal move.")
      .def("__eq__",
           [](const PositionObject& a, nb::handle b) {
             const auto* other = find<PositionObject>(b);
             return other != nullptr && a.line->is_same(*other->line);
           })
      .def("__hash__",
           [](const PositionObject& self) { return std::hash<std::string>()(self.line->text()); })
      .def("__copy__", [](nb::object self) { return self; })
      .def("__deepcopy__", [](nb::object self, nb::handle) { return self; })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& object = nb::cast<PositionObject&>(self);
             return reduced(self, *object.line, named_arguments(object));
           })
      .def("__repr__", [](const PositionObject& self) {
        return repr_of("GamePosition", *self.line, named_arguments(self));
      });
}

}  // namespace intarsia::bind
