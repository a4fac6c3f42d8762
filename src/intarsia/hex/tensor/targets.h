// What a Hex position is worth, for value targets (layout/targets.h).

#pragma once

#include <optional>

#include "intarsia/hex/color.h"
#include "intarsia/layout/targets.h"

namespace intarsia::hex {

// In Blue's view. Hex games carry no evaluations.
inline layout::Worth worth_of(std::optional<Color> winner) {
  if (!winner) return {};
  return {.outcome = *winner == kBlue ? 1.0 : -1.0};
}

// The training form of a winner is the code of color.h.
static_assert(to_training(kBlue) == 0 && to_training(kRed) == 1);

}  // namespace intarsia::hex
