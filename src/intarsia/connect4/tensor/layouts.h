// The built-in layouts of Connect Four, as tables.

#pragma once

#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::connect4 {

// All of them for boards of a size (10 * columns + rows), in the order of the documentation.
const std::vector<layout::Layout>& layouts(int size);

}  // namespace intarsia::connect4
