#include "intarsia/games/part_choice.h"

#include <map>

#include <gtest/gtest.h>

namespace intarsia::games {
namespace {

using Variables = std::map<std::string, std::string>;
using Parts = std::vector<std::size_t>;

Result<PartChoice> choose(std::string_view text, std::size_t count, const Variables& set = {}) {
  return choose_parts(text, count, [&](const char* name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(PartChoice, ANumberIsThatPart) {
  EXPECT_EQ(choose("7", 8)->parts, Parts{7});
  EXPECT_FALSE(choose("8", 8));
  EXPECT_FALSE(choose("-1", 8));
  EXPECT_FALSE(choose("", 8));
  EXPECT_FALSE(choose("7x", 8));
}

TEST(PartChoice, SharesTogetherAreAllPartsOnce) {
  EXPECT_EQ(choose("7/64", 200)->parts, (Parts{7, 71, 135, 199}));
  EXPECT_EQ(choose("5/6", 4)->parts, Parts{});
  EXPECT_FALSE(choose("6/6", 4));
  EXPECT_FALSE(choose("0/0", 4));
  Parts all(10);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto choice = choose(std::to_string(i) + "/3", 10);
    for (const std::size_t part : choice->parts) ++all[part];
  }
  EXPECT_EQ(all, Parts(10, 1));
}

TEST(PartChoice, AutoAsksTheSchedulersInTheirOrder) {
  const Variables slurm = {{"SLURM_ARRAY_TASK_ID", "3"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}};
  EXPECT_EQ(choose("auto", 8, slurm)->parts, Parts{3});
  EXPECT_EQ(choose("auto", 8, slurm)->from, "SLURM_ARRAY_TASK_ID=3");
  EXPECT_FALSE(choose("auto", 3, slurm));
  const Variables indexed = {{"JOB_COMPLETION_INDEX", "1"}, {"JOB_COMPLETIONS", "3"}};
  EXPECT_EQ(choose("auto", 8, indexed)->parts, (Parts{1, 4, 7}));
  EXPECT_EQ(
      choose("auto", 8, {{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}})->parts,
      (Parts{2, 6}));
  EXPECT_EQ(choose("auto", 8, {{"PMI_RANK", "0"}, {"PMI_SIZE", "5"}})->parts, (Parts{0, 5}));
}

TEST(PartChoice, AutoWithoutASchedulerIsAnError) {
  EXPECT_FALSE(choose("auto", 8));
  EXPECT_FALSE(choose("auto", 8, {{"JOB_COMPLETION_INDEX", "1"}}));
}

}  // namespace
}  // namespace intarsia::games
