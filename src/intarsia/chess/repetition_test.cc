#include "intarsia/chess/repetition.h"

#include <gtest/gtest.h>

namespace intarsia::chess {
namespace {

struct Entered {
  Key identity;
  int clock;
};

// How often the last one has stood, by comparing it with every position of its run.
int count_of(const std::vector<Entered>& line) {
  int count = 0;
  const auto reach = static_cast<std::size_t>(line.back().clock);
  for (std::size_t ago = 0; ago <= reach && ago < line.size(); ++ago) {
    count += line[line.size() - 1 - ago].identity == line.back().identity;
  }
  return count;
}

// A walk forth and back among few positions. Those of one side have even identities, and none recurs
// after two plies, as in chess.
TEST(RepetitionCounter, CountsWhatComparingEveryPositionCounts) {
  for (const std::uint64_t captures : {5U, 200U, 1'000'000U}) {
    KeySequence random(captures);
    RepetitionCounter counter;
    std::vector<Entered> line;
    for (int i = 0; i < 20'000; ++i) {
      if (!line.empty() && random.next() % 5 < 2) {
        counter.leave();
        line.pop_back();
        continue;
      }
      const std::size_t ply = line.size();
      Key identity = 0;
      do {
        identity = 2 * (random.next() % 9) + ply % 2;
      } while (ply >= 2 && identity == line[ply - 2].identity);
      const int clock = ply == 0 || random.next() % captures == 0 ? 0 : line.back().clock + 1;
      line.push_back({identity, clock});
      ASSERT_EQ(counter.enter(identity, clock), count_of(line)) << "ply " << ply;
    }
  }
}

TEST(RepetitionCounter, ALineMayBeginWithAClock) {
  RepetitionCounter counter;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(counter.enter(static_cast<Key>(i), 300 + i), 1);
  EXPECT_EQ(counter.enter(0, 304), 2);
  counter.clear();
  EXPECT_EQ(counter.enter(0, 305), 1);
}

}  // namespace
}  // namespace intarsia::chess
