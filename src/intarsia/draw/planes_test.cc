#include "intarsia/draw/planes.h"

#include <cmath>

#include <gtest/gtest.h>

#include "intarsia/draw/toy_picture.h"

namespace intarsia::draw {
namespace {

using layout::Order;
using toy::toy_layout;

constexpr float kNan = NAN;

std::vector<float> counted(std::size_t n) {
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<float>(i);
  return out;
}

Plane plane_with(double lo, double hi, std::vector<float> values) {
  return {.index = 0,
          .name = "p",
          .meaning = "",
          .lo = lo,
          .hi = hi,
          .is_scalar = false,
          .first = 0,
          .stride = 1,
          .values = std::move(values)};
}

TEST(Planes, AreFoundInEveryOrder) {
  const std::vector<layout::Feature> features = {{toy::game::kStones}, {toy::game::kScore, 10}};
  const auto chw = planes_of(toy_layout(Order::kChw, features), counted(12));
  EXPECT_EQ(chw[1].values, (std::vector<float>{6, 7, 8, 9, 10, 11}));
  const auto hwc = planes_of(toy_layout(Order::kHwc, features), counted(12));
  EXPECT_EQ(hwc[1].values, (std::vector<float>{1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(hwc[1].first + 2 * hwc[1].stride, 5);
  const auto flat = planes_of(toy_layout(Order::kFlat, features), counted(7));
  EXPECT_EQ(flat[0].values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(flat[1].values, std::vector<float>{6});
  EXPECT_TRUE(flat[1].is_scalar);
  EXPECT_FALSE(chw[1].is_scalar);
  EXPECT_EQ(chw[1].name, "score/10");
  EXPECT_EQ(chw[1].meaning, "points so far");
  EXPECT_EQ(chw[1].hi, 1);
}

TEST(Planes, OlderOnesSaySoAndMayBeZeroWhateverTheirRange) {
  constexpr layout::Fact kLate[] = {{0, "turn", "number", layout::FactKind::kValue, 3, 5}};
  constexpr layout::Frame kFrames[] = {{"plain", "as it is"}};
  const layout::Catalogue catalogue = {"late", 1, 2, kLate, {}, kFrames, {}};
  layout::Layout l = toy_layout(Order::kChw, {{0}, {0, 1, 2}});
  l.catalogue = &catalogue;
  const auto planes = planes_of(l, std::vector<float>(4));
  EXPECT_FALSE(planes[0].is_in_range(0));
  EXPECT_TRUE(planes[1].is_in_range(0));
  EXPECT_EQ(planes[1].name, "turn@2");
  EXPECT_EQ(planes[1].meaning, "number, 2 plies before");
}

TEST(Planes, StrengthGrowsToBothEndsOfTheRange) {
  const Plane p = plane_with(-2, 4, {});
  EXPECT_EQ(p.strength(0), 0);
  EXPECT_EQ(p.strength(4), 1);
  EXPECT_EQ(p.strength(-2), 1);
  EXPECT_LT(p.strength(1), p.strength(2));
  EXPECT_LT(p.strength(1), p.strength(-1));
  EXPECT_GT(p.strength(1e-9F), Plane::kFaintest / 2) << "what is not 0 can be seen";
  EXPECT_EQ(p.strength(kNan), 1);
}

TEST(Planes, AreInTheColoursOfTheirPlayers) {
  using layout::FactKind;
  using layout::Whose;
  static constexpr layout::Code kCodeList[] = {{0, 1}, {1, -1}};
  const layout::Fact facts[] = {
      {0, "one.men", "", FactKind::kCells, 0, 1, 0, 1, false, false, {}, Whose::kFirst},
      {1, "two.men", "", FactKind::kCells, 0, 1, 0, 0, false, false, {}, Whose::kSecond},
      {2, "us.men", "", FactKind::kCells, 0, 1, 0, 3, true, false, {}, Whose::kUs},
      {3, "them.men", "", FactKind::kCells, 0, 1, 0, 2, true, false, {}, Whose::kThem},
      {4, "one.points", "", FactKind::kValue, 0, 1, 0, 4, false, false, {}, Whose::kFirst},
      {5, "codes", "", FactKind::kCodes, -1, 1, layout::kNoFamily, 5, false, false, kCodeList}};
  constexpr layout::Frame kFrames[] = {{"plain", "as it is"}};
  const layout::Catalogue catalogue = {"sides", 1, 2, facts, {}, kFrames, {}};
  layout::Layout l = toy_layout(Order::kChw, {{0}, {1}, {2}, {3}, {4}, {5}});
  l.catalogue = &catalogue;
  const Color one = {1, 1, 1};
  const Color two = {2, 2, 2};
  const std::vector<float> tensor(12);
  const auto planes = planes_of(l, tensor, Players{one, two, true});
  EXPECT_EQ(planes[0].color, one);
  EXPECT_EQ(planes[1].color, two);
  EXPECT_EQ(planes[2].color, two) << "the second player moves";
  EXPECT_EQ(planes[3].color, one);
  EXPECT_FALSE(planes[4].has_colors()) << "a number is nobody's man";
  EXPECT_EQ(planes[5].color_of(1), one);
  EXPECT_EQ(planes[5].color_of(-1), two);
  EXPECT_FALSE(planes[5].color_of(0) || planes[5].color_of(7));
  EXPECT_EQ(planes[0].color_of(1), one);
  EXPECT_FALSE(planes[0].color_of(0) || planes[0].color_of(2));
  EXPECT_FALSE(planes_of(l, tensor, Players{one, two, std::nullopt})[2].has_colors());
  EXPECT_FALSE(planes_of(l, tensor)[0].has_colors());
}

TEST(Planes, SummaryTellsWhatIsInThem) {
  EXPECT_EQ(plane_with(0, 1, {0, 1, 1, 0}).summary(), "2 of 4");
  EXPECT_EQ(plane_with(0, 1, {0, 0}).summary(), "all 0");
  EXPECT_EQ(plane_with(0, 1, {1.0F / 3, 1.0F / 3}).summary(), "all 0.33333334");
  EXPECT_EQ(plane_with(-6, 6, {-5, 0, 2}).summary(), "-5 to 2");
  EXPECT_EQ(plane_with(0, 1, {kNan, 1.5F, 1}).summary(), "2 out of range");
  // A third in float32 lies above a third in double, two thirds in their range all the same.
  EXPECT_EQ(plane_with(1.0 / 3, 2.0 / 3, {1.0F / 3, 2.0F / 3}).summary(),
            "0.33333334 to 0.6666667");
}

TEST(Planes, AreChosenByNameAndIndexInTheGivenOrder) {
  const auto all = planes_of(
      toy_layout(Order::kChw, {{toy::game::kStones}, {toy::game::kHoles}, {toy::game::kScore}}),
      counted(18));
  const auto chosen = choose_planes(all, "score, 0");
  ASSERT_TRUE(chosen);
  EXPECT_EQ((*chosen)[0].name, "score");
  EXPECT_EQ((*chosen)[1].name, "stones");
  const auto slip = choose_planes(all, "stones,holse");
  ASSERT_FALSE(slip);
  EXPECT_EQ(slip.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(slip.error().offset, 7);
  EXPECT_NE(slip.error().detail.find("did you mean holes?"), std::string::npos);
  for (std::string_view bad : {"", "3", "-1", "stones,", ",stones", "0x1"}) {
    EXPECT_FALSE(choose_planes(all, bad)) << bad;
  }
}

TEST(Planes, NumbersAreExactOrShort) {
  EXPECT_EQ(number_text(1.0F / 3), "0.33333334");
  EXPECT_EQ(short_text(1.0F / 3), ".33");
  EXPECT_EQ(short_text(-0.5F), "-.5");
  EXPECT_EQ(short_text(10.25F), "10.25");
  EXPECT_EQ(short_text(-12), "-12");
  EXPECT_EQ(short_text(kNan), "?");
  EXPECT_EQ(short_text(-HUGE_VALF), "-inf");
  const std::size_t shape[] = {8, 8, 18};
  EXPECT_EQ(place_text(shape, (6 * 8 + 4) * 18 + 17), "[6, 4, 17]");
}

TEST(Planes, NamesAreCutAfterDots) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(wrapped("us.pawn", 12), (Lines{"us.pawn"}));
  EXPECT_EQ(wrapped("us.castling.queenside", 12), (Lines{"us.castling.", "queenside"}));
  EXPECT_EQ(wrapped("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
}

}  // namespace
}  // namespace intarsia::draw
