// The layout that --layout names.

#pragma once

#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/layout/layout.h"

namespace intarsia::cli {

// By id. An unknown one is answered with the nearest and the list of all.
Result<layout::Layout> find_layout(std::string_view id);

// "(8, 8, 18)".
std::string shape_text(const layout::Layout& l);

// The passport as JSON: everything a reader of the tensor must know, features by name.
std::string passport_json(const layout::Layout& l, double divisor);

}  // namespace intarsia::cli
