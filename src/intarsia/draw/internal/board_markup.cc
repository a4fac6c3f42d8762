// The board as SVG elements, with what happened on it.

#include <algorithm>
#include <string>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/draw/internal/color.h"
#include "intarsia/draw/internal/markup.h"

namespace intarsia::draw::internal {

namespace {

void append_mark(std::string& out, const Mark& m, Point centre) {
  append(out,
         {"<g transform=\"translate(", coordinate(centre.x - 0.5), " ", coordinate(centre.y - 0.5),
          ") scale(", number_text(1 / kMarkBox), ")\"><path d=\"", m.shape, "\" fill=\"",
          css_color(m.fill), "\" stroke=\"", css_color(m.outline), "\"/><path d=\"", m.detail,
          "\" fill=\"none\" stroke=\"", css_color(m.detail_color), "\"/></g>\n"});
}

// What hovering over a cell of the board shows: "e4 white pawn, move 1, the last move".
std::string title_of(const Cell& c) {
  std::string out = c.name;
  if (c.mark) out += concat({" ", c.mark->name});
  if (c.number != 0) out += concat({", move ", std::to_string(c.number)});
  if (c.is_last) out += ", the last move";
  if (c.is_winning) out += ", wins";
  return out;
}

// Cells that won are filled with the winner's colour, so that they run together; lighter than the
// marks on them.
Color shade_of(const Cell& c) {
  return c.is_winning && c.mark ? mixed(c.mark->fill, kWhite, 0.4) : c.shade;
}

// A ring inside the cell's outline.
void append_ring(std::string& out, const Cell& c) {
  constexpr double kInside = 0.86;
  const Point centre = c.centre();
  std::vector<Point> ring = c.outline;
  for (Point& p : ring) {
    p = {centre.x + kInside * (p.x - centre.x), centre.y + kInside * (p.y - centre.y)};
  }
  append(out, {"<polygon points=\"", points(ring), "\"/>\n"});
}

// On the mark, as large as it fits; or in the upper right corner of the cell.
void append_move_number(std::string& out, const Cell& c) {
  constexpr double kRoom = 0.62;    // of a mark's width
  constexpr double kLargest = 0.4;  // letters
  constexpr double kInCorner = 0.27;
  const std::string number = std::to_string(c.number);
  const auto digits = static_cast<double>(number.size());
  const bool is_inside = c.mark->has_room;
  const double size = is_inside ? std::min(kLargest, kRoom / digits / kLetterWidth) : kInCorner;
  Point at = c.centre();
  if (!is_inside) at = {at.x + 0.46 - digits * kLetterWidth * size / 2, at.y - 0.34};
  append(out, {"<text x=\"", coordinate(at.x), "\" y=\"", coordinate(at.y + kBase * size),
               "\" font-size=\"", coordinate(size),
               "\" style=\"fill:", css_color(readable_on(is_inside ? c.mark->fill : shade_of(c))),
               "\">", number, "</text>\n"});
}

}  // namespace

void append_board(std::string& out, const Board& b, double letter_size) {
  out += "<g class=\"edges\">\n";
  for (const Edge& e : b.edges) {
    append(out,
           {"<polyline points=\"", points(e.line), "\" stroke=\"", css_color(e.color), "\"/>\n"});
  }
  append(out, {"</g>\n<g class=\"cells\" stroke=\"", b.line ? css_color(*b.line) : "none",
               "\" stroke-width=\"0.03\">\n"});
  for (const Cell& c : b.cells) {
    append(out, {"<polygon points=\"", points(c.outline), "\" fill=\"", css_color(shade_of(c)),
                 "\"><title>", escaped(title_of(c)), "</title></polygon>\n"});
  }
  append(out, {"</g>\n<g class=\"rings\" fill=\"", css_color(kLastMove),
               "\" fill-opacity=\"0.35\" stroke=\"", css_color(kLastMove),
               "\" stroke-width=\"0.12\">\n"});
  for (const Cell& c : b.cells) {
    if (c.is_last) append_ring(out, c);
  }
  out += "</g>\n<g class=\"marks\">\n";
  for (const Cell& c : b.cells) {
    if (c.mark) append_mark(out, *c.mark, c.centre());
  }
  out += "</g>\n<g class=\"moves\">\n";
  for (const Cell& c : b.cells) {
    if (c.number != 0 && c.mark) append_move_number(out, c);
  }
  out += "</g>\n";
  append_labels(out, b, letter_size);
}

}  // namespace intarsia::draw::internal
