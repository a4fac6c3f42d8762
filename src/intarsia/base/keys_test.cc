#include "intarsia/base/keys.h"

#include <gtest/gtest.h>

namespace intarsia {
namespace {

TEST(KeySequence, FollowsThePublishedVectorOfSplitmix64) {
  // The first outputs for seed 1234567, as in the reference implementation's test.
  KeySequence keys(1234567);
  EXPECT_EQ(keys.next(), 6457827717110365317U);
  EXPECT_EQ(keys.next(), 3203168211198807973U);
  EXPECT_EQ(keys.next(), 9817491932198370423U);
}

}  // namespace
}  // namespace intarsia
