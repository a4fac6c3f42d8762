// The built-in Hex layouts, as tables.

#pragma once

#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::hex {

// All of them for boards of size n, in the order of the documentation.
const std::vector<layout::Layout>& layouts(int n);

}  // namespace intarsia::hex
