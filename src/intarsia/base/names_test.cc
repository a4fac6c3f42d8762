#include "intarsia/base/names.h"

#include <gtest/gtest.h>

namespace intarsia {
namespace {

constexpr std::string_view kNames[] = {"chess/planes25", "hex/nxn", "hex/2nxn"};

TEST(UnknownName, ListsAllAndTheOneThatWasMeant) {
  EXPECT_EQ(unknown_name("layout", "chess/plans25", kNames),
            (Error{ErrorCode::kNotFound, 0,
                   "no layout \"chess/plans25\"; did you mean chess/planes25?\n"
                   "  there are: chess/planes25 hex/nxn hex/2nxn"}));
}

TEST(UnknownName, UnderstandsWhatLacksThePartBeforeTheSlash) {
  EXPECT_NE(unknown_name("layout", "2nxn", kNames).detail.find("did you mean hex/2nxn?"),
            std::string::npos);
  EXPECT_EQ(unknown_name("layout", "something", kNames).detail.find("did you mean"),
            std::string::npos);
}

TEST(WrongBoardSize, SaysWhichThereAre) {
  EXPECT_EQ(wrong_board_size("hex", "1 to 26", 99).detail,
            "hex is played on boards of size 1 to 26, not 99");
}

}  // namespace
}  // namespace intarsia
