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
#include "python/bind/chess/line.h"
#include "python/bind/errors.h"

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

// 'always', 'pseudo' or 'legal'; anything else is a ValueError.
chess::EnPassant en_passant_in(std::string_view word);

// {"e1": "K"}.
std::map<std::string, std::string> pieces_of(const chess::Board& b);

template <class Class, class Object = typename Class::Type>
void bind_chess_state(Class& c) {
  const auto property = [&](const char* name, auto ask, const char* doc) {
    c.def_prop_ro(
        name, [ask](const Object& self) { return ask(chess_line(*self.line)); }, doc);
  };
  property(
      "fen", [](const ChessLine& l) { return chess::to_fen(l.position()); },
      "The position as FEN, en passant where a capture is legal.");
  c.def(
      "to_fen",
      [](const Object& self, std::string_view en_passant) {
        return chess::to_fen(chess_line(*self.line).position(), {en_passant_in(en_passant)});
      },
      nb::kw_only(), nb::arg("en_passant") = "always",
      "The position as FEN, en passant 'always' after a double step, 'pseudo': if a pawn stands "
      "ready, 'legal': if it may take. encode() of what 'always' writes is encode() of the "
      "position; `fen` is 'legal'.");
  property(
      "key", [](const ChessLine& l) { return l.position().key(); }, "Polyglot's 64-bit key.");
  property(
      "identity", [](const ChessLine& l) { return l.position().identity(); },
      "The key that repetition counts: en passant only where a capture is legal.");
  property(
      "clock", [](const ChessLine& l) { return l.position().clock(); },
      "Plies since the last capture or pawn move.");
  property(
      "fullmove", [](const ChessLine& l) { return l.position().fullmove(); },
      "The number of the move, from 1.");
  property(
      "chess960", [](const ChessLine& l) { return l.position().is_chess960(); },
      "Whether castling is written king-takes-rook.");
  property(
      "check", [](const ChessLine& l) { return l.position().is_check(); },
      "Whether the mover is in check.");
  property(
      "pieces", [](const ChessLine& l) { return pieces_of(l.position().board()); },
      "What stands where: {'e1': 'K', ...}.");
  property(
      "occurrences", [](const ChessLine& l) { return l.state().occurrences; },
      "How often this position has stood in its line, now included.");
  property(
      "claimable",
      [](const ChessLine& l) { return names(claims_of(l.position(), l.state().occurrences)); },
      "The draws that the mover may claim: 'threefold_repetition', 'fifty_moves'.");
  property(
      "legal_moves", [](const ChessLine& l) { return LegalMoves(l.position()); },
      "The legal moves: a list, an iterator and a set at once.");
}

}  // namespace intarsia::bind
