// Scores of Stockfish's kind (plain text, bin, binpack) and evaluations as records store them.
//
// Both from the same view. Stockfish counts a mate in plies down from 32,000, records in moves: one
// who mates in n moves does so in 2n - 1 plies, one who is mated in n moves in 2n.

#pragma once

#include <cstdint>

namespace intarsia::games {

inline constexpr long kNoScore = 32'002;  // Stockfish's VALUE_NONE

struct StoredScore {
  std::int16_t eval;
  bool is_exact = true;  // else what is stored says less: a tablebase win, a number out of range
};

// The score of the mover, which is not kNoScore.
StoredScore stored_score(long score);

// The score of a mover whose evaluation is not kNoEval. Mates beyond Stockfish's longest are written
// as that.
int score_of(int eval);

}  // namespace intarsia::games
