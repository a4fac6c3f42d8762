// The built-in chess layouts, as tables.

#pragma once

#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::chess {

// All of them, in the order of the documentation.
const std::vector<layout::Layout>& layouts();

}  // namespace intarsia::chess
