// The line of states that the plies of one tensor give for encoding in another layout.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::layout {

// What a layout wants of such a line, found out once.
struct LineNeeds {
  LineNeeds(const Layout& wanted) : layout(&wanted) {  // NOLINT: the layout is what is meant
    for (const Feature& f : wanted.features) {
      if (f.ago > 0) ages.push_back(f.ago);
    }
    std::sort(ages.begin(), ages.end());
    ages.erase(std::unique(ages.begin(), ages.end()), ages.end());
  }

  const Layout* layout;
  std::vector<std::uint16_t> ages;  // that it shows, beside the position itself
};

// Fills `line`, oldest first, as far back as `wanted` looks and every age that it shows is known.
// known(ago) returns the state of that age or nothing; that of age 0 must be there. Plies between
// the ages are not looked at: the one after them stands in.
template <class State, class Known>
void fill_line(const LineNeeds& wanted, Known known, std::vector<State>& line) {
  int reach = 0;
  for (const int ago : wanted.ages) {
    if (!known(ago)) break;
    reach = ago;
  }
  line.assign(1, *known(0));
  for (int ago = 1; ago <= reach; ++ago) {
    const auto found = known(ago);
    line.push_back(found ? *found : State(line.back()));
  }
  std::reverse(line.begin(), line.end());
}

}  // namespace intarsia::layout
