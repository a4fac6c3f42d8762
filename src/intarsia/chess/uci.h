// Moves as UCI text: e2e4, e7e8q; castling e1g1, in Chess960 king-takes-rook (e1h1).

#pragma once

#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess {

inline constexpr std::string_view kNullMove = "0000";  // read as an error of its own

// The legal move that the text means. Castling is understood in both forms, whatever the variant.
Result<Move> read_uci(const Position& p, std::string_view text);

void append_uci(std::string& out, const Position& p, Move m);
std::string to_uci(const Position& p, Move m);

// Whether text has the form of a UCI move, legal or not.
bool looks_like_uci(std::string_view text);

// The move that takes the piece on `from` to `to`, with castling in any form turned into ours.
Move move_between(const Position& p, Square from, Square to);

}  // namespace intarsia::chess
