// Counting the leaves of the tree of legal moves: the classic proof of a move generator.

#pragma once

#include <cstdint>

#include "intarsia/chess/position.h"

namespace intarsia::chess {

// The number of move sequences of exactly `depth` plies. The last ply is counted by the length
// of its move lists; the moves before it are made.
std::uint64_t perft(const Position& p, int depth);

}  // namespace intarsia::chess
