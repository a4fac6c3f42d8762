// A position and its tensor, ready to be drawn: by text.h, svg.h and html.h.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/draw/board.h"
#include "intarsia/draw/planes.h"
#include "intarsia/layout/layout.h"

namespace intarsia::draw {

// A line of what one should know: "dtype", "float32".
struct Note {
  std::string_view name;
  std::string text;
};

struct Picture {
  std::string title;     // the layout's id
  std::string position;  // as text: a FEN
  std::vector<Note> notes;
  std::vector<std::size_t> shape;  // of the tensor
  Board board;
  std::vector<Plane> planes;  // a value per cell of the board, or one
};

// What a layout says about its tensors: shape, order, type, frame.
std::vector<Note> notes_of(const layout::Layout& l);

// A board with all planes of a layout: `values` are those of its tensor's elements.
Picture picture_of(const layout::Layout& l, std::string position, Board board,
                   std::span<const float> values);

// "3 of 7 plies known": the older planes of a layout with history are empty, which is no fault.
Note history_note(const layout::Layout& l, int plies);

// Why no man has the number of its move.
Note no_numbers_note();

// "us.pawn e2 = 1 at [6, 4, 0]": what is said about one element.
std::string element_text(const Picture& picture, const Plane& plane, std::size_t cell);

}  // namespace intarsia::draw
