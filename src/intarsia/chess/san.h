// Moves in standard algebraic notation: Nf3, exd5, O-O, e8=Q+.
//
// Read as people and programs write it: 0-0 and o-o, more disambiguation than
// needed, long algebraic (Ng1-f3, e2e4), promotion as =Q, Q, (Q) or /Q, any
// suffix (+ # ! ? e.p.), UCI text. Whether an x stands there says nothing: people
// leave it out and put it in. A text that fits no legal move or several is
// an error, never a guess. The mover is found from the destination; moves are
// not generated. Written in the standard's minimal form.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

Result<Move> read_san(const Position& p, std::string_view text);

// For readers of many moves. The text must be in the plain form that programs write (Nf3, Nbd2, exd5,
// Qxd5+: no castling, no promotion); else, and where it fits no move or several, the answer is
// Move::none(), and `read_san` returns why.
Move read_plain_san(const Position& p, std::string_view text);

// `m` must be legal.
void append_san(std::string& out, const Position& p, Move m);
std::string to_san(const Position& p, Move m);

}  // namespace intarsia::chess
