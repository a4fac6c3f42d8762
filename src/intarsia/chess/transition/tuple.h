// A transition as 12 numbers.
//
//   to_tuple(p, Move(kE1, kH1))  // (60, 6, 62, 0, 15, 12, None, None, 63, 4, 61, 0)
//
// Indices are cells of the 69-entry list (mailbox.h): a8 = 0, b8 = 1, … h1 = 63.
// States are the codes of `Occupant`, en passant is a file or -1, castling four
// bits. One rule gives both quadruples their meaning: the piece origin_state
// lands on the destination and replaces destination_state; if the origin is
// another cell, it becomes empty. The second quadruple is
//
//   castling    the rook's travel
//   en passant  (victim's cell, 0, victim's cell, victim): emptiness lands on the victim
//   promotion   (destination, promoted piece, destination, pawn)
//
// and None otherwise. A pre/post pair is None unless it changes something. The
// tuple carries what the list carries: en passant where a capture is legal, no
// counters.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

enum TupleEntry : std::uint8_t {
  kOriginIndex,
  kOriginState,
  kDestinationIndex,
  kDestinationState,
  kPreCastle,
  kPostCastle,
  kPreEnPassant,
  kPostEnPassant,
  kOrigin2Index,
  kOrigin2State,
  kDestination2Index,
  kDestination2State,
  kTupleEntries,
};

inline constexpr std::array<std::string_view, kTupleEntries> kTupleNames = {
    "origin_index",
    "origin_state",
    "destination_index",
    "destination_state",
    "pre_castle",
    "post_castle",
    "pre_ep",
    "post_ep",
    "origin2_index",
    "origin2_state",
    "destination2_index",
    "destination2_state",
};

using TransitionTuple = std::array<std::optional<int>, kTupleEntries>;

// The cell of a square, and the square of a cell.
constexpr int cell_of(Square s) { return mirrored(s); }
constexpr Square square_of_cell(int cell) { return mirrored(Square(cell)); }

// `m` must be legal in p. A Chess960 castling in which king or rook lands where the other stood has
// no tuple and is answered with kUnsupported: one travel after the other cannot say it.
Result<TransitionTuple> to_tuple(const Position& p, Move m);

// The one legal move with that tuple. Otherwise the error's offset is the first entry with which no
// legal move agrees (that agrees with all entries before it), and its words say what was expected.
Result<Move> from_tuple(const Position& p, const TransitionTuple& tuple);

// "(52, 1, 36, 0, None, None, …)".
std::string to_text(const TransitionTuple& tuple);

}  // namespace intarsia::chess
