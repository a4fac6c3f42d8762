#include <algorithm>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "intarsia/draw/html.h"
#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/draw/toy_picture.h"

namespace intarsia::draw {
namespace {

using layout::Order;
using toy::picture_of;
using toy::toy_layout;

// Stones, codes and a value of a made-up position.
Picture toy_picture(Order order = Order::kChw) {
  const std::vector<layout::Feature> features = {
      {toy::game::kStones}, {toy::game::kCodes}, {toy::game::kScore, 10}};
  std::vector<float> tensor = {1, 0, 0, 0, 0, 1, 1, -2, 0, 0, 0, 1};
  tensor.resize(order == Order::kFlat ? 13 : 18, 0.5F);
  Picture p = picture_of(toy_layout(order, features), tensor);
  p.board.cells[0].mark = toy::kStone;
  return p;
}

constexpr std::string_view kHostile =
    "<b a=\"1\" c='2'>&amp;\x1b[31m]]>\xff\xc3\x28\n-->\xed\xa0\x80";

Picture hostile_picture() {
  Picture p = toy_picture(Order::kFlat);
  p.title = p.position = p.board.caption = kHostile;
  for (Note& n : p.notes) n.text = kHostile;
  for (Cell& c : p.board.cells) c.name = kHostile;
  for (Label& l : p.board.labels) l.text = kHostile;
  for (Plane& plane : p.planes) plane.name = plane.meaning = kHostile;
  return p;
}

constexpr std::string_view kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The tag at the start of the text, both brackets included; empty if it does not end.
std::string_view first_tag(std::string_view text) {
  bool is_quoted = false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (text[i] == '<') return {};
    if (text[i] == '>' && !is_quoted) return text.substr(0, i + 1);
  }
  return {};
}

bool begins_entity(std::string_view text) {
  return std::any_of(std::begin(kEntities), std::end(kEntities),
                     [&](std::string_view e) { return text.starts_with(e); });
}

// What is wrong with the markup, or nothing. Knows as much of XML and HTML as we write.
std::string fault_of(std::string_view text) {
  std::vector<std::string> open;
  while (!text.empty()) {
    const bool is_code = !open.empty() && (open.back() == "style" || open.back() == "script");
    if (is_code) text.remove_prefix(text.find("</"));
    if (text[0] == '>' || (text[0] == '&' && !begins_entity(text))) {
      return "bare " + std::string(text.substr(0, 20));
    }
    if (text[0] != '<') {
      text.remove_prefix(1);
      continue;
    }
    const std::string_view tag = first_tag(text);
    if (tag.empty()) return "no end of " + std::string(text.substr(0, 20));
    text.remove_prefix(tag.size());
    const bool is_end = tag[1] == '/';
    const std::size_t start = is_end ? 2 : 1;
    const std::string name(tag.substr(start, tag.find_first_of(" />", start) - start));
    if (tag.ends_with("/>") || name == "meta" || name == "wbr" || name == "!doctype") continue;
    if (!is_end) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return "unexpected end of " + name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "no end of " + open.back();
}

std::string without_colors(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] == '\033') {
      text.remove_prefix(text.find('m') + 1);
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Draw, MarkupIsWellFormedWhateverTheNames) {
  for (const Picture& p : {toy_picture(), toy_picture(Order::kFlat), hostile_picture()}) {
    EXPECT_EQ(fault_of(to_svg(p)), "");
    EXPECT_EQ(fault_of(to_html(p)), "");
  }
  for (const std::string& text : {to_svg(hostile_picture()), to_html(hostile_picture())}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_EQ(text.find("<b"), text.find("<body"));
  }
}

TEST(Draw, EveryPlaneHasAllItsCellsWithTheirValues) {
  const Picture p = toy_picture();
  for (const std::string& text : {to_svg(p), to_html(p)}) {
    EXPECT_EQ(count(text, "<polygon"), 6 + 3 * 6);
    for (const Plane& plane : p.planes) {
      for (std::size_t c = 0; c < 6; ++c) {
        EXPECT_EQ(count(text, "<title>" + element_text(p, plane, c) + "</title>"), 1);
      }
    }
  }
  EXPECT_EQ(element_text(p, p.planes[1], 1), "codes b1 = -2 at [1, 0, 1]");
}

TEST(Draw, CellsAreTheOutlinesOfTheGame) {
  const std::string svg = to_svg(toy_picture());
  EXPECT_EQ(count(svg, "points=\"0.5,0 1,0.289 1,0.866 0.5,1.155 0,0.866 0,0.289\""), 1 + 3);
  EXPECT_NE(svg.find("<polyline points=\"0,0 2,0\" stroke=\"#0000ff\"/>"), std::string::npos);
  EXPECT_EQ(count(svg, toy::kStone.shape), 1);
  EXPECT_NE(svg.find("<title>a1 stone</title>"), std::string::npos);
}

TEST(Draw, SignsAndFaultsHaveTheirOwnColours) {
  Picture p = toy_picture();
  EXPECT_EQ(count(to_svg(p), "<polygon class=\"n\""), 1);
  EXPECT_EQ(count(to_svg(p), "<polygon class=\"x\""), 0);
  p.planes[0].values = {NAN, 2, -1, HUGE_VALF, 0, 1};
  EXPECT_EQ(count(to_svg(p), "<polygon class=\"x\""), 4);
  EXPECT_EQ(fault_of(to_svg(p)), "");
  EXPECT_NE(to_text(p).find("4 out of range"), std::string::npos);
}

TEST(Draw, SingleValuesAreNumbersNotPlanes) {
  const Picture p = toy_picture(Order::kFlat);
  ASSERT_TRUE(p.planes[2].is_scalar);
  for (const std::string& text : {to_svg(p), to_html(p)}) {
    EXPECT_EQ(count(text, "<polygon"), 6 + 2 * 6);
    EXPECT_NE(text.find(">0.5<"), std::string::npos);
    EXPECT_NE(text.find("score/10 = 0.5 at [12]"), std::string::npos);
  }
  EXPECT_NE(to_text(p).find("2   score/10  0.5         0 to 1: points so far\n"),
            std::string::npos);
}

TEST(Draw, ATerminalShowsSlantedBoardsSlanted) {
  const std::string expected =
      "toy/test\n"
      "a made-up position\n"
      "\n"
      "1 o ·       shape     (3, 3, 2)\n"
      " 2 · ·      order     CHW\n"
      "  3 · ·     dtype     float32\n"
      "            elements  18\n"
      "            frame     plain\n"
      "            view      as it is\n"
      "as it is\n"
      "\n"
      "0 stones            1 codes             2 score/10\n"
      "2 of 6              -2 to 1             all 0.5\n"
      "1 .                  1 -2               = =\n"
      " . .                   .  .              = =\n"
      "  . 1                   .  1              = =\n";
  EXPECT_EQ(to_text(toy_picture(), {60}), expected);
}

// The number behind the first width=" of a picture.
double width_of(const std::string& svg) { return std::stod(svg.substr(svg.find("width=\"") + 7)); }

TEST(Draw, ABoardAloneTakesNoRoomForPlanes) {
  Picture p = toy_picture();
  const double whole = width_of(to_svg(p));
  p.planes.clear();
  p.title.clear();
  const std::string svg = to_svg(p);
  EXPECT_LT(width_of(svg), 400);
  EXPECT_LT(width_of(svg), whole);
  EXPECT_EQ(svg.find("class=\"title\""), std::string::npos);
}

TEST(Draw, ALongPositionIsWrapped) {
  Picture p = toy_picture();
  p.position.clear();
  for (int i = 0; i < 500; ++i) p.position += "pebble ";
  const std::string svg = to_svg(p);
  EXPECT_EQ(width_of(svg), width_of(to_svg(toy_picture())));
  EXPECT_GT(count(svg, "class=\"head\""), 20U);
  EXPECT_EQ(count(svg, "pebble"), 2 * 500U);  // once in the title for those who cannot see it
}

TEST(Draw, ATerminalsWidthIsKept) {
  Picture p = toy_picture();
  const std::vector<Plane> some = p.planes;
  for (int i = 0; i < 4; ++i) p.planes.insert(p.planes.end(), some.begin(), some.end());
  for (const int width : {40, 51, 52, 100, 300}) {
    for (const std::string& line : lines_of(to_text(p, {width}))) {
      EXPECT_LE(line.size(), static_cast<std::size_t>(width) + 1) << line;  // "·" has two bytes
    }
  }
  EXPECT_FALSE(to_text(p, {1}).empty());
  EXPECT_FALSE(to_text(p, {-5}).empty());
}

TEST(Draw, ColoursLeaveThePlanesTextAsItIs) {
  const Picture p = toy_picture();
  const auto plain = lines_of(to_text(p));
  const auto colored = lines_of(without_colors(to_text(p, {.is_colored = true})));
  EXPECT_EQ(to_text(p).find('\033'), std::string::npos);
  ASSERT_EQ(plain.size(), colored.size());
  const auto caption = std::find(plain.begin(), plain.end(), p.board.caption) - plain.begin();
  for (auto i = static_cast<std::size_t>(caption); i < plain.size(); ++i) {
    EXPECT_EQ(plain[i], colored[i].substr(0, colored[i].find_last_not_of(' ') + 1));
  }
}

TEST(Draw, NamesCannotSendEscapeSequences) {
  const std::string text = to_text(hostile_picture());
  EXPECT_EQ(text.find('\033'), std::string::npos);
  const std::string colored = to_text(hostile_picture(), {.is_colored = true});
  EXPECT_EQ(without_colors(colored).find('\033'), std::string::npos);
}

}  // namespace
}  // namespace intarsia::draw
