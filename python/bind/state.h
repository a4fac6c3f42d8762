// What Position and ChessGame have in common: questions about the position on the board.

#pragma once

#include <map>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "python/bind/errors.h"
#include "python/bind/line.h"
#include "python/bind/outcome.h"

namespace intarsia::bind {

// The legal moves of a position: a list, an iterator and a set at once.
struct LegalMoves {
  chess::Position position;
  std::vector<chess::Move> moves;

  explicit LegalMoves(const chess::Position& p) : position(p) {
    const chess::MoveList list = chess::legal_moves(p);
    moves.assign(list.begin(), list.end());
  }
};

// {"e1": "K"}.
std::map<std::string, std::string> pieces_of(const chess::Board& b);

std::vector<std::string> uci_moves(const Line& line);
std::string board_svg(const Line& line);

// ia.encode(self, …): arrays are made in Python.
nb::object encode_object(nb::handle self, nb::handle layout, nb::handle order, nb::handle dtype,
                         nb::handle out);

template <class Object>
void bind_state(nb::class_<Object>& c) {
  const auto property = [&](const char* name, auto ask, const char* doc) {
    c.def_prop_ro(
        name, [ask](const Object& self) { return ask(self.line); }, doc);
  };
  property(
      "fen", [](const Line& l) { return chess::to_fen(l.position()); },
      "The position as FEN, en passant where a capture is legal.");
  property(
      "key", [](const Line& l) { return l.position().key(); }, "Polyglot's 64-bit key.");
  property(
      "identity", [](const Line& l) { return l.position().identity(); },
      "The key that repetition counts: en passant only where a capture is legal.");
  property(
      "turn", [](const Line& l) { return chess::name(l.position().turn()); },
      "Who moves: 'white' or 'black'.");
  property(
      "clock", [](const Line& l) { return l.position().clock(); },
      "Plies since the last capture or pawn move.");
  property(
      "fullmove", [](const Line& l) { return l.position().fullmove(); },
      "The number of the move, from 1.");
  property(
      "chess960", [](const Line& l) { return l.position().is_chess960(); },
      "Whether castling is written king-takes-rook.");
  property(
      "check", [](const Line& l) { return l.position().is_check(); },
      "Whether the mover is in check.");
  property(
      "pieces", [](const Line& l) { return pieces_of(l.position().board()); },
      "What stands where: {'e1': 'K', ...}.");
  property(
      "occurrences", [](const Line& l) { return l.occurrences(); },
      "How often this position has stood in its line, now included.");
  property(
      "outcome",
      [](const Line& l) -> std::optional<OutcomeObject> {
        const auto outcome = l.outcome();
        if (!outcome) return std::nullopt;
        return object_of(*outcome);
      },
      "How the game ended here: an Outcome, or None while it goes on.");
  property(
      "claimable", [](const Line& l) { return names(claims_of(l.position(), l.occurrences())); },
      "The draws that the mover may claim: 'threefold_repetition', 'fifty_moves'.");
  property(
      "legal_moves", [](const Line& l) { return LegalMoves(l.position()); },
      "The legal moves: a list, an iterator and a set at once.");
  property(
      "moves", [](const Line& l) { return uci_moves(l); }, "The moves that led here, as UCI.");
  c.def("_repr_svg_", [](const Object& self) { return board_svg(self.line); });
  c.def("encode", encode_object, nb::arg("layout"), nb::kw_only(), nb::arg("order") = nb::none(),
        nb::arg("dtype") = nb::none(), nb::arg("out") = nb::none(),
        nb::sig("def encode(self, layout: object, *, order: str | None = None, dtype: str | None = "
                "None, out: object | None = None) -> numpy.ndarray"),
        "The tensor of this position in a layout: ia.encode for one.");
}

}  // namespace intarsia::bind
