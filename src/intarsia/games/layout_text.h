// A layout as the JSON that a person would write: groups by their names, no shape, no hash.

#pragma once

#include <string>

#include "intarsia/layout/layout.h"

namespace intarsia::games {

// In one line, or with a line for each key.
std::string to_json_text(const layout::Layout& l, bool is_open);

// Whether the layout's id is that of built-in planes, and these are they. Order and type may differ.
bool is_built_in(const layout::Layout& l);

// The shortest text that reads back as these planes: an id, or JSON.
std::string to_short_text(const layout::Layout& l);

}  // namespace intarsia::games
