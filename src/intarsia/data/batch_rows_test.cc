#include "intarsia/data/batch_rows.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Epochs = std::vector<std::shared_ptr<const Order>>;

constexpr Shuffle kShuffles[] = {Shuffle::kNone, Shuffle::kGlobal, Shuffle::kBlocks,
                                 Shuffle::kLanes};

Epochs epochs_of(const Numbers& shards, Shuffle shuffle, std::uint64_t count) {
  Epochs epochs;
  for (std::uint64_t epoch = 0; epoch < count; ++epoch) {
    epochs.push_back(std::make_shared<Order>(
        shards, OrderOptions{.seed = 3, .epoch = epoch, .shuffle = shuffle, .run = 4}));
  }
  return epochs;
}

Numbers numbers_of(const BatchRows& rows) {
  Numbers numbers(rows.size());
  rows.fill(0, numbers);
  return numbers;
}

// Epoch by epoch the numbers at the places of a batch, in the order of the places.
Numbers at_places(const Epochs& epochs, std::uint64_t first, std::uint64_t count) {
  Numbers numbers;
  for (std::uint64_t place = first; place < first + count; ++place) {
    const Order& order = *epochs[place / epochs[0]->size()];
    numbers.push_back(order[place % order.size()]);
  }
  return numbers;
}

Numbers sorted(Numbers numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

TEST(BatchRows, AreThePlacesOfTheBatchWhateverItSpans) {
  for (const Shuffle shuffle : kShuffles) {
    const Epochs epochs = epochs_of({30, 0, 100, 21}, shuffle, 4);
    for (const std::uint64_t first : {0, 5, 64, 140, 150}) {
      for (const std::uint64_t count : {0, 1, 10, 63, 64, 200, 400}) {
        const Numbers found = numbers_of(BatchRows(epochs, first, count, 0, count));
        const Numbers expected = at_places(epochs, first, count);
        EXPECT_EQ(sorted(found), sorted(expected));
        if (shuffle != Shuffle::kLanes) {
          EXPECT_EQ(found, expected);
        }
      }
    }
  }
}

TEST(BatchRows, OfAllRanksAreTheGlobalBatch) {
  for (const Shuffle shuffle : kShuffles) {
    const Epochs epochs = epochs_of({30, 0, 100, 21}, shuffle, 3);
    for (const std::uint64_t count : {5, 64, 100, 301}) {
      const Numbers whole = numbers_of(BatchRows(epochs, 70, count, 0, count));
      for (const std::uint64_t ranks : {1, 2, 3, 7, 8, 64}) {
        Numbers joined;
        for (std::uint64_t r = 0; r < ranks; ++r) {
          const BatchRows rows(epochs, 70, count, count * r / ranks, count * (r + 1) / ranks);
          const Numbers share = numbers_of(rows);
          joined.insert(joined.end(), share.begin(), share.end());
        }
        EXPECT_EQ(joined, whole) << ranks << " ranks";
      }
    }
  }
}

TEST(BatchRows, AreTheSameInPieces) {
  const Epochs epochs = epochs_of({300, 41}, Shuffle::kLanes, 2);
  const BatchRows rows(epochs, 100, 500, 17, 480);
  const Numbers whole = numbers_of(rows);
  for (std::size_t row = 0; row < whole.size(); row += 37) {
    Numbers some(std::min<std::size_t>(37, whole.size() - row));
    rows.fill(row, some);
    for (std::size_t i = 0; i < some.size(); ++i) ASSERT_EQ(some[i], whole[row + i]);
  }
}

// If lanes divide the batch and ranks divide the lanes.
TEST(BatchRows, GiveEachRankLanesOfItsOwn) {
  constexpr std::uint64_t kRanks = 4;
  constexpr std::uint64_t kBatch = 2 * kLaneCount;
  const Epochs epochs = epochs_of({1000, 1000, 1000}, Shuffle::kLanes, 1);
  for (std::uint64_t first = 0; first + kBatch <= 3000; first += kBatch) {
    for (std::uint64_t r = 0; r < kRanks; ++r) {
      const BatchRows rows(epochs, first, kBatch, kBatch * r / kRanks, kBatch * (r + 1) / kRanks);
      for (const BatchRows::Stretch& s : rows.stretches()) {
        ASSERT_EQ(s.first % kLaneCount * kRanks / kLaneCount, r);
      }
    }
  }
}

TEST(BatchRows, OfAnEmptySetAreNone) {
  EXPECT_EQ(BatchRows({}, 0, 0, 0, 0).size(), 0U);
  EXPECT_EQ(BatchRows(epochs_of({0}, Shuffle::kLanes, 1), 0, 0, 0, 0).size(), 0U);
}

}  // namespace
}  // namespace intarsia::data
