// What an engine says of a position, as records of every game store it: the first player's view.

#pragma once

#include <cstdint>

namespace intarsia {

inline constexpr std::int16_t kNoEval = -32'768;  // there is none
// Evaluations are brought into this range; beyond it a result is proven.
inline constexpr std::int16_t kMaxEval = 31'000;

}  // namespace intarsia
