// How chess pieces look: plain data for those who draw boards.

#pragma once

#include <string_view>

#include "intarsia/chess/piece.h"

namespace intarsia::chess {

// Our own drawings, in a box of 45 x 45 with y down.
struct Glyph {
  std::string_view shape;   // SVG path, to be filled and outlined (stroke 1.5, round joins)
  std::string_view detail;  // SVG path, lines on top of the shape
};

const Glyph& glyph(Kind kind);

// The piece's character of Unicode, U+2654 to U+265F, in UTF-8.
std::string_view symbol(Piece piece);

// "white knight".
std::string_view name(Piece piece);
// "knight".
std::string_view name(Kind kind);

}  // namespace intarsia::chess
