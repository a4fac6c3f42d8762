// The line of states that the plies of one tensor give for encoding in another layout.

#pragma once

#include <algorithm>
#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::layout {

// Fills `line`, oldest first, as far back as `wanted` looks and every age that it shows is known.
// known(ago) returns the state of that age or nothing; that of age 0 must be there. Plies between
// the ages are not looked at: the one after them stands in.
template <class State, class Known>
void fill_line(const Layout& wanted, Known known, std::vector<State>& line) {
  int reach = 0;
  for (int ago = 1; ago <= wanted.history(); ++ago) {
    const bool is_shown = std::any_of(wanted.features.begin(), wanted.features.end(),
                                      [ago](const Feature& f) { return f.ago == ago; });
    if (is_shown && !known(ago)) break;
    if (is_shown) reach = ago;
  }
  line.assign(1, *known(0));
  for (int ago = 1; ago <= reach; ++ago) {
    const State next = line.back();
    line.push_back(known(ago).value_or(next));
  }
  std::reverse(line.begin(), line.end());
}

}  // namespace intarsia::layout
