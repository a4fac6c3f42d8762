#include "intarsia/draw/internal/markup.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace intarsia::draw::internal {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

struct Character {
  std::size_t bytes;
  bool is_allowed;
};

// The character at the start of a text that is not empty; a byte that begins none is one that is
// not allowed.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, lead >= 0x20 || lead == '\t' || lead == '\n' || lead == '\r'};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {1, false};
  char32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return {1, false};
    code = code << 6 | (byte & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_code_point = code >= kLeast[size] && code <= 0x10ffff;
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  return {size, is_code_point && !is_surrogate && code != 0xfffe && code != 0xffff};
}

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

void stretch(Box& box, Point p) {
  box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
         std::max(box.bottom, p.y)};
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto [bytes, is_allowed] = first_character(text);
    const std::string_view replaced = is_allowed ? entity(text[0]) : kReplacement;
    out += replaced.empty() ? text.substr(0, bytes) : replaced;
    text.remove_prefix(bytes);
  }
  return out;
}

std::string coordinate(double value) { return number_text(std::round(value * 1000) / 1000 + 0.0); }

std::string points(const std::vector<Point>& line) {
  std::string out;
  for (const Point& p : line) {
    append(out, {out.empty() ? "" : " ", coordinate(p.x), ",", coordinate(p.y)});
  }
  return out;
}

std::string css_color(Color c) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "#";
  for (const int byte : {c.red, c.green, c.blue}) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

Box cells_box(const Board& b) {
  constexpr double kFar = std::numeric_limits<double>::max();
  Box box{kFar, kFar, -kFar, -kFar};
  for (const Cell& c : b.cells) {
    for (const Point& p : c.outline) stretch(box, p);
  }
  return box;
}

double label_size(double pixels_of_unit) {
  constexpr double kUsual = 0.34;
  constexpr double kLargest = 0.8;  // more would run into each other
  constexpr double kLeastPixels = 9;
  return std::clamp(kLeastPixels / pixels_of_unit, kUsual, kLargest);
}

Box labelled_box(const Board& b, double letter_size) {
  Box box = cells_box(b);
  for (const Label& l : b.labels) {
    const double half =
        std::max(0.3, kLetterWidth * letter_size * static_cast<double>(l.text.size()) / 2);
    const double half_height = std::max(0.3, letter_size / 2);
    stretch(box, {l.at.x - half, l.at.y - half_height});
    stretch(box, {l.at.x + half, l.at.y + half_height});
  }
  return box;
}

Box whole_box(const Board& b, double letter_size) {
  constexpr double kRim = 0.1;
  Box box = labelled_box(b, letter_size);
  const auto add = [&box](Point p) {
    stretch(box, {p.x - kRim, p.y - kRim});
    stretch(box, {p.x + kRim, p.y + kRim});
  };
  for (const Edge& e : b.edges) {
    for (const Point& p : e.line) add(p);
  }
  const Box cells = cells_box(b);
  add({cells.left, cells.top});
  add({cells.right, cells.bottom});
  return box;
}

std::string view_box(const Box& box) {
  return coordinate(box.left) + " " + coordinate(box.top) + " " + coordinate(box.width()) + " " +
         coordinate(box.height());
}

void append_labels(std::string& out, const Board& b, double letter_size) {
  append(out, {"<g class=\"labels\" font-size=\"", coordinate(letter_size), "\">\n"});
  for (const Label& l : b.labels) {
    append(out, {"<text x=\"", coordinate(l.at.x), "\" y=\"",
                 coordinate(l.at.y + kBase * letter_size), "\">", escaped(l.text), "</text>\n"});
  }
  out += "</g>\n";
}

}  // namespace intarsia::draw::internal
