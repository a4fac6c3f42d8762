// What records are worth as a table, so that a GPU need not compute it: logarithms and powers differ from
// library to library, and the bits of targets may not.

#pragma once

#include <cstdint>
#include <vector>

#include "intarsia/layout/targets.h"

namespace intarsia::cuda {

// By the evaluation's 16 bits (if it counts), the outcome and whether the second player looks:
// `width` numbers each.
struct WorthTable {
  std::vector<float> values;
  std::uint32_t width = 0;
  bool has_evals = false;
};
WorthTable worth_table(const layout::ValueForm& form);

}  // namespace intarsia::cuda
