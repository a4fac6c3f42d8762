#include "intarsia/chess/tensor/targets.h"

#include <cmath>
#include <cstdlib>

namespace intarsia::chess {

double expected_score(std::int16_t eval) {
  if (eval == kNoEval) return NAN;
  if (std::abs(eval) > kMaxEval) return eval > 0 ? 1 : -1;
  return 2 / (1 + std::pow(10.0, -eval / 400.0)) - 1;
}

layout::Worth worth_of(Score score, std::int16_t eval) {
  constexpr double kOutcomes[] = {NAN, 1, 0, -1};
  return {kOutcomes[static_cast<std::size_t>(score)], expected_score(eval)};
}

}  // namespace intarsia::chess
