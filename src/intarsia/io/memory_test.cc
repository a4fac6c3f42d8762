#include "intarsia/io/memory.h"

#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

TEST(Memory, BeginsAtACacheLineAndIsAllThere) {
  for (std::size_t bytes : {1UL, 63UL, 64UL, 4'096UL, (2UL << 20) - 1, (2UL << 20) + 1}) {
    Memory m(bytes);
    ASSERT_EQ(m.size(), bytes);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(m.data()) % 64, 0U);
    std::memset(m.data(), 7, bytes);
    ASSERT_EQ(m.bytes().back(), std::byte{7});
  }
}

TEST(Memory, MayBeEmptyAndMoves) {
  Memory m;
  EXPECT_TRUE(m.bytes().empty());
  m = Memory(100);
  const std::byte* const data = m.data();
  const Memory other = std::move(m);
  EXPECT_EQ(other.data(), data);
  EXPECT_TRUE(Memory(0).bytes().empty());
}

}  // namespace
}  // namespace intarsia::io
