// A made-up game on slanted hexagons: what the tests of this folder draw. It proves that nothing
// here knows a real one.

#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/draw/picture.h"
#include "intarsia/layout/toy_game.h"

namespace intarsia::draw::toy {

namespace game = layout::toy;

// Rows of hexagons, each shifted by half a cell.
inline Board hexagons(int rows, int columns) {
  const double side = 1 / std::sqrt(3.0);
  Board b{.columns = static_cast<std::size_t>(columns),
          .cells = {},
          .labels = {},
          .edges = {{{{0, 0}, {static_cast<double>(columns), 0}}, {0, 0, 255}}},
          .line = Color{90, 90, 90},
          .caption = "as it is"};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double x = column + 0.5 * row + 0.5;
      const double y = 1.5 * side * row + side;
      b.cells.push_back({.name = concat({std::string(1, static_cast<char>('a' + column)),
                                         std::to_string(row + 1)}),
                         .outline = {{x, y - side},
                                     {x + 0.5, y - side / 2},
                                     {x + 0.5, y + side / 2},
                                     {x, y + side},
                                     {x - 0.5, y + side / 2},
                                     {x - 0.5, y - side / 2}},
                         .shade = {220, 220, 220}});
    }
    b.labels.push_back({std::to_string(row + 1), {0.5 * row - 0.5, 1.5 * side * row + side}, row});
  }
  return b;
}

inline constexpr Mark kStone = {.name = "stone",
                                .shape = "M10 22a12 12 0 1 0 24 0a12 12 0 1 0-24 0Z",
                                .detail = "",
                                .fill = {0, 0, 255},
                                .outline = {0, 0, 0},
                                .detail_color = {0, 0, 0},
                                .symbol = "o",
                                .solid = "●"};

inline layout::Layout toy_layout(layout::Order order, std::vector<layout::Feature> features) {
  return {.id = "toy/test",
          .catalogue = &game::kCatalogue,
          .frame = 0,
          .order = order,
          .dtype = layout::Dtype::kFloat32,
          .features = std::move(features)};
}

inline Picture picture_of(const layout::Layout& l, const std::vector<float>& tensor) {
  return draw::picture_of(l, "a made-up position", hexagons(3, 2), tensor);
}

}  // namespace intarsia::draw::toy
