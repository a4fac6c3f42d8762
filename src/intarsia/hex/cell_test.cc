#include "intarsia/hex/cell.h"

#include <gtest/gtest.h>

namespace intarsia::hex {
namespace {

Result<Cell> read(std::string_view text, int n) {
  TextCursor in(text);
  return read_cell(in, n);
}

TEST(HexCell, EveryNameReadsBackOnEverySize) {
  for (int n = kMinSize; n <= kMaxSize; ++n) {
    for (int i = 0; i < cell_count(n); ++i) {
      const Cell c = static_cast<Cell>(i);
      ASSERT_EQ(*read(cell_name(c, n), n), c) << n;
      ASSERT_EQ(transposed(transposed(c, n), n), c);
    }
  }
}

TEST(HexCell, TheLetterIsTheColumnAndTheNumberTheRow) {
  EXPECT_EQ(*read("c1", 13), cell_at(0, 2, 13));
  EXPECT_EQ(transposed(*read("c1", 13), 13), *read("a3", 13));
}

TEST(HexCell, RefusesWhatIsNotOnTheBoardOrNoName) {
  for (const char* bad : {"", "a", "a0", "a14", "n1", "a01", "A1", "1", "11",
                          "a99999999999999999999", "a\xef\xbc\x91", "\xd0\xb0\x31"}) {
    EXPECT_FALSE(read(bad, 13)) << bad;
  }
}

TEST(HexCell, SizesAreOneToTwentySix) {
  const auto size = [](std::string_view text) {
    TextCursor in(text);
    return read_size(in);
  };
  EXPECT_EQ(*size("1"), 1);
  EXPECT_EQ(*size("26,"), 26);
  for (const char* bad : {"", "0", "-1", "27", "013", "1000000000", "99999999999999999999", "x"}) {
    EXPECT_FALSE(size(bad)) << bad;
  }
  EXPECT_EQ(size("27").error().code, ErrorCode::kLimit);
}

TEST(HexCell, TheRimIsWhatHasNoFullRing) {
  EXPECT_EQ(border_cells(1).size(), 1);
  EXPECT_EQ(border_cells(2).size(), 4);
  EXPECT_EQ(border_cells(11).size(), 40);
  EXPECT_EQ(board_cells(26).size(), kMaxCells);
}

}  // namespace
}  // namespace intarsia::hex
