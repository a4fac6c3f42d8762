// What SVG and HTML share: escaped text, numbers, and the parts of a picture as SVG elements.

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

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

// The value of a points attribute.
std::string points(const std::vector<Point>& line);

// From the middle of a text down to its base line, as a share of the letters' size: not every viewer
// can centre by itself. And the width of a letter, likewise.
inline constexpr double kBase = 0.36;
inline constexpr double kLetterWidth = 0.6;

struct Box {
  double left, top, right, bottom;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

// The size of the labels' letters in units of the board: in pixels they are never too small to read,
// when a unit is so many.
double label_size(double pixels_of_unit);

// Around the cells alone; with labels of that size; around all, the rim included.
Box cells_box(const Board& b);
Box labelled_box(const Board& b, double letter_size);
Box whole_box(const Board& b, double letter_size);

// The value of a viewBox attribute.
std::string view_box(const Box& box);

// All in units of the board. Cells are polygons, in order, in a group of class "cells"; each has a
// title: what hovering shows. In planes their class says what they hold: z zero, p positive,
// n negative, x outside the range; colours of players are styles of their own.
void append_board(std::string& out, const Board& b, double letter_size);
void append_plane(std::string& out, const Picture& picture, const Plane& plane);
void append_labels(std::string& out, const Board& b, double letter_size);

// Whether planes have labels as well: where they are drawn large, and on boards on which nobody
// counts cells.
bool has_labelled_planes(const Picture& picture);

// The class of a value, as above.
std::string_view value_class(const Plane& plane, float value);

}  // namespace intarsia::draw::internal
