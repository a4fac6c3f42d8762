#include "intarsia/data/repeats.h"

#include <filesystem>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Pairs found(const std::vector<Key>& keys, std::uint64_t memory, std::uint64_t expected) {
  const auto repeats = Repeats::open(std::filesystem::temp_directory_path().string(),
                                     {.keys = expected, .memory = memory});
  EXPECT_TRUE(repeats) << repeats.error().detail;
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_FALSE((*repeats)->add(keys[i], 3 * i));
  EXPECT_FALSE((*repeats)->finish());
  Pairs out;
  while (const auto r = *(*repeats)->next()) out.emplace_back(r->number, r->first);
  EXPECT_EQ(out.size(), (*repeats)->count());
  return out;
}

Pairs expected(const std::vector<Key>& keys) {
  std::map<Key, std::uint64_t> firsts;
  Pairs out;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto [first, is_new] = firsts.emplace(keys[i], 3 * i);
    if (!is_new) out.emplace_back(3 * i, first->second);
  }
  return out;
}

TEST(Repeats, AreThoseOfAMapInOneBinAndInMany) {
  std::mt19937_64 random(1);
  for (const std::size_t different : {1U, 100U, 30'000U, 1'000'000U}) {
    std::vector<Key> all(different);
    for (Key& key : all) key = random();
    std::vector<Key> keys(40'000);
    for (Key& key : keys) key = all[random() % different];
    const Pairs wanted = expected(keys);
    EXPECT_EQ(found(keys, kUsualMemory, keys.size()), wanted);
    // As if so many came that a bin holds only few of them.
    EXPECT_EQ(found(keys, kLeastMemory, std::uint64_t{1} << 28), wanted);
  }
}

TEST(Repeats, OfNothingAreNone) { EXPECT_EQ(found({}, kUsualMemory, 0), Pairs()); }

TEST(Repeats, TellAFolderThatIsNotThere) {
  const auto repeats = Repeats::open("/nowhere/at/all", {});
  ASSERT_FALSE(repeats);
  EXPECT_EQ(repeats.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace intarsia::data
