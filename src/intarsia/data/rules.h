// The rules of a data set: which games and positions come into it.

#pragma once

#include <cstdint>
#include <vector>

#include "intarsia/data/filters.h"

namespace intarsia::data {

// What decides about games and positions, and what ends up in their rows.
struct Rules {
  Filters filters;
  Choices choices;
  std::vector<Split> splits;
  std::uint64_t seed = 0;
  bool with_final = false;  // the last position of each game too
};

}  // namespace intarsia::data
