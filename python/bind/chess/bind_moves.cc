// The legal moves of a chess position.

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "python/bind/bind.h"
#include "python/bind/chess/state.h"

namespace intarsia::bind {

namespace {

std::vector<std::string> texts_of(const LegalMoves& legal,
                                  std::string (*to_text)(const chess::Position&, chess::Move)) {
  std::vector<std::string> texts;
  texts.reserve(legal.moves.size());
  for (chess::Move m : legal.moves) texts.push_back(to_text(legal.position, m));
  return texts;
}

std::string uci_at(const LegalMoves& legal, Py_ssize_t i) {
  const auto size = static_cast<Py_ssize_t>(legal.moves.size());
  if (i < -size || i >= size) throw nb::index_error("no such move");
  return chess::to_uci(legal.position, legal.moves[static_cast<std::size_t>(i < 0 ? i + size : i)]);
}

bool contains(const LegalMoves& legal, nb::handle move) {
  const auto text = find_move_text(move);
  return text && chess::read_move(legal.position, *text);
}

// As moves[a:b:c] of a list.
nb::object ucis_at(const LegalMoves& legal, const nb::slice& range) {
  return nb::cast(texts_of(legal, chess::to_uci))[range];
}

std::size_t index_of(const LegalMoves& legal, nb::handle move) {
  const auto text = find_move_text(move);
  const auto found = text ? chess::read_move(legal.position, *text) : Result<chess::Move>(Error{});
  if (!found) throw nb::value_error("not a legal move");
  const auto at = std::find(legal.moves.begin(), legal.moves.end(), *found);
  return static_cast<std::size_t>(at - legal.moves.begin());
}

std::string moves_repr(const LegalMoves& legal) {
  std::string out = "<LegalMoves";
  const char* separator = ": ";
  for (const std::string& san : texts_of(legal, chess::to_san)) {
    out += concat({separator, san});
    separator = ", ";
  }
  return out + ">";
}

}  // namespace

void bind_chess_moves(nb::module_& m) {
  nb::class_<LegalMoves>(m, "LegalMoves",
                         R"(The legal moves of a position: a list and a set at once.

>>> moves = ia.Position().legal_moves
>>> len(moves), moves[0] in moves, "Nf3" in moves, "e2e5" in moves
(20, True, True, False)
>>> moves[:2]
['a2a3', 'b2b3'])")
      .def("__len__", [](const LegalMoves& legal) { return legal.moves.size(); })
      .def("__getitem__", uci_at, nb::sig("def __getitem__(self, index: int, /) -> str"))
      .def("__getitem__", ucis_at, nb::sig("def __getitem__(self, index: slice, /) -> list[str]"))
      .def("index", index_of, nb::arg("move").none(), "The place of a move.")
      .def(
          "count",
          [](const LegalMoves& legal, nb::handle move) { return contains(legal, move) ? 1 : 0; },
          nb::arg("move").none(), "1 for a legal move, else 0.")
      .def("__iter__",
           [](const LegalMoves& legal) {
             return nb::iter(nb::cast(texts_of(legal, chess::to_uci)));
           })
      .def("__contains__", contains, nb::arg("move").none())
      .def_prop_ro(
          "san", [](const LegalMoves& legal) { return texts_of(legal, chess::to_san); },
          "The moves in algebraic notation.")
      .def("__eq__",
           [](const LegalMoves& a, nb::handle b) {
             const auto* other = find<LegalMoves>(b);
             return other != nullptr && a.position == other->position;
           })
      .def("__hash__", [](const LegalMoves& legal) { return legal.position.key(); })
      .def("__reduce__",
           [](const LegalMoves& legal) {
             const ChessPositionObject position = chess_position(chess::Replay(legal.position));
             const nb::object moves_of = nb::module_::import_("operator").attr("attrgetter");
             return nb::make_tuple(moves_of("legal_moves"), nb::make_tuple(position));
           })
      .def("__repr__", moves_repr);
}

}  // namespace intarsia::bind
