#include "intarsia/data/selection.h"

#include <cstring>
#include <numeric>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

using Numbers = std::vector<std::uint32_t>;

template <class Row>
std::string_view bytes_of_rows(const std::vector<Row>& rows) {
  return {reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Row)};
}

// Games of which some are chosen, as splits choose them.
Numbers games(std::mt19937& random, double share, std::uint32_t most_plies) {
  Numbers chosen;
  for (std::uint32_t at = 0; at < 20'000;) {
    const auto plies = static_cast<std::uint32_t>(1 + random() % most_plies);
    const bool is_in = std::uniform_real_distribution(0.0, 1.0)(random) < share;
    for (std::uint32_t i = 0; is_in && i < plies; ++i) chosen.push_back(at + i);
    at += plies;
  }
  return chosen;
}

TEST(Selection, FindsTheSameRecordsByRunsAsByNumbers) {
  std::mt19937 random(1);
  for (const double share : {0.01, 0.1, 0.5, 0.9, 1.0}) {
    for (const std::uint32_t most_plies : {2U, 9U, 150U}) {
      const Numbers chosen = games(random, share, most_plies);
      const auto runs = runs_if_shorter(chosen);
      const std::uint64_t records = chosen.back() + 1U;
      const auto by_number =
          Selection::read(bytes_of_rows(chosen), {.records = chosen.size()}, records);
      ASSERT_TRUE(by_number) << by_number.error().detail;
      EXPECT_EQ(by_number->numbers(), chosen);
      if (runs.empty()) continue;
      EXPECT_LT(runs.size() * sizeof(RecordRun), chosen.size() * sizeof(std::uint32_t));
      const auto by_run = Selection::read(bytes_of_rows(runs),
                                          {.records = chosen.size(), .runs = runs.size()}, records);
      ASSERT_TRUE(by_run) << by_run.error().detail;
      ASSERT_EQ(by_run->size(), chosen.size());
      EXPECT_EQ(by_run->numbers(), chosen);
      for (std::size_t i = 0; i < chosen.size(); ++i) ASSERT_EQ((*by_run)[i], chosen[i]) << i;
    }
  }
}

TEST(Selection, HasRunsOnlyWhereTheyAreShorter) {
  EXPECT_EQ(runs_if_shorter(Numbers{}), std::vector<RecordRun>());
  EXPECT_EQ(runs_if_shorter(Numbers{0, 2, 4, 6}), std::vector<RecordRun>());
  EXPECT_EQ(runs_if_shorter(Numbers{7, 8}), std::vector<RecordRun>());  // 8 bytes either way
  EXPECT_EQ(runs_if_shorter(Numbers{7, 8, 9}), (std::vector<RecordRun>{{7, 10}}));
  EXPECT_EQ(runs_if_shorter(Numbers{0, 1, 2, 9, 10, 11}),
            (std::vector<RecordRun>{{0, 3}, {9, 12}}));
}

TEST(Selection, RefusesRowsThatAreNone) {
  const auto offset = [](const std::vector<RecordRun>& runs, std::uint64_t count) {
    const auto s =
        Selection::read(bytes_of_rows(runs), {.records = count, .runs = runs.size()}, 100);
    return s ? -1 : static_cast<int>(s.error().offset);
  };
  EXPECT_EQ(offset({{0, 10}, {11, 100}}, 99), -1);
  EXPECT_EQ(offset({{0, 10}, {10, 100}}, 100), 8);  // one run
  EXPECT_EQ(offset({{0, 10}, {11, 101}}, 100), 8);
  EXPECT_EQ(offset({{5, 5}}, 0), 0);
  EXPECT_EQ(offset({{9, 5}}, 0), 0);
  EXPECT_EQ(offset({{20, 30}, {0, 10}}, 20), 8);
  EXPECT_EQ(offset({{0, 10}}, 11), 8);  // not what the manifest says
  const Numbers twice = {1, 2, 2};
  const auto s = Selection::read(bytes_of_rows(twice), {.records = 3}, 100);
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().offset, 8U);
}

}  // namespace
}  // namespace intarsia::data
