#include "intarsia/base/shortest.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"

namespace intarsia {
namespace {

template <class T>
std::string written(T value) {
  char text[internal::kMaxNumberBytes];
  return {text, internal::write_shortest(text, value)};
}

template <class T>
std::string by_library(T value) {
  char text[400];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

TEST(Shortest, WritesWhatTheLibraryWrites) {
  for (const double v : {0.0,      -0.0,    1.0,    -1.0,  0.1,
                         0.25,     1.0 / 3, 255.0,  1e5,   1e6,
                         123456.0, 1e21,    1e22,   1e23,  123456789012345680.0,
                         1e-4,     1.5e-5,  5e-324, 1e100, 2.5e-100}) {
    EXPECT_EQ(written(v), by_library(v)) << v;
    EXPECT_EQ(written(-v), by_library(-v)) << v;
    EXPECT_EQ(written(static_cast<float>(v)), by_library(static_cast<float>(v))) << v;
  }
  EXPECT_EQ(written(std::numeric_limits<double>::max()),
            by_library(std::numeric_limits<double>::max()));
}

TEST(Shortest, WritesWhatIsNoNumber) {
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(written(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(written(std::numeric_limits<float>::quiet_NaN()), "nan");
}

TEST(Shortest, WritesRandomBitsAsTheLibraryDoes) {
  std::uint64_t state = 20'240'101;
  for (int i = 0; i < 5'000; ++i) {
    state = state * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    const auto d = std::bit_cast<double>(state ^ state >> 29);
    if (std::isfinite(d)) {
      ASSERT_EQ(written(d), by_library(d)) << i;
    }
    const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(state >> 32));
    if (std::isfinite(f)) {
      ASSERT_EQ(written(f), by_library(f)) << i;
    }
  }
}

TEST(Shortest, WritesPowersOfTwoAsTheLibraryDoes) {
  for (int i = -1'074; i < 1'024; ++i) {
    const double v = std::ldexp(1.0, i);
    ASSERT_EQ(written(v), by_library(v)) << i;
    const float f = std::ldexp(1.0F, i);
    if (std::isfinite(f)) {
      ASSERT_EQ(written(f), by_library(f)) << i;
    }
  }
}

TEST(Shortest, WritesDecimalsOfFewDigitsAsTheyAre) {
  for (int i = -3'000; i < 3'000; ++i) {
    const double v = i / 100.0;
    ASSERT_EQ(written(v), by_library(v));
    ASSERT_EQ(*read_number<double>(written(v)), v);
  }
}

}  // namespace
}  // namespace intarsia
