#include "intarsia/layout/encode.h"

#include <cstring>

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

TEST(Encode, AnEncoderForgetsThePositionBefore) {
  const Layout l =
      toy_layout(Order::kHwc, 0, {{toy::kStones}, {toy::kScore, 1, 1}, {toy::kHoles, 1, 2}});
  const auto plan = Plan::make(l);
  Encoder encoder(*plan);
  // Known and unknown histories by turns, each as if it were the first.
  for (std::size_t i : {2, 0, 1, 0, 2, 1}) {
    const auto gather = [&](std::size_t, int ago, Bank& bank) {
      if (static_cast<std::size_t>(ago) > i) return false;
      toy::gather(kGame[i - static_cast<std::size_t>(ago)], l.frame, bank);
      return true;
    };
    for (Stores stores : {Stores::kBySize, Stores::kCached, Stores::kStreamed}) {
      std::vector<float> out(plan->elements(), -99);
      encoder.encode(1, gather, reinterpret_cast<std::byte*>(out.data()), 0, stores);
      const auto all = encoded(l);
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * plan->elements());
      ASSERT_EQ(out, std::vector<float>(first, first + static_cast<std::ptrdiff_t>(out.size())));
    }
  }
}

TEST(Stack, HoldsTheMaskAndTheValueOfEveryLayer) {
  const Layout l =
      toy_layout(Order::kChw, 0, {{toy::kScore, 10}, {toy::kCodes}, {toy::kScore, 1, 1}});
  const auto plan = Plan::make(l);
  Stack stack(*plan, 2);
  const auto fill = [&](std::size_t i) {
    stack.fill(i, [&](int ago, Bank& bank) {
      if (static_cast<std::size_t>(ago) > i) return false;
      toy::gather(kGame[i - static_cast<std::size_t>(ago)], l.frame, bank);
      return true;
    });
  };
  fill(1);
  fill(0);
  ASSERT_EQ(stack.layers(), 4U);
  ASSERT_EQ(stack.words(), 1U);
  // A value stands on all six cells, or on none before the first state.
  const auto masks = stack.masks();
  EXPECT_EQ(std::vector<std::uint64_t>(masks.begin(), masks.end()),
            (std::vector<std::uint64_t>{0b111111, 0b000011, 0b100000, 0,  //
                                        0b111111, 0b000111, 0b100000, 0b111111}));
  std::vector<float> values(stack.values().size());
  std::memcpy(values.data(), stack.values().data(), stack.values().size_bytes());
  EXPECT_EQ(values, (std::vector<float>{0.1F, 1, -2, 0, 0.2F, 1, -2, 1}));
}

}  // namespace
}  // namespace intarsia::layout
