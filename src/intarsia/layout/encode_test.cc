#include "intarsia/layout/encode.h"

#include <gtest/gtest.h>

#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

constexpr toy::State kGame[] = {
    {0b000011, 0b100000, 1}, {0b000111, 0b100000, 2}, {0b000111, 0b110000, 7}};

Layout toy_layout(Order order, FrameId frame, std::vector<Feature> features) {
  return {.id = "toy/test",
          .catalogue = &toy::kCatalogue,
          .frame = frame,
          .order = order,
          .dtype = Dtype::kFloat32,
          .features = std::move(features)};
}

std::vector<float> encoded(const Layout& l) {
  const auto plan = Plan::make(l);
  std::vector<float> out(std::size(kGame) * plan->elements(), -99);
  const auto gather = [&](std::size_t i, int ago, Bank& bank) {
    if (static_cast<std::size_t>(ago) > i) return false;
    toy::gather(kGame[i - static_cast<std::size_t>(ago)], l.frame, bank);
    return true;
  };
  encode(*plan, std::size(kGame), gather, reinterpret_cast<std::byte*>(out.data()),
         static_cast<std::ptrdiff_t>(plan->bytes()));
  return out;
}

TEST(Encode, PutsPlanesInTheOrderAskedFor) {
  const std::vector<Feature> features = {{toy::kStones}, {toy::kScore, 10}, {toy::kCodes}};
  const auto chw = encoded(toy_layout(Order::kChw, 0, features));
  EXPECT_EQ(std::vector<float>(chw.begin(), chw.begin() + 18),
            (std::vector<float>{1, 1, 0, 0, 0, 0, 0.1F, 0.1F, 0.1F, 0.1F, 0.1F, 0.1F, 1, 1, 0, 0, 0,
                                -2}));
  const auto hwc = encoded(toy_layout(Order::kHwc, 0, features));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t plane = 0; plane < 3; ++plane) {
      for (std::size_t cell = 0; cell < 6; ++cell) {
        ASSERT_EQ(hwc[18 * i + 3 * cell + plane], chw[18 * i + 6 * plane + cell]);
      }
    }
  }
  const auto flat = encoded(toy_layout(Order::kFlat, 0, features));
  EXPECT_EQ(std::vector<float>(flat.begin(), flat.begin() + 13),
            (std::vector<float>{1, 1, 0, 0, 0, 0, 0.1F, 1, 1, 0, 0, 0, -2}));
}

TEST(Encode, DrawsInTheFrame) {
  const auto turned = encoded(toy_layout(Order::kFlat, 1, {{toy::kCodes}}));
  EXPECT_EQ(std::vector<float>(turned.begin(), turned.begin() + 6),
            (std::vector<float>{-2, 0, 0, 0, 1, 1}));
}

TEST(Encode, HistoryBeforeTheFirstStateIsZero) {
  const auto out = encoded(
      toy_layout(Order::kFlat, 0, {{toy::kScore}, {toy::kScore, 1, 1}, {toy::kStones, 1, 2}}));
  // Rows of 1 + 1 + 6 elements.
  EXPECT_EQ(out, (std::vector<float>{1, 0, 0, 0, 0, 0, 0, 0,  //
                                     2, 1, 0, 0, 0, 0, 0, 0,  //
                                     7, 2, 1, 1, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace intarsia::layout
