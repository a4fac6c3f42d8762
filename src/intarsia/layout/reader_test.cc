#include "intarsia/layout/reader.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

constexpr toy::State kNow = {0b000111, 0b110000, 7};
constexpr toy::State kBefore = {0b000011, 0b100000, 2};

// kNow with `history` known plies before it.
std::vector<std::byte> encoded(const Plan& plan, int history = 0) {
  std::vector<std::byte> out(plan.bytes());
  const auto gather = [&](std::size_t, int ago, Bank& bank) {
    if (ago > history) return false;
    toy::gather(ago == 0 ? kNow : kBefore, plan.layout().frame, bank);
    return true;
  };
  encode(plan, 1, gather, out.data(), static_cast<std::ptrdiff_t>(out.size()));
  return out;
}

void set_element(std::vector<std::byte>& tensor, std::size_t i, float value) {
  std::memcpy(tensor.data() + 4 * i, &value, sizeof value);
}

TEST(Reader, FindsTheFactsInEveryOrderAndType) {
  const std::vector<Feature> features = {{toy::kStones, 2}, {toy::kScore, 10}, {toy::kHoles}};
  for (Order order : {Order::kChw, Order::kHwc, Order::kFlat}) {
    for (Dtype dtype :
         {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16, Dtype::kUint8, Dtype::kInt8}) {
      const auto plan = Plan::make(toy::layout(order, features), order, dtype);
      if (!plan) continue;
      Reader reader(*plan);
      EXPECT_EQ(reader.read(encoded(*plan).data()), std::nullopt);
      EXPECT_EQ(reader.bank(0).masks[toy::kStones], kNow.stones);
      EXPECT_EQ(reader.bank(0).masks[toy::kHoles], kNow.holes);
      EXPECT_EQ(reader.bank(0).values[toy::kScore], kNow.score);
      EXPECT_TRUE(reader.shows(0, toy::kScore));
      EXPECT_FALSE(reader.shows(0, toy::kCodes));
    }
  }
}

TEST(Reader, CodesAreTakenApart) {
  for (Order order : {Order::kChw, Order::kHwc}) {
    const auto plan = Plan::make(toy::layout(order, {{toy::kCodes}, {toy::kScore}}));
    Reader reader(*plan);
    ASSERT_EQ(reader.read(encoded(*plan).data()), std::nullopt);
    EXPECT_EQ(reader.bank(0).masks[toy::kStones], kNow.stones);
    EXPECT_EQ(reader.bank(0).masks[toy::kHoles], kNow.holes);
    EXPECT_TRUE(reader.shows(0, toy::kHoles));
  }
}

TEST(Reader, AnAgeWithoutAnythingIsUnknown) {
  const auto plan = Plan::make(
      toy::layout(Order::kFlat, {{toy::kStones}, {toy::kStones, 1, 1}, {toy::kScore, 1, 1}}));
  Reader reader(*plan);
  ASSERT_EQ(reader.ages(), (std::vector<std::uint16_t>{0, 1}));
  ASSERT_EQ(reader.read(encoded(*plan, 0).data()), std::nullopt);
  EXPECT_TRUE(reader.is_known(0));
  EXPECT_FALSE(reader.is_known(1));
  ASSERT_EQ(reader.read(encoded(*plan, 1).data()), std::nullopt);
  EXPECT_TRUE(reader.is_known(1));
  EXPECT_EQ(reader.bank(1).masks[toy::kStones], kBefore.stones);
  EXPECT_EQ(reader.bank(1).values[toy::kScore], kBefore.score);
}

TEST(Reader, NamesThePlaneAndTheCellOfWhatStandsForNothing) {
  const auto plan =
      Plan::make(toy::layout(Order::kChw, {{toy::kStones}, {toy::kScore, 10}, {toy::kCodes}}));
  Reader reader(*plan);
  struct Case {
    std::size_t element;
    float value;
    std::string_view expected;
  };
  for (const Case& c :
       {Case{3, 0.5F, "plane 0 (stones), row 1, column 1: has 0.5"},
        Case{3, std::nanf(""), "plane 0 (stones), row 1, column 1: has nan"},
        Case{8, 0.1F, "plane 1 (score/10), row 1, column 0: has 0.1 where its first cell has 0.7"},
        Case{17, 3, "plane 2 (codes), row 2, column 1: has 3"},
        Case{17, INFINITY, "plane 2 (codes), row 2, column 1: has inf"}}) {
    auto tensor = encoded(*plan);
    set_element(tensor, c.element, c.value);
    const auto error = reader.read(tensor.data());
    ASSERT_TRUE(error) << c.expected;
    EXPECT_TRUE(error->detail.starts_with(c.expected)) << error->detail;
    EXPECT_EQ(error->offset, 4 * c.element);
  }
  auto tensor = encoded(*plan);
  for (std::size_t i = 6; i < 12; ++i) set_element(tensor, i, 1.1F);
  const auto error = reader.read(tensor.data());
  ASSERT_TRUE(error);
  EXPECT_NE(error->detail.find("stands for nothing; it holds 0 to 1"), std::string::npos)
      << error->detail;
}

TEST(Reader, ComparesWithWhatAStateWouldShow) {
  const auto plan = Plan::make(toy::layout(Order::kChw, {{toy::kStones}, {toy::kScore, 10}}));
  Reader reader(*plan);
  ASSERT_EQ(reader.read(encoded(*plan).data()), std::nullopt);
  Bank bank(toy::kCatalogue);
  toy::gather(kNow, 0, bank);
  EXPECT_EQ(reader.compare(0, bank), std::nullopt);
  bank.masks[toy::kStones] |= 0b100000;
  EXPECT_EQ(reader.compare(0, bank)->detail,
            "plane 0 (stones), row 2, column 1: is not set, but it is in the state that the "
            "tensor shows");
  toy::gather(kNow, 0, bank);
  bank.values[toy::kScore] = 3;
  EXPECT_EQ(reader.compare(0, bank)->detail,
            "plane 1 (score/10), row 0, column 0: says 0.7, but the state that the tensor shows "
            "has 0.3");
}

}  // namespace
}  // namespace intarsia::layout
