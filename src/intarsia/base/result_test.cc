#include "intarsia/base/result.h"

#include <memory>

#include <gtest/gtest.h>

namespace intarsia {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 7;
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 7);

  const Result<int> bad = Error{ErrorCode::kSyntax, 3, "no digit"};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().offset, 3U);
  EXPECT_EQ(name(bad.error().code), "syntax");
}

TEST(Result, GivesItsValueAway) {
  Result<std::unique_ptr<int>> r = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(r);
  EXPECT_EQ(*taken, 5);
}

TEST(Error, MovesWithTheTextAroundIt) {
  EXPECT_EQ((Error{ErrorCode::kLimit, 2, "x"}.moved_by(10).offset), 12U);
}

}  // namespace
}  // namespace intarsia
