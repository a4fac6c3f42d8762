#include "intarsia/cuda/free_memory.h"

#include <fstream>
#include <limits>

#include <gtest/gtest.h>

namespace intarsia::cuda {
namespace {

std::string file_of(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "/" + name;
  std::ofstream(path) << text;
  return path;
}

TEST(FreeMemory, IsTheLessOfMachineAndContainer) {
  const std::string machine =
      file_of("meminfo", "MemTotal:       100 kB\nMemFree:  1 kB\nMemAvailable:      50 kB\n");
  const std::string nowhere = testing::TempDir() + "/none";
  EXPECT_EQ(free_memory({machine, nowhere}), 50U * 1024);
  EXPECT_EQ(free_memory({machine, file_of("max", "max\n")}), 50U * 1024);
  EXPECT_EQ(free_memory({machine, file_of("less", "4096\n")}), 4096U);
  EXPECT_EQ(free_memory({machine, file_of("more", "9999999\n")}), 50U * 1024);
}

TEST(FreeMemory, MayBeNoneOrUnknown) {
  const std::string nowhere = testing::TempDir() + "/none";
  EXPECT_EQ(free_memory({file_of("used_up", "MemAvailable: 0 kB\n"), nowhere}), 0U);
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(free_memory({nowhere, nowhere}), kNoLimit);
  EXPECT_EQ(free_memory({file_of("cut", "MemAvailable:"), file_of("empty", "")}), kNoLimit);
}

TEST(FreeMemory, OfThisMachineIsSome) {
  EXPECT_GT(free_memory(), 1U << 20);
  EXPECT_LT(free_memory(), std::uint64_t{1} << 60);
}

}  // namespace
}  // namespace intarsia::cuda
