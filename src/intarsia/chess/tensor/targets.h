// What a chess position is worth, for value targets (layout/targets.h).

#pragma once

#include <cstdint>

#include "intarsia/chess/record.h"
#include "intarsia/layout/targets.h"

namespace intarsia::chess {

// Centipawns c as the expected score 2 / (1 + 10^(-c/400)) - 1; a mate is 1 or -1, no evaluation NaN.
double expected_score(std::int16_t eval);

// In White's view.
layout::Worth worth_of(Score score, std::int16_t eval = kNoEval);

}  // namespace intarsia::chess
