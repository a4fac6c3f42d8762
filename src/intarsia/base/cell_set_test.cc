#include "intarsia/base/cell_set.h"

#include <vector>

#include <gtest/gtest.h>

namespace intarsia {
namespace {

template <int Words>
std::vector<Cell> members(const CellSet<Words>& s) {
  std::vector<Cell> out;
  for (Cell c : s) out.push_back(c);
  return out;
}

TEST(CellSet, VisitsMembersAcrossWordBoundariesInOrder) {
  CellSet<2> s;
  for (Cell c : std::vector<Cell>{120, 0, 63, 64}) s.insert(c);
  EXPECT_EQ(members(s), (std::vector<Cell>{0, 63, 64, 120}));
  EXPECT_EQ(s.size(), 4);
  EXPECT_EQ(s.first(), 0);
}

TEST(CellSet, EraseUndoesInsertOnEveryCell) {
  for (Cell c = 0; c < CellSet<3>::kCapacity; ++c) {
    CellSet<3> s;
    s.insert(c);
    ASSERT_TRUE(s.contains(c)) << "cell " << c;
    ASSERT_EQ(s.first(), c);
    ASSERT_FALSE(s.has_several());
    s.erase(c);
    ASSERT_EQ(s, CellSet<3>{}) << "cell " << c;
    ASSERT_TRUE(s.empty());
  }
}

TEST(CellSet, AlgebraHoldsCellByCell) {
  CellSet<2> a;
  CellSet<2> b;
  for (Cell c = 0; c < 128; ++c) {
    if (c % 3 == 0) a.insert(c);
    if (c % 5 == 0) b.insert(c);
  }
  for (Cell c = 0; c < 128; ++c) {
    const bool in_a = a.contains(c);
    const bool in_b = b.contains(c);
    ASSERT_EQ((a | b).contains(c), in_a || in_b);
    ASSERT_EQ((a & b).contains(c), in_a && in_b);
    ASSERT_EQ((a ^ b).contains(c), in_a != in_b);
    ASSERT_EQ((a - b).contains(c), in_a && !in_b);
    ASSERT_EQ((~a).contains(c), !in_a);
  }
}

TEST(CellSet, MayChangeWhileItIsVisited) {
  CellSet<1> s(0xff);
  for (Cell c : s) {
    if (c % 2 == 0) s.erase(c);
  }
  EXPECT_EQ(s.word(), 0xaaU);
}

}  // namespace
}  // namespace intarsia
