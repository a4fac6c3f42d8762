#include "intarsia/draw/internal/markup.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace intarsia::draw::internal {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// From the middle of a text down to its base line; not every viewer can centre by itself. The sizes
// of the letters are in the style sheets: 0.34 and 0.52.
constexpr double kLabelBase = 0.12;
constexpr double kNumberBase = 0.19;

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

std::string points(const std::vector<Point>& line) {
  std::string out;
  for (const Point& p : line) {
    append(out, {out.empty() ? "" : " ", coordinate(p.x), ",", coordinate(p.y)});
  }
  return out;
}

void stretch(Box& box, Point p) {
  box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
         std::max(box.bottom, p.y)};
}

void append_mark(std::string& out, const Mark& m, Point centre) {
  append(out,
         {"<g transform=\"translate(", coordinate(centre.x - 0.5), " ", coordinate(centre.y - 0.5),
          ") scale(", number_text(1 / kMarkBox), ")\"><path d=\"", m.shape, "\" fill=\"",
          css_color(m.fill), "\" stroke=\"", css_color(m.outline), "\"/><path d=\"", m.detail,
          "\" fill=\"none\" stroke=\"", css_color(m.detail_color), "\"/></g>\n"});
}

// Numbers that a shade cannot tell: of planes that hold more than 0 and 1, or one value.
bool has_numbers(const Plane& plane) { return !plane.is_binary() && !plane.is_constant(); }

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

Box whole_box(const Board& b) {
  constexpr double kLabel = 0.3;  // half of its height
  constexpr double kRim = 0.1;
  Box box = cells_box(b);
  for (const Edge& e : b.edges) {
    for (const Point& p : e.line) stretch(box, p);
  }
  box = {box.left - kRim, box.top - kRim, box.right + kRim, box.bottom + kRim};
  for (const Label& l : b.labels) {
    stretch(box, {l.at.x - kLabel, l.at.y - kLabel});
    stretch(box, {l.at.x + kLabel, l.at.y + kLabel});
  }
  return box;
}

std::string view_box(const Box& box) {
  return coordinate(box.left) + " " + coordinate(box.top) + " " + coordinate(box.width()) + " " +
         coordinate(box.height());
}

void append_board(std::string& out, const Board& b) {
  out += "<g class=\"edges\">\n";
  for (const Edge& e : b.edges) {
    append(out,
           {"<polyline points=\"", points(e.line), "\" stroke=\"", css_color(e.color), "\"/>\n"});
  }
  append(out, {"</g>\n<g class=\"cells\" stroke=\"", b.line ? css_color(*b.line) : "none",
               "\" stroke-width=\"0.03\">\n"});
  for (const Cell& c : b.cells) {
    append(out, {"<polygon points=\"", points(c.outline), "\" fill=\"", css_color(c.shade),
                 "\"><title>", escaped(c.name), c.mark ? " " : "",
                 c.mark ? escaped(c.mark->name) : "", "</title></polygon>\n"});
  }
  out += "</g>\n<g class=\"marks\">\n";
  for (const Cell& c : b.cells) {
    if (c.mark) append_mark(out, *c.mark, c.centre());
  }
  out += "</g>\n<g class=\"labels\">\n";
  for (const Label& l : b.labels) {
    append(out, {"<text x=\"", coordinate(l.at.x), "\" y=\"", coordinate(l.at.y + kLabelBase),
                 "\">", escaped(l.text), "</text>\n"});
  }
  out += "</g>\n";
}

std::string_view value_class(const Plane& plane, float value) {
  if (!plane.is_in_range(value)) return "x";
  return value == 0 ? "z" : value > 0 ? "p" : "n";
}

void append_plane(std::string& out, const Picture& picture, const Plane& plane) {
  const std::vector<Cell>& cells = picture.board.cells;
  out += "<g class=\"cells\">\n";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const double strength = plane.strength(plane.values[c]);
    append(out, {"<polygon class=\"", value_class(plane, plane.values[c]), "\" points=\"",
                 points(cells[c].outline), "\""});
    if (strength > 0 && strength < 1) append(out, {" fill-opacity=\"", coordinate(strength), "\""});
    append(out, {"><title>", escaped(element_text(picture, plane, c)), "</title></polygon>\n"});
  }
  out += "</g>\n";
  if (!has_numbers(plane)) return;
  out += "<g class=\"numbers\">\n";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (plane.values[c] == 0) continue;
    const Point at = cells[c].centre();
    const bool is_strong = plane.strength(plane.values[c]) > 0.6;  // ink would not show on it
    append(out,
           {"<text", is_strong ? " class=\"strong\"" : "", " x=\"", coordinate(at.x), "\" y=\"",
            coordinate(at.y + kNumberBase), "\">", short_text(plane.values[c]), "</text>\n"});
  }
  out += "</g>\n";
}

}  // namespace intarsia::draw::internal
