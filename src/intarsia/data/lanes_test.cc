#include "intarsia/data/lanes.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers some_shards(std::mt19937_64& random) {
  Numbers shards(1 + random() % 20);
  for (auto& n : shards) n = random() % 4 == 0 ? 0 : random() % 300;
  return shards;
}

Numbers all(const Lanes& lanes) {
  Numbers numbers(lanes.size());
  for (std::uint64_t j = 0; j < numbers.size(); ++j) {
    lanes.fill_lane(j, std::span(&numbers[j], 1));
  }
  return numbers;
}

// As the rule is written: shards in their order, the records of each permuted, laid end to end, cut
// into lanes of their own, which are read in turns.
Numbers built_slowly(const Numbers& shards, std::uint64_t key) {
  Numbers row;
  const Permutation order(shards.size(), mix(key));
  for (std::size_t slot = 0; slot < shards.size(); ++slot) {
    const std::uint64_t shard = order[slot];
    const auto begin = shards.begin();
    const std::uint64_t first =
        std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(shard), std::uint64_t{0});
    const Permutation inside(shards[shard], mix(key ^ mix(shard)));
    for (std::uint64_t i = 0; i < shards[shard]; ++i) row.push_back(first + inside[i]);
  }
  std::vector<Numbers> cut(kLaneCount);
  auto next = row.begin();
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
    const std::size_t length = row.size() / kLaneCount + (lane < row.size() % kLaneCount ? 1 : 0);
    cut[lane].assign(next, next + static_cast<std::ptrdiff_t>(length));
    next += static_cast<std::ptrdiff_t>(length);
  }
  Numbers placed(row.size());
  for (std::size_t j = 0; j < placed.size(); ++j) placed[j] = cut[j % kLaneCount][j / kLaneCount];
  return placed;
}

std::size_t shard_of(const Numbers& shards, std::uint64_t number) {
  std::size_t shard = 0;
  while (number >= shards[shard]) number -= shards[shard++];
  return shard;
}

TEST(Lanes, VisitEachRecordOnceByTheRule) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const Numbers shards = some_shards(random);
    const std::uint64_t key = random();
    const Numbers found = all(Lanes(shards, key));
    ASSERT_EQ(found, built_slowly(shards, key));
    ASSERT_EQ(std::set<std::uint64_t>(found.begin(), found.end()).size(), found.size());
  }
}

// Lane by lane the records are those of one shard after the other, each in a permutation that depends
// on the key and the shard alone: not on the other shards, nor on where the lanes are cut.
TEST(Lanes, PermuteAShardByTheKeyAndItsNumber) {
  const auto inside = [](const Numbers& shards, std::size_t wanted) {
    const Lanes lanes(shards, 5);
    Numbers found;
    for (std::uint64_t lane = 0; lane < std::min(kLaneCount, lanes.size()); ++lane) {
      Numbers of_lane((lanes.size() - lane + kLaneCount - 1) / kLaneCount);
      lanes.fill_lane(lane, of_lane);
      for (const std::uint64_t n : of_lane) {
        if (shard_of(shards, n) == wanted) found.push_back(n);
      }
    }
    return found;
  };
  const Numbers alone = inside({0, 500, 0}, 1);
  EXPECT_EQ(alone.size(), 500U);
  EXPECT_FALSE(std::is_sorted(alone.begin(), alone.end()));
  EXPECT_EQ(inside({0, 500, 777}, 1), alone);
  EXPECT_EQ(inside({0, 500, 123}, 1), alone);
  EXPECT_NE(inside({500, 0, 0}, 0), alone);
}

TEST(Lanes, TellInWhichShardAPlaceLies) {
  std::mt19937_64 random(2);
  const Numbers shards = some_shards(random);
  const Lanes lanes(shards, 3);
  const Numbers found = all(lanes);
  for (std::uint64_t j = 0; j < found.size(); ++j) {
    const Lanes::Shard shard = lanes.shard_in(lanes.slot_at(j));
    ASSERT_GE(found[j], shard.first);
    ASSERT_LT(found[j], shard.first + shard.count);
  }
}

TEST(Lanes, FillManyPlacesOfALaneAsOneByOne) {
  const Lanes lanes(Numbers{100, 0, 3000, 7}, 9);
  const Numbers found = all(lanes);
  for (std::uint64_t first : {0, 5, 63, 64, 1000}) {
    Numbers many((lanes.size() - first + kLaneCount - 1) / kLaneCount);
    lanes.fill_lane(first, many);
    for (std::size_t i = 0; i < many.size(); ++i) ASSERT_EQ(many[i], found[first + i * kLaneCount]);
  }
}

TEST(Lanes, OfNothingAreEmpty) {
  EXPECT_EQ(Lanes(Numbers{}, 1).size(), 0U);
  EXPECT_EQ(Lanes(Numbers{0, 0}, 1).size(), 0U);
}

}  // namespace
}  // namespace intarsia::data
