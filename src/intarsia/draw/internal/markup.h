// What SVG and HTML share: escaped text, numbers, and the parts of a picture as SVG elements.

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "intarsia/draw/picture.h"

namespace intarsia::draw::internal {

inline void append(std::string& out, std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts) out += part;
}

// The text for element content and attributes of XML and HTML. Bytes that are no UTF-8 and
// characters that XML forbids become U+FFFD, so that any name leaves the file well-formed.
std::string escaped(std::string_view text);

// With at most three decimals: a thousandth of a pixel is not seen.
std::string coordinate(double value);

std::string css_color(Color c);

struct Box {
  double left, top, right, bottom;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

// Around the cells alone; around all, labels and rim included.
Box cells_box(const Board& b);
Box whole_box(const Board& b);

// The value of a viewBox attribute.
std::string view_box(const Box& box);

// Both in units of the board. Cells are polygons, in order, in a group of class "cells"; each has a
// title: what hovering shows. In planes their class says what they hold: z zero, p positive,
// n negative, x outside the range.
void append_board(std::string& out, const Board& b);
void append_plane(std::string& out, const Picture& picture, const Plane& plane);

// The class of a value, as above.
std::string_view value_class(const Plane& plane, float value);

}  // namespace intarsia::draw::internal
