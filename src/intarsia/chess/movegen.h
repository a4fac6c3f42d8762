// All legal moves of a position.
//
// Generation is fully legal by construction (pins, checks and attacked squares
// are worked out first), so no move is made and taken back. The rules are in
// internal/generator.h. For one given move, `is_legal` (legality.h) is cheaper.

#pragma once

#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

MoveList legal_moves(const Position& p);

// For code that knows who moves: `Us` must be `p.turn()`.
template <Color Us>
void generate(const Position& p, MoveList& list);

bool has_legal_move(const Position& p);

}  // namespace intarsia::chess
