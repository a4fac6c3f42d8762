// What becomes of a state that goes from the tensors of one layout into those of another.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::layout {

// A part of the state, or a feature that is rounded.
struct Change {
  std::string name;
  std::string_view meaning;
  std::string_view stand_in;  // what it is taken as
};

struct Changes {
  std::vector<Change> lost;     // shown by the first alone
  std::vector<Change> assumed;  // shown by the second alone
};

// Both must be layouts of the same game.
Changes changes(const Layout& from, const Layout& to);

// What a rounded feature is called among losses: "fullmove/65535 (rounded)".
std::string rounded_name(std::string_view feature);

}  // namespace intarsia::layout
