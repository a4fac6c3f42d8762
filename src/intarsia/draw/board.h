// A board to draw, whatever the game: cells as outlines, what stands on them, and coordinates.
//
// Positions are in cells: a cell is about one unit wide, x runs to the right and y
// down. A chess board is 64 squares; a Hex board is a slanted field of hexagons.
// In a terminal a cell stands in the text row of its index and in the column that
// its centre says, so a slanted board is slanted there too.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace intarsia::draw {

struct Color {
  std::uint8_t red, green, blue;
  friend bool operator==(Color, Color) = default;
};

struct Point {
  double x, y;
};

// The side of the square in which marks are drawn; it is scaled to one unit of the board.
inline constexpr double kMarkBox = 45;

// What stands on a cell. The texts must outlive the mark: games keep them in tables.
struct Mark {
  std::string_view name;    // "white knight"
  std::string_view shape;   // SVG path, filled and outlined
  std::string_view detail;  // SVG path, lines on top of the shape
  Color fill, outline, detail_color;
  std::string_view symbol;  // one column of a terminal without colours
  std::string_view solid;   // one column in the colour of the fill
  bool has_room = false;    // for a number on the shape; else one stands in the cell's corner
};

struct Cell {
  std::string name;  // "e4"
  std::vector<Point> outline;
  Color shade;
  std::optional<Mark> mark = std::nullopt;
  bool is_last = false;     // one of the last move's
  bool is_winning = false;  // one with which the game was won
  int number = 0;           // of the move that brought the mark; 0: none is shown

  Point centre() const {
    Point sum{0, 0};
    for (const Point& p : outline) sum = {sum.x + p.x, sum.y + p.y};
    const auto corners = static_cast<double>(outline.size());
    return {sum.x / corners, sum.y / corners};
  }
};

// A coordinate beside the board.
struct Label {
  std::string text;
  Point at;  // its middle
  int row;   // of the text: -1 above the board, else that of a cell or the one below all
};

// A coloured part of the rim: which side of a Hex board is whose.
struct Edge {
  std::vector<Point> line;
  Color color;
};

// The colours of the two players: what is about one of them is drawn in it.
struct Players {
  Color first, second;
  std::optional<bool> is_second_to_move;  // nothing where nobody knows
};

struct Board {
  std::size_t columns;      // cells in a row; cell c stands in row c / columns
  std::vector<Cell> cells;  // in the order of a plane's values
  std::vector<Label> labels;
  std::vector<Edge> edges;
  std::optional<Color> line;  // between cells, where shades do not tell them apart
  std::string caption;        // in whose view it is drawn: one short line
  std::optional<Players> players = std::nullopt;
};

}  // namespace intarsia::draw
