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
