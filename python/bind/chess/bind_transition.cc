// A move as a list of edits that goes both ways.

#include <cstdint>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/chess/transition/transition.h"
#include "intarsia/chess/transition/tuple.h"
#include "intarsia/chess/uci.h"
#include "python/bind/bind.h"
#include "python/bind/chess/line.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

using chess::Transition;
using chess::TransitionTuple;
using Letter = std::optional<std::string>;

constexpr const char* kTransitionDoc =
    R"(What one move changes, as edits that can be applied and undone.

>>> p = ia.Position()
>>> t = ia.Transition(p, "e4")
>>> t.edits
[('e2', 'P', None), ('e4', None, 'P')]
>>> t.tuple
(52, 1, 36, 0, None, None, None, None, None, None, None, None)
>>> t.undo(t.apply(p)) == p
True

"0000" is the null move.)";

// A transition with the step that it is of: only there it may be applied.
struct TransitionObject {
  chess::Position from;
  chess::Position to;
  Transition transition;
  std::optional<chess::Move> move;  // none: the null move
  // How the null move's position had come about: no line goes through it, so undoing it needs this.
  std::optional<ChessLine> before;

  TransitionObject(const chess::Position& p, const Transition& t, std::optional<chess::Move> m)
      : from(p), to(t.apply(p)), transition(t), move(m) {}

  ChessPositionObject origin() const {
    return before ? ChessPositionObject{{before->copy()}} : chess_position(chess::Replay(from));
  }
};

TransitionObject make(nb::handle position, nb::handle move) {
  const std::string text = chess_move_text(move);
  const game::LinePtr found = chess_line_from(position);
  const ChessLine& line = ChessLine::of(*found);
  const chess::Position p = line.position();
  if (text == chess::kNullMove) {
    TransitionObject null(p, value_of(Transition::null_move(p)), std::nullopt);
    null.before = line;
    return null;
  }
  const chess::Move m = move_from(p, text);
  return {p, Transition::of(p, m), m};
}

TransitionTuple numbers_in(nb::handle tuple) {
  constexpr auto kExpected = "twelve numbers or None";
  TransitionTuple numbers;
  const bool is_list = PyTuple_Check(tuple.ptr()) || PyList_Check(tuple.ptr());
  if (!is_list) raise_type_of("tuple", kExpected, tuple);
  const std::size_t size = nb::len(tuple);
  if (size != numbers.size()) {
    throw nb::value_error(
        concat({"tuple: expected ", kExpected, ", not ", std::to_string(size)}).c_str());
  }
  for (std::size_t i = 0; i < size; ++i) {
    const nb::object entry = tuple[i];
    const std::string place = concat({"tuple[", std::to_string(i), "]"});
    if (!entry.is_none())
      numbers[i] = static_cast<int>(number_in(entry, place, INT8_MIN, INT8_MAX));
  }
  return numbers;
}

TransitionObject from_tuple(nb::handle position, nb::handle tuple) {
  const game::LinePtr line = chess_line_from(position);
  const chess::Position p = ChessLine::of(*line).position();
  const chess::Move m = value_of(chess::from_tuple(p, numbers_in(tuple)));
  return {p, Transition::of(p, m), m};
}

std::string text_of(chess::Square s) {
  std::string text;
  chess::append_square(text, s);
  return text;
}

Letter letter_of(chess::Occupant o) {
  const auto piece = o.piece();
  return piece ? Letter(std::string(1, letter(*piece))) : std::nullopt;
}

std::vector<std::tuple<std::string, Letter, Letter>> edits_of(const TransitionObject& t) {
  std::vector<std::tuple<std::string, Letter, Letter>> edits;
  for (const chess::Edit& e : t.transition.edits()) {
    edits.emplace_back(text_of(e.square), letter_of(e.before), letter_of(e.after));
  }
  return edits;
}

nb::tuple tuple_of(const TransitionObject& t) {
  if (!t.move) raise(Error{ErrorCode::kUnsupported, 0, "the null move has no tuple"});
  const TransitionTuple tuple = value_of(chess::to_tuple(t.from, *t.move));
  nb::list entries;
  for (const auto& entry : tuple) entries.append(entry);
  return nb::tuple(entries);
}

std::string uci_of(const TransitionObject& t) {
  return t.move ? chess::to_uci(t.from, *t.move) : std::string(chess::kNullMove);
}

ChessPositionObject apply(const TransitionObject& t, const ChessPositionObject& p) {
  const ChessLine& line = chess_line(*p.line);
  if (line.position() != t.from) {
    raise(Error{ErrorCode::kIllegal, 0, "a transition is applied to the position that it is of"});
  }
  if (!t.move) return chess_position(chess::Replay(t.to));
  ChessLine next = line;
  play(next, *t.move);
  return {{next.copy()}};
}

ChessPositionObject undo(const TransitionObject& t, const ChessPositionObject& p) {
  const ChessLine& line = chess_line(*p.line);
  if (line.position() != t.to) {
    raise(Error{ErrorCode::kIllegal, 0, "a transition is undone from the position it leads to"});
  }
  if (t.move && line.ply() > 0 && line.played().back() == *t.move &&
      line.state(1).position == t.from) {
    return {{line.at(line.ply() - 1)}};
  }
  return t.origin();
}

std::string repr_of(const TransitionObject& t) {
  const std::string position = to_repr("Position", chess_line(*t.origin().line));
  return concat({"ia.Transition(", position, ", '", uci_of(t), "')"});
}

}  // namespace

void bind_transition(nb::module_& m) {
  nb::class_<TransitionObject>(m, "Transition", kTransitionDoc)
      .def(
          "__init__",
          [](TransitionObject* self, nb::handle position, nb::handle move) {
            new (self) TransitionObject(make(position, move));
          },
          nb::arg("position").none(), nb::arg("move").none())
      .def_static("from_tuple", from_tuple, nb::arg("position").none(), nb::arg("tuple").none(),
                  "The transition of the one legal move with these twelve numbers.")
      .def_prop_ro("move", uci_of, "The move as UCI; 0000 is the null move.")
      .def_prop_ro(
          "before", [](const TransitionObject& t) { return t.origin(); },
          "The position that it starts from.")
      .def_prop_ro(
          "after", [](const TransitionObject& t) { return apply(t, t.origin()); },
          "The position that it leads to.")
      .def_prop_ro("edits", edits_of, "(square, piece before, piece after) for each that changes.")
      .def_prop_ro("tuple", tuple_of, "The step as twelve numbers or None.")
      .def("apply", apply, nb::arg("position"), "The position after the step.")
      .def("undo", undo, nb::arg("position"), "The position before the step.")
      .def("__eq__",
           [](const TransitionObject& a, nb::handle b) {
             const auto* other = find<TransitionObject>(b);
             return other != nullptr && a.from == other->from && a.move == other->move;
           })
      .def("__hash__", [](const TransitionObject& t) { return t.from.key() ^ (t.to.key() >> 1); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& t = nb::cast<TransitionObject&>(self);
             return nb::make_tuple(self.type(), nb::make_tuple(t.origin(), uci_of(t)));
           })
      .def("__repr__", repr_of);
}

}  // namespace intarsia::bind
