// The built-in chess layouts, as tables.

#pragma once

#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/layout/layout.h"

namespace intarsia::chess {

// All of them, in the order of the documentation.
const std::vector<layout::Layout>& layouts();

// The one of that id, "chess/canonical18"; the error lists the choices.
Result<layout::Layout> find_layout(std::string_view id);

}  // namespace intarsia::chess
