// A plane as SVG elements.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/draw/internal/color.h"
#include "intarsia/draw/internal/markup.h"

namespace intarsia::draw::internal {

namespace {

constexpr double kNumberSize = 0.52;  // as in the style sheets

// Numbers that a shade cannot tell: of planes that hold more than 0 and 1, or one value.
bool has_numbers(const Plane& plane) { return !plane.is_binary() && !plane.is_constant(); }

// The colour of a player's cell, exactly: the page must not shine through.
std::optional<Color> paint_of(const Plane& plane, float value) {
  if (!plane.has_colors() || !plane.is_in_range(value)) return std::nullopt;
  if (value == 0) return kPlayersGround;
  const auto color = plane.color_of(value);
  if (!color) return std::nullopt;
  return mixed(kPlayersGround, *color, plane.strength(value));
}

// Attributes of a cell: what its class does not say.
std::string fill_of(const Plane& plane, float value) {
  if (const auto paint = paint_of(plane, value)) {
    return concat({" style=\"fill:", css_color(*paint), "\""});
  }
  const double strength = plane.strength(value);
  if (strength == 0 || strength == 1) return {};
  return concat({" fill-opacity=\"", coordinate(strength), "\""});
}

// The same of a number on it.
std::string ink_of(const Plane& plane, float value) {
  if (const auto paint = paint_of(plane, value)) {
    return concat({" style=\"fill:", css_color(readable_on(*paint)), "\""});
  }
  return plane.strength(value) > 0.6 ? " class=\"strong\"" : "";  // ink would not show on it
}

}  // namespace

bool has_labelled_planes(const Picture& picture) {
  constexpr std::size_t kFew = 4;
  constexpr std::size_t kCounted = 9;  // cells in a row
  return picture.planes.size() <= kFew || picture.board.columns > kCounted;
}

std::string_view value_class(const Plane& plane, float value) {
  if (!plane.is_in_range(value)) return "x";
  return value == 0 ? "z" : value > 0 ? "p" : "n";
}

void append_plane(std::string& out, const Picture& picture, const Plane& plane) {
  const std::vector<Cell>& cells = picture.board.cells;
  out += "<g class=\"cells\">\n";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    append(out, {"<polygon class=\"", value_class(plane, plane.values[c]), "\" points=\"",
                 points(cells[c].outline), "\"", fill_of(plane, plane.values[c]), "><title>",
                 escaped(element_text(picture, plane, c)), "</title></polygon>\n"});
  }
  out += "</g>\n";
  if (!has_numbers(plane)) return;
  out += "<g class=\"numbers\">\n";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (plane.values[c] == 0) continue;
    const Point at = cells[c].centre();
    append(out, {"<text", ink_of(plane, plane.values[c]), " x=\"", coordinate(at.x), "\" y=\"",
                 coordinate(at.y + kBase * kNumberSize), "\">", short_text(plane.values[c]),
                 "</text>\n"});
  }
  out += "</g>\n";
}

}  // namespace intarsia::draw::internal
