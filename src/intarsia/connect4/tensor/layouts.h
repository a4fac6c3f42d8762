// The built-in layouts of Connect Four, as tables.

#pragma once

#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/connect4/board.h"
#include "intarsia/layout/layout.h"

namespace intarsia::connect4 {

// All of them for boards of a size (10 * columns + rows), in the order of the documentation.
const std::vector<layout::Layout>& layouts(int size);

// The one of that id, "connect4/2planes"; the error lists the choices, or the sizes.
Result<layout::Layout> find_layout(std::string_view id, int size = Board().size());

}  // namespace intarsia::connect4
