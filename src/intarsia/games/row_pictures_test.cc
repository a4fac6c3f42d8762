// What every row promises of its pictures.

#include <gtest/gtest.h>

#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::LinePtr;
using layout::Layout;
using layout::Plan;

class RowPictures : public AnyGame {};

std::vector<std::string> marks_of(const draw::Board& b) {
  std::vector<std::string> marks;
  for (const draw::Cell& c : b.cells) {
    marks.push_back(concat({c.name, " ", c.mark ? c.mark->symbol : ""}));
  }
  return marks;
}

TEST_P(RowPictures, OfABoardHaveNoPlanes) {
  const LinePtr line = random_line(10);
  const draw::Picture p = type().board_picture(*line);
  EXPECT_EQ(p.position, line->position_text());
  EXPECT_EQ(p.board.cells.size(), type().catalogue(line->size()).cells());
  EXPECT_TRUE(p.title.empty() && p.notes.empty() && p.shape.empty() && p.planes.empty());
}

TEST_P(RowPictures, OfATensorAreThoseOfItsPosition) {
  const LinePtr line = random_line(10);
  for (const Layout& l : layouts()) {
    const auto plan = Plan::make(l);
    ASSERT_TRUE(plan) << l.id;
    const auto of_line = type().picture(*line, l);
    ASSERT_TRUE(of_line) << l.id;
    EXPECT_EQ(of_line->title, l.id);
    EXPECT_EQ(of_line->position, line->position_text());
    const auto encoder = type().make_encoder(*plan);
    encoder->add(*line, line->ply());
    std::vector<std::byte> tensor(plan->bytes());
    encoder->encode(tensor.data(), 0);
    const auto turn = type().find_turn(type().words.players[line->is_second_to_move() ? 1 : 0]);
    const draw::Picture of_tensor = type().tensor_picture(*plan, tensor.data(), turn.value_or(0));
    ASSERT_EQ(of_tensor.planes.size(), of_line->planes.size()) << l.id;
    for (std::size_t i = 0; i < of_line->planes.size(); ++i) {
      EXPECT_EQ(of_tensor.planes[i].values, of_line->planes[i].values) << l.id << " plane " << i;
    }
    EXPECT_EQ(marks_of(of_tensor.board), marks_of(of_line->board)) << l.id;
    EXPECT_EQ(of_tensor.board.caption, of_line->board.caption) << l.id;
  }
}

TEST_P(RowPictures, OfWhatIsNoPositionHaveAnEmptyBoardAndTheFault) {
  for (const Layout& l : layouts()) {
    const auto plan = Plan::make(l);
    ASSERT_TRUE(plan) << l.id;
    const std::vector<std::byte> tensor(plan->bytes(), std::byte{0x47});
    const draw::Picture p = type().tensor_picture(*plan, tensor.data(), 1);
    EXPECT_EQ(p.position, "no position") << l.id;
    EXPECT_EQ(p.notes.back().name, "fault") << l.id;
    EXPECT_EQ(p.planes.size(), l.features.size()) << l.id;
    for (const draw::Cell& c : p.board.cells) EXPECT_FALSE(c.mark) << l.id << ' ' << c.name;
  }
}

INTARSIA_FOR_ALL_GAMES(RowPictures);

}  // namespace
}  // namespace intarsia::test
