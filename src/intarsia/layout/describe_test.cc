#include "intarsia/layout/describe.h"

#include <gtest/gtest.h>

#include "intarsia/layout/diff.h"
#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

TEST(Describe, TextNamesEveryPlaneAndWhatIsLost) {
  EXPECT_EQ(to_text(toy::layout(Order::kFlat, {{toy::kStones}, {toy::kScore, 10, 2}})),
            "toy/test  (7,) flat float32, as it is\n"
            "      0-5  stones      0 to 1         cells with a stone\n"
            "        6  score/10@2  0 to 1         points so far\n"
            "  types: float32, float16, bfloat16, uint8\n"
            "  loses: board           what lies where (read as: nothing)\n"
            "  loses: score           points so far (read as: 0)\n"
            "  loses: past            how it came to this (read as: nothing)\n");
}

TEST(Describe, MarkdownHasARowForEveryPlane) {
  EXPECT_EQ(to_markdown(toy::layout(Order::kChw, {{toy::kCodes}, {toy::kScore}})),
            "## toy/test\n\n"
            "`(2, 3, 2)` CHW float32, as it is. Types: float32, float16, bfloat16, int8.\n\n"
            "| plane | name | range | meaning |\n|---|---|---|---|\n"
            "| 0 | `codes` | -2 to 1 | 1 a stone, -2 a hole |\n"
            "| 1 | `score` | 0 to 10 | points so far |\n"
            "\nLoses **past**: how it came to this (read as: nothing).\n");
  const std::string all = to_markdown(toy::kCatalogue);
  for (const Fact& f : toy::kFacts) EXPECT_NE(all.find(f.meaning), std::string::npos);
}

TEST(Describe, ThePassportSaysWhatTheNumbersAre) {
  const auto plan = Plan::make(toy::layout(Order::kHwc, {{toy::kStones}, {toy::kScore, 10, 2}}),
                               std::nullopt, Dtype::kUint8);
  const std::string text = to_passport(*plan);
  const std::string expected =
      "{\n  \"schema\": 1,\n  \"id\": \"toy/test\",\n  \"game\": \"toy\",\n"
      "  \"frame\": \"plain\",\n  \"order\": \"HWC\",\n  \"dtype\": \"uint8\",\n"
      "  \"divisor\": 255,\n  \"shape\": [3, 2, 2],\n"
      "  \"features\": [\"stones\", \"score/10@2\"],\n  \"hash\": \"";
  EXPECT_TRUE(text.starts_with(expected)) << text;
}

TEST(Describe, TheHashTellsLayoutsApartAndIgnoresNames) {
  const Layout a = toy::layout(Order::kChw, {{toy::kStones}, {toy::kScore}});
  Layout renamed = a;
  renamed.id = "other";
  EXPECT_EQ(hash(a, 1), hash(renamed, 1));
  Layout b = a;
  b.order = Order::kHwc;
  Layout c = a;
  c.dtype = Dtype::kFloat16;
  Layout d = a;
  d.frame = 1;
  Layout e = a;
  e.features[1].per = 2;
  Layout f = a;
  f.features[1].ago = 1;
  for (const Layout& other : {b, c, d, e, f}) EXPECT_NE(hash(a, 1), hash(other, 1));
  EXPECT_NE(hash(a, 1), hash(a, 255));
}

TEST(Diff, SaysWhatIsSharedAndHowTheRestIsTold) {
  const Layout a = toy::layout(Order::kChw, {{toy::kStones}, {toy::kHoles}, {toy::kScore, 10}});
  const Layout b = toy::layout(Order::kHwc, {{toy::kScore}, {toy::kCodes}});
  EXPECT_EQ(to_text(difference(a, b), a, b),
            "A toy/test\nB toy/test\n"
            "  shape: (3, 3, 2) | (3, 2, 2)\n"
            "  order: CHW | HWC\n"
            "  both: A 2, B 0  score/10 | score\n"
            "  what lies where: stones holes | codes\n"
            "  only in A: stones holes\n"
            "  only in B: codes\n");
  EXPECT_FALSE(difference(a, b).is_none(a, b));
  EXPECT_TRUE(difference(a, a).is_none(a, a));
  EXPECT_EQ(to_text(difference(a, a), a, a), "toy/test and toy/test give the same tensors\n");
}

}  // namespace
}  // namespace intarsia::layout
