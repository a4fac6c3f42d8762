#include "intarsia/data/permutation.h"

#include <set>

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

TEST(Permutation, IsABijectionWithItsInverse) {
  for (std::uint64_t size : {1, 2, 3, 4, 5, 15, 16, 17, 255, 1000, 4097}) {
    for (std::uint64_t key : {0ULL, 1ULL, ~0ULL}) {
      const Permutation p(size, key);
      std::set<std::uint64_t> seen;
      for (std::uint64_t i = 0; i < size; ++i) {
        ASSERT_LT(p[i], size);
        ASSERT_EQ(p.place_of(p[i]), i);
        seen.insert(p[i]);
      }
      ASSERT_EQ(seen.size(), size);
    }
  }
}

TEST(Permutation, WorksUpToTheLargestSizes) {
  for (const std::uint64_t size : {std::uint64_t{1} << 40, (std::uint64_t{1} << 62) + 12345}) {
    const Permutation p(size, 7);
    for (std::uint64_t i : {std::uint64_t{0}, size / 3, size - 1}) {
      ASSERT_LT(p[i], size);
      ASSERT_EQ(p.place_of(p[i]), i);
    }
  }
}

}  // namespace
}  // namespace intarsia::data
