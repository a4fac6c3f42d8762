// What every row promises of its pictures.

#include <algorithm>
#include <utility>

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
  const draw::Picture p = type().board_picture(*line, {});
  EXPECT_EQ(p.position, line->position_text());
  EXPECT_EQ(p.board.cells.size(), type().catalogue(line->size()).cells());
  EXPECT_TRUE(p.title.empty() && p.notes.empty() && p.shape.empty() && p.planes.empty());
}

TEST_P(RowPictures, OfATensorAreThoseOfItsPosition) {
  const LinePtr line = random_line(10);
  for (const Layout& l : layouts()) {
    const auto plan = Plan::make(l);
    ASSERT_TRUE(plan) << l.id;
    const auto of_line = type().picture(*line, l, {});
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

std::size_t count(const draw::Board& b, bool draw::Cell::*is_marked) {
  return static_cast<std::size_t>(std::count_if(b.cells.begin(), b.cells.end(),
                                                [&](const draw::Cell& c) { return c.*is_marked; }));
}

TEST_P(RowPictures, MarkTheLastMoveInEveryView) {
  const LinePtr start = game().start();
  EXPECT_EQ(count(type().board_picture(*start, {}).board, &draw::Cell::is_last), 0U);
  const LinePtr line = random_line();
  for (int ply = 1; ply <= line->ply(); ++ply) {
    std::vector<std::string> names;
    for (const Layout& l : layouts()) {
      const draw::Picture p = *type().picture(*line->at(ply), l, {});
      std::vector<std::string> marked;
      for (const draw::Cell& c : p.board.cells) {
        if (c.is_last) marked.push_back(c.name);
      }
      std::sort(marked.begin(), marked.end());
      ASSERT_FALSE(marked.empty()) << l.id;
      if (names.empty()) names = marked;
      ASSERT_EQ(marked, names) << l.id << " ply " << ply;
    }
    if (ply > 12) ply += 20;
  }
}

// The men that a move brought have its number, whoever came and went before.
TEST_P(RowPictures, NumberMenByTheMoveThatBroughtThem) {
  const LinePtr line = random_line();
  for (int ply = 1; ply <= line->ply(); ++ply) {
    const draw::Board before = type().board_picture(*line->at(ply - 1), {true}).board;
    const draw::Board now = type().board_picture(*line->at(ply), {true}).board;
    int latest = 0;
    for (const draw::Cell& c : now.cells) latest = std::max(latest, c.number);
    for (std::size_t i = 0; i < now.cells.size(); ++i) {
      const auto& [was, is] = std::pair(before.cells[i], now.cells[i]);
      ASSERT_TRUE(is.mark || is.number == 0) << is.name << " is empty";
      const bool is_same = was.mark && is.mark && was.mark->symbol == is.mark->symbol;
      if (!is.mark) continue;
      ASSERT_EQ(is.number, is_same ? was.number : latest) << is.name << " ply " << ply;
    }
  }
  EXPECT_TRUE(type().board_picture(*line, {true}).notes.empty());
  const draw::Picture start = type().board_picture(*game().start(), {true});
  ASSERT_EQ(start.notes.size(), 1U);
  EXPECT_NE(start.notes[0].text.find("not known"), std::string::npos);
}

TEST_P(RowPictures, ShowPlanesOfAPlayerInItsColour) {
  const LinePtr line = random_line(9);
  const std::size_t mover = line->is_second_to_move() ? 1 : 0;
  for (const Layout& l : layouts()) {
    const draw::Picture p = *type().picture(*line, l, {});
    ASSERT_TRUE(p.board.players);
    const draw::Color colors[] = {p.board.players->first, p.board.players->second};
    for (const draw::Plane& plane : p.planes) {
      const layout::Fact& fact = l.fact(l.features[plane.index]);
      const std::string_view side = fact.name.substr(0, fact.name.find('.'));
      std::optional<draw::Color> wanted;
      for (const std::size_t i : {0U, 1U}) {
        if (side == type().words.players[i]) wanted = colors[i];
      }
      if (side == "us") wanted = colors[mover];
      if (side == "them") wanted = colors[1 - mover];
      if (fact.kind != layout::FactKind::kCells) wanted = std::nullopt;
      EXPECT_EQ(plane.color, wanted) << l.id << " " << plane.name;
      EXPECT_EQ(plane.code_colors.size(), fact.codes.size()) << plane.name;
    }
  }
}

INTARSIA_FOR_ALL_GAMES(RowPictures);

}  // namespace
}  // namespace intarsia::test
