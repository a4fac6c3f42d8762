// The built-in Hex layouts, as tables.

#pragma once

#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/hex/cell.h"
#include "intarsia/layout/layout.h"

namespace intarsia::hex {

// All of them for boards of size n, in the order of the documentation.
const std::vector<layout::Layout>& layouts(int n);

// The one of that id, "hex/2nxn"; the error lists the choices, or the sizes.
Result<layout::Layout> find_layout(std::string_view id, int n = kUsualSize);

}  // namespace intarsia::hex
