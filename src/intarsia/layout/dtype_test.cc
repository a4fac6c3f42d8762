#include "intarsia/layout/dtype.h"

#include <cmath>

#include <gtest/gtest.h>

namespace intarsia::layout {
namespace {

TEST(Dtype, EveryFloat16SurvivesTheWayThroughFloat) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const float value = from_float16(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) continue;
    ASSERT_EQ(to_float16(value), bits) << value;
  }
}

TEST(Dtype, EveryBFloat16SurvivesTheWayThroughFloat) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const float value = from_bfloat16(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) continue;
    ASSERT_EQ(to_bfloat16(value), bits) << value;
  }
}

TEST(Dtype, RoundsToNearestEven) {
  EXPECT_EQ(from_float16(to_float16(1.0F / 3)), 0.333251953125F);
  EXPECT_EQ(from_float16(to_float16(2049.0F)), 2048.0F);
  EXPECT_EQ(from_float16(to_float16(2051.0F)), 2052.0F);
  EXPECT_EQ(to_float16(65519.0F), 0x7bff);
  EXPECT_EQ(to_float16(65520.0F), 0x7c00);
  EXPECT_EQ(to_float16(0x1p-25F), 0);
  EXPECT_EQ(to_float16(0x1.8p-25F), 1);
  EXPECT_EQ(from_bfloat16(to_bfloat16(257.0F)), 256.0F);
  EXPECT_EQ(from_bfloat16(to_bfloat16(259.0F)), 260.0F);
}

TEST(Dtype, NamesAreFoundAgain) {
  for (const DtypeInfo& d : kDtypes) EXPECT_EQ(info(*find_dtype(d.name)).name, d.name);
  EXPECT_FALSE(find_dtype("float64"));
}

}  // namespace
}  // namespace intarsia::layout
