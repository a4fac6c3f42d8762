#include "intarsia/draw/picture.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::draw {

namespace {

// "(8, 8, 18)", "(839,)": as NumPy writes it.
std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) out += ", ";
    append_number(out, shape[i]);
  }
  return out + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace

std::vector<Note> notes_of(const layout::Layout& l) {
  const layout::Frame& frame = l.catalogue->frames[l.frame];
  std::string elements;
  append_number(elements, l.elements());
  return {{"shape", shape_text(l.shape())},           {"order", std::string(name(l.order))},
          {"dtype", std::string(info(l.dtype).name)}, {"elements", std::move(elements)},
          {"frame", std::string(frame.name)},         {"view", std::string(frame.meaning)}};
}

Picture picture_of(const layout::Layout& l, std::string position, Board board,
                   std::span<const float> values) {
  auto planes = planes_of(l, values, board.players);
  return {.title = l.id,
          .position = std::move(position),
          .notes = notes_of(l),
          .shape = l.shape(),
          .board = std::move(board),
          .planes = std::move(planes)};
}

Note history_note(const layout::Layout& l, int plies) {
  std::string text;
  append_number(text, std::min(l.history(), plies));
  text += " of ";
  append_number(text, l.history());
  return {"history", text + " plies known"};
}

Note no_numbers_note() { return {"numbers", "none: the moves that led here are not known"}; }

std::string element_text(const Picture& picture, const Plane& plane, std::size_t cell) {
  std::string out = plane.name;
  if (!plane.is_scalar) out += " " + picture.board.cells[cell].name;
  return out + " = " + number_text(plane.values[cell]) + " at " +
         place_text(picture.shape, plane.first + cell * plane.stride);
}

}  // namespace intarsia::draw
