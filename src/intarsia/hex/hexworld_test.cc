#include "intarsia/hex/hexworld.h"

#include <gtest/gtest.h>

#include "intarsia/hex/position_line.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::hex {
namespace {

TEST(Hexworld, ReadsMovesSwapAndResignation) {
  const auto r = read_hexworld("https://hexworld.org/board/#11nc1,a2:sf6d4,c3:rb");
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(to_trmph(r->game), "#11,b1b1f6d4c3 r");
  EXPECT_EQ(r->shown, 4);
  EXPECT_EQ(replay_of(*r).position().ply(), 4);
  EXPECT_EQ(to_trmph(read_hexworld("#11x11,a2:S:rw")->game), "#11,a2 b");
  EXPECT_EQ(to_trmph(read_hexworld("https://hexworld.org/board/#14")->game), "#14,");
}

TEST(Hexworld, WritesWhatItReads) {
  for (const char* line : {"#11,b1b1f6d4c3 r", "#14,", "#5,a2b3 b", "#2,a1b1a2 b", "#3,c1c1 b"}) {
    const Game g = read_trmph(line)->game;
    const auto link = to_hexworld(g);
    ASSERT_TRUE(link) << line;
    const auto r = read_hexworld(*link);
    ASSERT_TRUE(r) << *link << ": " << r.error().detail;
    EXPECT_EQ(to_trmph(r->game), line) << *link;
  }
  EXPECT_EQ(*to_hexworld(read_trmph("#11,b1b1f6 r")->game),
            "https://hexworld.org/board/#11,a2:sf6:rb");
  EXPECT_FALSE(to_hexworld(read_trmph("#5,a2a2", {SwapRule::kLiteral})->game));
}

TEST(Hexworld, RefusesOtherCommandsByName) {
  const auto pass = read_hexworld("#11c1,a2:pb3");
  ASSERT_FALSE(pass);
  EXPECT_EQ(pass.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(pass.error().detail.find(":p"), std::string::npos);
  for (const char* bad : {"", "#", "#0,", "#27,", "#11x13,a1", "#11,a1,b2,c3", "#11,a1a1",
                          "#11,a1:s:s", "#11,:s", "#11,a1:", "#11,a1:rbb2", "#11,l1", "#11;a1"}) {
    EXPECT_FALSE(read_hexworld(bad)) << bad;
  }
}

TEST(Hexworld, IsToldApartFromTrmph) {
  EXPECT_TRUE(looks_like_hexworld("https://hexworld.org/board/#11,a1"));
  EXPECT_TRUE(looks_like_hexworld("#11nc1,a1"));
  EXPECT_TRUE(looks_like_hexworld("#11,a1:s"));
  EXPECT_FALSE(looks_like_hexworld("#11,a1b2 b # a:b"));
  EXPECT_FALSE(looks_like_hexworld("http://www.trmph.com/hex/board#13,a1"));
  EXPECT_FALSE(looks_like_hexworld("hex,13,a1"));
}

}  // namespace
}  // namespace intarsia::hex
