#include <gtest/gtest.h>

#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/games/hex.h"
#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/layouts.h"

namespace intarsia::games {
namespace {

game::LinePtr line_of(std::string_view text) {
  return std::move(hex_game().read_line(text, {})->line);
}

draw::Board board_of(std::string_view text, layout::FrameId frame) {
  return Hex::board_of(HexLine::of(*line_of(text)), frame, {});
}

TEST(HexPicture, BoardAndPlanesAgreeCellByCellInEveryFrame) {
  for (std::string_view text : {"hex 5", "#5,b1b1c3", "#7,a1b2c3d4e5", "#3,a1b1a2b2a3"}) {
    const game::LinePtr line = line_of(text);
    const int n = line->size();
    for (const hex::FrameIndex frame : {hex::kBlueFrame, hex::kMoverFrame}) {
      layout::Layout l = hex::layouts(n)[0];
      l.frame = frame;
      const auto p = hex_game().picture(*line, l, {});
      ASSERT_TRUE(p);
      for (std::size_t c = 0; c < p->board.cells.size(); ++c) {
        const auto& mark = p->board.cells[c].mark;
        const float code = !mark ? 0.0F : mark->symbol == "B" ? 1.0F : 2.0F;
        EXPECT_EQ(p->planes[0].values[c], code) << text << ' ' << p->board.cells[c].name;
      }
    }
  }
}

TEST(HexPicture, TheBoardIsSlanted) {
  const draw::Board b = board_of("#11,a1", hex::kBlueFrame);
  EXPECT_EQ(b.cells[0].name, "a1");
  EXPECT_EQ(b.cells[11].name, "a2");
  EXPECT_NEAR(b.cells[11].centre().x - b.cells[0].centre().x, 0.5, 1e-9);
  EXPECT_EQ(b.cells[0].outline.size(), 6U);
  EXPECT_EQ(b.edges.size(), 4U);
  EXPECT_EQ(b.edges[0].color, b.edges[1].color);
  EXPECT_NE(b.edges[0].color, b.edges[2].color);
  EXPECT_EQ(b.caption, "Blue's view; Red to move");
}

TEST(HexPicture, TheMoversViewKeepsNamesAndEdges) {
  const draw::Board b = board_of("#11,c1", hex::kMoverFrame);
  EXPECT_EQ(b.cells[1].name, "a2");
  EXPECT_EQ(b.cells[22].name, "c1");
  EXPECT_EQ(b.cells[22].mark->name, "blue stone");
  EXPECT_EQ(b.edges[0].color, board_of("#11,", hex::kBlueFrame).edges[2].color);
  EXPECT_EQ(b.caption, "The mover's view, transposed; Red to move");
}

TEST(HexPicture, ATensorIsDrawnAsItIs) {
  const game::LinePtr line = line_of("#5,b1b1c3");
  const auto plan = layout::Plan::make(hex::layouts(5)[2]);
  std::vector<float> tensor(plan->elements());
  const auto encoder = hex_game().make_encoder(*plan);
  encoder->add(*line, line->ply());
  encoder->encode(std::as_writable_bytes(std::span(tensor)).data(), 0);
  const auto bytes = [&] { return std::as_bytes(std::span(tensor)).data(); };
  // The tensor does not show which stone came last.
  const game::LinePtr alone = line_of(line->position_text());
  const auto wanted = hex_game().picture(*alone, hex::layouts(5)[2], {});
  draw::Picture found = hex_game().tensor_picture(*plan, bytes(), 0);
  EXPECT_EQ(draw::to_text(found), draw::to_text(*wanted));
  tensor[0] = tensor[25] = 1;  // two stones on a1
  found = hex_game().tensor_picture(*plan, bytes(), 0);
  EXPECT_EQ(found.position, "no position");
  EXPECT_EQ(found.notes.back().name, "fault");
  EXPECT_EQ(found.planes[1].values[0], 1);
}

TEST(HexPicture, TheSwapIsTheMoveOfItsStone) {
  const draw::Board b = hex_game().board_picture(*line_of("hex 5 moves c1 swap c3"), {true}).board;
  EXPECT_EQ(b.cells[10].name, "a3");
  EXPECT_EQ(b.cells[10].number, 2);
  EXPECT_EQ(b.cells[2].number, 0) << "the first stone is gone";
  EXPECT_EQ(b.cells[12].number, 3);
  EXPECT_TRUE(b.cells[12].is_last);
}

TEST(HexPicture, ABoardThatIsWonShowsItsChainWhoeverMoves) {
  const auto plan = layout::Plan::make(hex::layouts(3)[0]);
  const std::vector<std::int8_t> tensor = {1, 0, 1, 1, 2, 2, 1, 0, 0};
  const auto found = hex_game().tensor_picture(*plan, std::as_bytes(std::span(tensor)).data(), 0);
  std::string chain;
  for (const draw::Cell& c : found.board.cells) {
    if (c.is_winning) chain += c.name + " ";
  }
  EXPECT_EQ(chain, "a1 a2 a3 ") << "not c1, which is not joined to them";
}

TEST(HexPicture, WithoutAMoverItSaysSo) {
  const auto plan = layout::Plan::make(hex::layouts(3)[0]);
  const std::vector<std::int8_t> tensor = {0, 1, 0, 2, 0, 0, 0, 0, 0};
  const auto found = hex_game().tensor_picture(*plan, std::as_bytes(std::span(tensor)).data(), 0);
  EXPECT_EQ(found.position, "hex 3 blue b1 red a2");
  EXPECT_EQ(found.board.caption, "Blue's view; who moves is not known");
}

TEST(HexPicture, IsDrawnAsTextAndAsHexagons) {
  const auto p = hex_game().picture(*line_of("#3,a1b2a2c2a3"), hex::layouts(3)[2], {});
  ASSERT_TRUE(p);
  const std::string text = draw::to_text(*p);
  EXPECT_NE(text.find("Blue has won"), std::string::npos) << text;
  EXPECT_NE(text.find("1(B)· ·"), std::string::npos) << text;
  EXPECT_NE(text.find(" 2(B)R R"), std::string::npos) << text;
  EXPECT_NE(text.find("  3[B]· ·"), std::string::npos) << text;
  EXPECT_NE(draw::to_svg(*p).find("blue stone"), std::string::npos);
}

}  // namespace
}  // namespace intarsia::games
