// Whether one given move is legal, answered without generating any.

#pragma once

#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

// For any 16 bits.
bool is_legal(const Position& p, Move m);

// Whether the side to move may castle now with the rook on that square.
bool can_castle(const Position& p, Square rook);

// Whether the mover's king is safe after a man other than the king went from `from` to `to` and
// took what stood there; en passant included. The move itself must follow the piece's way.
bool keeps_king_safe(const Position& p, Square from, Square to);

}  // namespace intarsia::chess
