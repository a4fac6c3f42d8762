#include "intarsia/layout/layout.h"

#include <gtest/gtest.h>

#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

TEST(Layout, ShapeFollowsFromOrderAndFeatures) {
  const std::vector<Feature> features = {{toy::kStones}, {toy::kHoles}, {toy::kScore, 10}};
  EXPECT_EQ(toy::layout(Order::kChw, features).shape(), (std::vector<std::size_t>{3, 3, 2}));
  EXPECT_EQ(toy::layout(Order::kHwc, features).shape(), (std::vector<std::size_t>{3, 2, 3}));
  EXPECT_EQ(toy::layout(Order::kFlat, features).shape(), (std::vector<std::size_t>{13}));
  Layout cut = toy::layout(Order::kFlat, {{toy::kCodes}});
  cut.rows = 3;
  EXPECT_EQ(cut.shape(), (std::vector<std::size_t>{3, 2}));
}

TEST(Layout, FeaturesAreReadByNameGroupAndDivisor) {
  EXPECT_EQ(*read_features(toy::kCatalogue, "score/10"), (std::vector<Feature>{{toy::kScore, 10}}));
  EXPECT_EQ(*read_features(toy::kCatalogue, "board@2"),
            (std::vector<Feature>{{toy::kStones, 1, 2}, {toy::kHoles, 1, 2}}));
  const Feature feature{toy::kScore, 2.5, 3};
  EXPECT_EQ(name(toy::layout(Order::kChw, {}), feature), "score/2.5@3");
  EXPECT_EQ(*read_features(toy::kCatalogue, "score/2.5@3"), (std::vector<Feature>{feature}));
}

TEST(Layout, AWrongNameIsAnsweredWithTheNearest) {
  const auto r = read_features(toy::kCatalogue, "stonse");
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, ErrorCode::kNotFound);
  EXPECT_NE(r.error().detail.find("did you mean stones?"), std::string::npos) << r.error().detail;
  for (std::string_view bad :
       {"score/0", "score/-1", "score/x", "score/", "score/1e999", "score/nan", "score@",
        "score@-1", "score@1024", "score@65536", "score@1/2", "score/2@x", "@1", "/2", ""}) {
    EXPECT_FALSE(read_features(toy::kCatalogue, bad)) << bad;
  }
}

TEST(Layout, LosesThePartsThatNoneOfItsFactsShow) {
  const auto lost = [](std::vector<Feature> features) {
    std::string names;
    for (const Part* p : losses(toy::layout(Order::kChw, std::move(features)))) {
      names += std::string(p->name) + ' ';
    }
    return names;
  };
  EXPECT_EQ(lost({{toy::kStones}, {toy::kHoles}}), "score past ");
  EXPECT_EQ(lost({{toy::kCodes}, {toy::kScore, 10}}), "past ");
  EXPECT_EQ(lost({{toy::kStones}, {toy::kHoles, 1, 1}}), "board score past ");
}

TEST(Layout, ATypeIsOfferedIfItHoldsEveryValue) {
  const Layout codes = toy::layout(Order::kChw, {{toy::kCodes}});
  EXPECT_EQ(*divisor(codes, Dtype::kInt8), 1);
  const auto refused = divisor(codes, Dtype::kUint8);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().detail.find("codes (-2 to 1)"), std::string::npos)
      << refused.error().detail;
  const Layout fractions = toy::layout(Order::kChw, {{toy::kStones}, {toy::kScore, 10}});
  EXPECT_EQ(*divisor(fractions, Dtype::kUint8), 255);
  EXPECT_EQ(*divisor(fractions, Dtype::kFloat16), 1);
  EXPECT_FALSE(divisor(fractions, Dtype::kInt8));
  EXPECT_EQ(*divisor(toy::layout(Order::kChw, {{toy::kStones}}), Dtype::kUint8), 1);
  // Beyond 1 a divided value is held where all of them can be told apart.
  const Layout beyond = toy::layout(Order::kChw, {{toy::kScore, 4}});
  EXPECT_TRUE(divisor(beyond, Dtype::kFloat16));
  EXPECT_TRUE(divisor(beyond, Dtype::kBFloat16));
  EXPECT_FALSE(divisor(beyond, Dtype::kUint8));
  EXPECT_FALSE(divisor(beyond, Dtype::kInt8));
  EXPECT_TRUE(divisor(toy::layout(Order::kChw, {{toy::kScore, 0.0003}}), Dtype::kBFloat16));
  // Fractions are rounded, but two values are two, and none is infinite.
  const Layout fine = toy::layout(Order::kChw, {{toy::kScore, 10'000}});
  EXPECT_TRUE(divisor(fine, Dtype::kUint8));
  EXPECT_FALSE(tells_apart(fine, fine.features[0], Dtype::kUint8));
  EXPECT_TRUE(tells_apart(fine, fine.features[0], Dtype::kFloat16));
  EXPECT_FALSE(divisor(toy::layout(Order::kChw, {{toy::kStones, 1'000}}), Dtype::kUint8));
  EXPECT_FALSE(divisor(toy::layout(Order::kChw, {{toy::kStones, 1e50}}), Dtype::kFloat32));
  EXPECT_FALSE(divisor(toy::layout(Order::kChw, {{toy::kScore, 1e-40}}), Dtype::kFloat32));
}

}  // namespace
}  // namespace intarsia::layout
