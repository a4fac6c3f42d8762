// What happened on a board (the last move, the win, numbers of moves), colours of players, and labels
// that can be read.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "intarsia/draw/html.h"
#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/draw/toy_picture.h"

namespace intarsia::draw {
namespace {

constexpr Color kRed = {200, 0, 0};
constexpr Color kCream = {255, 250, 240};

Picture board_alone(int rows, int columns) {
  Picture p{.title = "",
            .position = "p",
            .notes = {},
            .shape = {},
            .board = toy::hexagons(rows, columns),
            .planes = {}};
  p.board.cells[0].mark = toy::kStone;
  return p;
}

// The lines of the board.
std::string drawn(const Picture& p) {
  const std::string text = to_text(p);
  const std::size_t start = text.find("\n\n") + 2;
  return text.substr(start, text.find("as it is") - start);
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Marks, ATerminalHasBracketsAndParentheses) {
  Picture p = board_alone(2, 4);
  p.board.cells[1].is_last = true;
  EXPECT_EQ(drawn(p), "1 o[·]· ·\n 2 · · · ·\n");
  EXPECT_NE(to_text(p).find("\n[ ] last move\n"), std::string::npos);
  p.board.cells[0].is_last = true;
  EXPECT_EQ(drawn(p), "1[o|·]· ·\n 2 · · · ·\n") << "neighbours share what is between them";
  p.board.cells[0].is_last = false;
  for (Cell& c : p.board.cells) c.is_winning = true;
  EXPECT_EQ(drawn(p), "1(o[·]· ·)\n 2(· · · ·)\n");
  EXPECT_NE(to_text(p).find("\n[ ] last move   ( ) wins\n"), std::string::npos);
}

// With blanks for brackets, and none at the end of a line.
std::string without_marks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out.erase(out.find_last_not_of(' ') + 1);
    out += std::string_view("()[]").find(c) == std::string_view::npos ? c : ' ';
  }
  return out;
}

TEST(Marks, MoveNoCell) {
  const std::string plain = drawn(board_alone(2, 3));
  for (std::size_t last = 0; last < 6; ++last) {
    for (unsigned winning = 0; winning < 64; ++winning) {
      Picture p = board_alone(2, 3);
      p.board.cells[last].is_last = true;
      for (std::size_t c = 0; c < 6; ++c) p.board.cells[c].is_winning = winning >> c & 1;
      EXPECT_EQ(without_marks(drawn(p)), plain);
    }
  }
}

TEST(Marks, ABoardWithoutLabelsMakesRoomForThem) {
  Picture p = board_alone(1, 2);
  p.board.labels.clear();
  p.board.cells[0].is_last = true;
  EXPECT_EQ(drawn(p), "[o]·\n");
}

TEST(Marks, NumbersStandBesideTheirMen) {
  Picture p = board_alone(2, 2);
  p.board.cells[3].mark = toy::kStone;
  p.board.cells[0].number = 7;
  p.board.cells[3].number = 10;
  p.board.cells[3].is_last = true;
  EXPECT_EQ(drawn(p), "1 o7  ·\n  2 ·  [o10]\n") << "rows are shifted by half a cell all the same";
  for (const std::string& text : {to_svg(p), to_html(p)}) {
    EXPECT_NE(text.find(">10</text>"), std::string::npos);
    EXPECT_NE(text.find("<title>b2 stone, move 10, the last move</title>"), std::string::npos);
  }
}

TEST(Marks, APictureHasARingAndTheWinnersColour) {
  Picture p = board_alone(2, 2);
  const std::size_t polygons = count(to_svg(p), "<polygon");
  p.board.cells[0].is_last = p.board.cells[1].is_last = true;
  EXPECT_EQ(count(to_svg(p), "<polygon"), polygons + 2);
  EXPECT_EQ(count(to_html(p), "<polygon"), polygons + 2);
  EXPECT_EQ(count(to_svg(p), "#dcdcdc"), 4U);
  p.board.cells[0].is_winning = true;
  EXPECT_EQ(count(to_svg(p), "#dcdcdc"), 3U);
  EXPECT_NE(to_svg(p).find("<title>a1 stone, the last move, wins</title>"), std::string::npos);
}

TEST(Marks, WithColoursGroundsSayTheSame) {
  Picture p = board_alone(2, 2);
  const std::string plain = to_text(p, {.is_colored = true});
  p.board.cells[1].is_last = true;
  const std::string marked = to_text(p, {.is_colored = true});
  EXPECT_NE(marked, plain);
  EXPECT_EQ(count(marked, "[ ]"), 1U) << "in the legend alone";
  EXPECT_EQ(count(marked, "]"), 1U);
}

TEST(Marks, PlanesHaveTheColoursOfTheirPlayers) {
  const layout::Layout l = toy::toy_layout(layout::Order::kChw, {{toy::game::kStones}});
  Picture p = toy::picture_of(l, {1, 0, 0, 0, 0, 1});
  const std::string neutral = to_svg(p);
  EXPECT_EQ(neutral.find("#c80000"), std::string::npos);
  p.board.players = Players{kRed, kCream, false};
  p.planes[0].color = kRed;
  for (const std::string& text : {to_svg(p), to_html(p)}) {
    EXPECT_EQ(count(text, "style=\"fill:#c80000\""), 2U);
  }
  EXPECT_NE(to_text(p, {.is_colored = true}).find("48;2;200;0;0"), std::string::npos);
  EXPECT_EQ(to_text(p), to_text(toy::picture_of(l, {1, 0, 0, 0, 0, 1})));
}

// The letters of every group of labels in pixels.
std::vector<double> letters_of(const std::string& svg) {
  std::vector<double> sizes;
  double scale = 1;
  constexpr std::string_view kScale = "scale(", kLetters = "class=\"labels\" font-size=\"";
  for (std::size_t at = 0; at < svg.size(); ++at) {
    const std::string_view rest = std::string_view(svg).substr(at);
    // Of a group of groups: single men are scaled, too.
    if (rest.starts_with(kScale) && rest.substr(rest.find(')')).starts_with(")\">\n<g")) {
      scale = std::stod(svg.substr(at + kScale.size()));
    }
    if (!rest.starts_with(kLetters)) continue;
    const double size = std::stod(svg.substr(at + kLetters.size()));
    sizes.push_back(scale * size);
    EXPECT_LE(2 * 0.6 * size, 1) << "two digits fit a cell";
  }
  return sizes;
}

TEST(Marks, LabelsCanBeReadOnLargeBoards) {
  for (const int n : {3, 8, 11, 19, 26}) {
    Picture p = board_alone(n, n);
    const auto cells = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    p.planes = {{.index = 0,
                 .name = "plane",
                 .meaning = "",
                 .lo = 0,
                 .hi = 1,
                 .is_scalar = false,
                 .first = 0,
                 .stride = 1,
                 .values = std::vector<float>(cells)}};
    const auto letters = letters_of(to_svg(p));
    ASSERT_EQ(letters.size(), 2U) << "the board and its plane";
    for (const double size : letters) EXPECT_GE(size, 8.7) << n;
  }
}

}  // namespace
}  // namespace intarsia::draw
