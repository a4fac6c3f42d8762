// A picture as text for a terminal.

#pragma once

#include <string>

#include "intarsia/draw/picture.h"

namespace intarsia::draw {

struct TextStyle {
  int width = 100;  // columns of the terminal
  bool is_colored = false;
};

// The board, then all planes side by side as far as the width allows, then the single values.
// Without colours 0 is a dot and other values are numbers: a picture that a diff can show.
std::string to_text(const Picture& picture, TextStyle style = {});

}  // namespace intarsia::draw
