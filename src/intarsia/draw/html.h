// A picture as one HTML file that needs nothing else.

#pragma once

#include <string>

#include "intarsia/draw/picture.h"

namespace intarsia::draw {

// The board and all planes with names, meanings and ranges. Hovering over a cell says what it holds
// and marks the same cell everywhere; without scripts the titles remain.
std::string to_html(const Picture& picture);

}  // namespace intarsia::draw
