#include "intarsia/data/sampling.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

constexpr Shuffle kShuffles[] = {Shuffle::kNone, Shuffle::kGlobal, Shuffle::kBlocks,
                                 Shuffle::kLanes};

std::vector<std::uint64_t> all(const Order& order) {
  std::vector<std::uint64_t> visited;
  for (std::uint64_t j = 0; j < order.size(); ++j) visited.push_back(order[j]);
  return visited;
}

bool is_each_once(std::vector<std::uint64_t> visited, std::uint64_t size) {
  std::sort(visited.begin(), visited.end());
  for (std::uint64_t i = 0; i < visited.size(); ++i) {
    if (visited[i] != i) return false;
  }
  return visited.size() == size;
}

TEST(Order, FillsManyPlacesAsOneByOne) {
  for (std::uint64_t size : {1, 2, 300, 1000, 70'000}) {
    for (Shuffle shuffle : kShuffles) {
      const Order order(size, {.seed = 6, .shuffle = shuffle, .run = 4});
      for (std::uint64_t first : {std::uint64_t{0}, size / 3}) {
        std::vector<std::uint64_t> numbers(size - first);
        order.fill(first, numbers);
        for (std::uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], order[first + i]);
      }
    }
  }
}

TEST(Order, VisitsEachRecordOnceHoweverShuffled) {
  const std::uint64_t whole = kPoolRuns * 4;
  for (std::uint64_t size :
       {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{4}, std::uint64_t{17}, whole - 1, whole,
        whole + 1, whole + 4, 3 * whole + 7, 5 * whole - 3}) {
    for (Shuffle shuffle : kShuffles) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Order order(size, {.seed = seed, .shuffle = shuffle, .run = 4});
        ASSERT_TRUE(is_each_once(all(order), size)) << size << " seed " << seed;
      }
    }
  }
}

TEST(Order, DependsOnSeedAndEpochAlone) {
  const auto order = [](std::uint64_t seed, std::uint64_t epoch, Shuffle shuffle) {
    return all(Order(5000, {.seed = seed, .epoch = epoch, .shuffle = shuffle, .run = 8}));
  };
  for (Shuffle shuffle : {Shuffle::kGlobal, Shuffle::kBlocks, Shuffle::kLanes}) {
    EXPECT_EQ(order(1, 0, shuffle), order(1, 0, shuffle));
    EXPECT_NE(order(1, 0, shuffle), order(2, 0, shuffle));
    EXPECT_NE(order(1, 0, shuffle), order(1, 1, shuffle));
  }
}

// What a fair shuffle has: the mean distance of neighbours is a third of the size.
TEST(Order, ScattersNeighbours) {
  constexpr std::uint64_t kSize = 100'000;
  const Order order(kSize, {.seed = 3});
  double sum = 0;
  for (std::uint64_t j = 1; j < kSize; ++j) {
    const auto a = static_cast<double>(order[j - 1]);
    const auto b = static_cast<double>(order[j]);
    sum += a < b ? b - a : a - b;
  }
  EXPECT_NEAR(sum / kSize, kSize / 3.0, kSize * 0.01);
}

TEST(Order, BlocksTouchOnePoolAtATime) {
  constexpr std::uint64_t kRun = 16;
  constexpr std::uint64_t kSize = 3 * kPoolRuns * kRun;
  const Order order(kSize, {.seed = 5, .shuffle = Shuffle::kBlocks, .run = kRun});
  for (std::uint64_t pool = 0; pool < 3; ++pool) {
    std::set<std::uint64_t> runs;
    for (std::uint64_t j = 0; j < kPoolRuns * kRun; ++j) {
      runs.insert(order[pool * kPoolRuns * kRun + j] / kRun);
    }
    EXPECT_EQ(runs.size(), kPoolRuns);
  }
}

TEST(Order, TellsWhichRunsAPoolConsistsOf) {
  constexpr std::uint64_t kRun = 8;
  for (const std::uint64_t missing : {0, 1, 7}) {
    const std::uint64_t size = 2 * kPoolRuns * kRun + 40 * kRun - missing;
    const Order order(size, {.seed = 4, .shuffle = Shuffle::kBlocks, .run = kRun});
    ASSERT_EQ(order.pools(), 3U);
    std::vector<std::set<std::uint64_t>> visited(order.pools());
    for (std::uint64_t j = 0; j < size; ++j) visited[order.pool_at(j)].insert(order[j]);
    for (std::uint64_t pool = 0; pool < order.pools(); ++pool) {
      std::set<std::uint64_t> told;
      for (const Order::Run& run : order.runs_of(pool)) {
        for (std::uint64_t i = 0; i < run.count; ++i) told.insert(run.first + i);
      }
      ASSERT_EQ(told, visited[pool]) << "pool " << pool << ", " << missing << " missing";
    }
  }
}

TEST(Order, WorkersShareAnEpochWithoutGapOrOverlap) {
  constexpr std::uint64_t kSize = 1003;
  constexpr std::uint64_t kBatch = 64;
  const Order order(kSize, {.seed = 9});
  const std::uint64_t batches = (kSize + kBatch - 1) / kBatch;
  for (std::uint64_t workers : {1, 2, 3, 7, 16, 40}) {
    std::vector<std::uint64_t> visited;
    for (std::uint64_t w = 0; w < workers; ++w) {
      for (std::uint64_t b = w; b < batches; b += workers) {
        const Places places = batch_places(kSize, kBatch, b);
        for (std::uint64_t j = 0; j < places.count; ++j) visited.push_back(order[places.first + j]);
      }
    }
    ASSERT_TRUE(is_each_once(std::move(visited), kSize)) << workers << " workers";
  }
}

TEST(Order, IsSuggestedByTheBytesOfTheSetAlone) {
  EXPECT_EQ(suggested_shuffle(0), Shuffle::kGlobal);
  EXPECT_EQ(suggested_shuffle(kMostOfGlobal), Shuffle::kGlobal);
  EXPECT_EQ(suggested_shuffle(kMostOfGlobal + 1), Shuffle::kLanes);
}

}  // namespace
}  // namespace intarsia::data
