#include "intarsia/connect4/tensor/targets.h"

#include <cmath>
#include <cstdlib>

namespace intarsia::connect4 {

double expected_score(std::int16_t eval) {
  if (eval == kNoEval) return NAN;
  if (std::abs(eval) > kMaxEval) return eval > 0 ? 1 : -1;
  return 2 / (1 + std::pow(10.0, -eval / 400.0)) - 1;
}

layout::Worth worth_of(Outcome outcome, std::int16_t eval) {
  constexpr double kOutcomes[] = {NAN, 1, 0, -1};
  return {kOutcomes[static_cast<std::size_t>(outcome)], expected_score(eval)};
}

}  // namespace intarsia::connect4
