// A picture as one SVG file.

#pragma once

#include <string>

#include "intarsia/draw/picture.h"

namespace intarsia::draw {

// The board and the grid of all planes, each with index, name and what is in it; values show on
// hovering. It brings its own ground in light and dark, so it can be read on any page.
std::string to_svg(const Picture& picture);

}  // namespace intarsia::draw
