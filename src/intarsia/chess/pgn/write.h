// Games as PGN, strictly by the standard: the export format.
//
// The seven tag roster comes first and is complete, values are escaped, the moves
// stand in minimal SAN with their numbers, no line of them is longer than 79
// characters. Evaluations and clocks follow their moves as comments:
// { [%eval 0.17] [%clk 0:03:00] }. A start of its own is said by SetUp and FEN, Chess960 by Variant. What
// is written here, pgn.h reads back as the same game.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "intarsia/chess/game.h"
#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/record.h"

namespace intarsia::chess {

inline constexpr std::size_t kPgnLineBytes = 79;

using PgnTagPair = std::pair<std::string, std::string>;

// `tags` in any order; FEN, SetUp and Result are taken from the game, Variant where it matters.
// Control characters in values become blanks. `evals` and `clocks` as in PgnGame: by position and by
// move; they may be shorter.
void append_pgn(std::string& out, const Game& game, Outcome outcome,
                std::span<const PgnTagPair> tags = {}, std::span<const std::int16_t> evals = {},
                std::span<const double> clocks = {}, EnPassant en_passant = EnPassant::kAlways);
std::string to_pgn(const PgnGame& game);

}  // namespace intarsia::chess
