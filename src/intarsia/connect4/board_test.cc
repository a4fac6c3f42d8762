#include "intarsia/connect4/board.h"

#include <gtest/gtest.h>

#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4Board, SizesAreOneToNineWithAtMost64Cells) {
  int count = 0;
  for (int columns = 1; columns <= 9; ++columns) {
    for (int rows = 1; rows <= 9; ++rows) {
      ASSERT_EQ(is_size(10 * columns + rows), columns * rows <= 64) << columns << 'x' << rows;
      count += columns * rows <= 64 ? 1 : 0;
    }
  }
  EXPECT_EQ(test::all_boards().size(), static_cast<std::size_t>(count));
  for (int bad : {-76, 0, 6, 10, 60, 98, 99, 100, 176}) EXPECT_FALSE(is_size(bad)) << bad;
}

TEST(Connect4Board, EveryNameReadsBackOnEveryBoard) {
  for (const Board b : test::all_boards()) {
    ASSERT_EQ(*read_board(board_name(b)), b);
    ASSERT_EQ(Board::of_size(b.size()), b);
    for (int i = 0; i < b.cells(); ++i) {
      const Cell c = static_cast<Cell>(i);
      ASSERT_EQ(*read_cell_name(cell_name(c, b), b), c) << board_name(b);
      ASSERT_EQ(b.cell_at(b.row_of(c), b.column_of(c)), c);
    }
  }
}

TEST(Connect4Board, RowsAreCountedFromTheBottomInNames) {
  const Board b;
  EXPECT_EQ(*read_cell_name("a1", b), 35);
  EXPECT_EQ(*read_cell_name("d6", b), 3);
  EXPECT_EQ(cell_name(41, b), "g1");
  EXPECT_EQ(board_name(b), "7x6");
}

TEST(Connect4Board, SetsOfCellsAreWhatTheyAreCalled) {
  for (const Board b : test::all_boards()) {
    Cells columns;
    for (int k = 0; k < b.columns(); ++k) {
      for (Cell c : b.column_cells(k)) ASSERT_EQ(b.column_of(c), k);
      ASSERT_EQ(b.column_cells(k).size(), b.rows());
      columns |= b.column_cells(k);
    }
    ASSERT_EQ(columns, b.all_cells());
    ASSERT_EQ(b.all_cells().size(), b.cells());
    ASSERT_EQ(b.bottom_cells().size(), b.columns());
    for (Cell c : b.bottom_cells()) ASSERT_EQ(b.row_of(c), b.rows() - 1);
  }
}

TEST(Connect4Board, MirroringUndoesItself) {
  test::RandomConnect4 random(1);
  for (const Board b : test::all_boards()) {
    const Cells cells = Cells(random.next()) & b.all_cells();
    Cells wanted;
    for (Cell c : cells) wanted.insert(b.cell_at(b.row_of(c), b.columns() - 1 - b.column_of(c)));
    ASSERT_EQ(b.mirrored(cells), wanted) << board_name(b);
    ASSERT_EQ(b.mirrored(wanted), cells);
  }
}

TEST(Connect4Board, RefusesWhatIsNoBoardAndNoCell) {
  for (const char* bad : {"", "x", "7", "7x", "x6", "7x6x", "07x6", "7x06", "7 x6", "7X6", "-7x6",
                          "7x6 ", "\xef\xbc\x97x6"}) {
    ASSERT_FALSE(read_board(bad)) << bad;
    EXPECT_EQ(read_board(bad).error().code, ErrorCode::kSyntax) << bad;
  }
  for (const char* bad : {"0x6", "7x0", "10x1", "1x10", "9x8", "99999999999999999999x6"}) {
    ASSERT_FALSE(read_board(bad)) << bad;
    EXPECT_EQ(read_board(bad).error().code, ErrorCode::kLimit) << bad;
  }
  for (const char* bad : {"", "a", "a0", "a7", "h1", "A1", "1a", "a11", "11", "a\xef\xbc\x91"}) {
    EXPECT_FALSE(read_cell_name(bad, Board())) << bad;
  }
}

}  // namespace
}  // namespace intarsia::connect4
