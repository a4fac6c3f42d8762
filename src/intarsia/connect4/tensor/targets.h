// What a position of Connect Four is worth, for value targets (layout/targets.h).

#pragma once

#include <cstdint>

#include "intarsia/connect4/record.h"
#include "intarsia/layout/targets.h"

namespace intarsia::connect4 {

// Evaluations beyond this, either way, are proven wins.
inline constexpr std::int16_t kMaxEval = 31'000;

// Hundredths c, on the scale of chess, as the expected score 2 / (1 + 10^(-c/400)) - 1; a proven win
// is 1 or -1, no evaluation NaN.
double expected_score(std::int16_t eval);

// In first's view.
layout::Worth worth_of(Outcome outcome, std::int16_t eval = kNoEval);

}  // namespace intarsia::connect4
