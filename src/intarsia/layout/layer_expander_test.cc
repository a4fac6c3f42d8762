#include "intarsia/layout/layer_expander.h"

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

constexpr toy::State kGame[] = {
    {0b000011, 0b100000, 1}, {0b000111, 0b100000, 2}, {0b000111, 0b110000, 7}};
constexpr std::size_t kCount = std::size(kGame);

bool gather(std::size_t i, int ago, Bank& bank) {
  if (static_cast<std::size_t>(ago) > i) return false;
  toy::gather(kGame[i - static_cast<std::size_t>(ago)], 0, bank);
  return true;
}

const std::vector<Feature> kFeatures = {
    {toy::kStones}, {toy::kScore, 10}, {toy::kCodes}, {toy::kScore, 1, 1}, {toy::kHoles, 1, 2}};

// Layers of the game's states, as a float32 plan has them.
struct Layers {
  std::vector<std::uint64_t> masks;
  std::vector<float> values;
  std::size_t row;

  Layers() {
    const auto plan = Plan::make(toy::layout(Order::kChw, kFeatures));
    Stack stack(*plan, kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      stack.fill(i, [&](int ago, Bank& bank) { return gather(i, ago, bank); });
    }
    masks.assign(stack.masks().begin(), stack.masks().end());
    values.resize(stack.values().size());
    std::memcpy(values.data(), stack.values().data(), stack.values().size_bytes());
    row = stack.layers();
  }
};

TEST(LayerExpander, MakesTheTensorsOfAnyOrderAndType) {
  const Layers layers;
  for (const Order order : {Order::kChw, Order::kHwc, Order::kFlat}) {
    for (const Dtype dtype : {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16}) {
      const auto plan = Plan::make(toy::layout(order, kFeatures), order, dtype);
      ASSERT_TRUE(plan);
      std::vector<std::byte> expected(kCount * plan->bytes());
      const auto stride = static_cast<std::ptrdiff_t>(plan->bytes());
      encode(*plan, kCount, gather, expected.data(), stride);
      std::vector<std::byte> found(expected.size());
      LayerExpander expander(*plan);
      expander.begin(false);
      for (std::size_t i = 0; i < kCount; ++i) {
        const auto error =
            expander.write(layers.masks.data() + i * layers.row,
                           layers.values.data() + i * layers.row, found.data() + i * plan->bytes());
        ASSERT_FALSE(error) << error->detail;
      }
      expander.finish();
      ASSERT_EQ(found, expected) << name(order) << info(dtype).name;
    }
  }
}

TEST(LayerExpander, RefusesWhatNoEncoderWrites) {
  const auto refused = [](Dtype dtype, auto change) {
    Layers layers;
    change(layers);
    const auto plan =
        Plan::make(toy::layout(Order::kChw, {{toy::kCodes}, {toy::kScore}}), Order::kChw, dtype);
    std::vector<std::byte> out(plan->bytes(), std::byte{7});
    LayerExpander expander(*plan);
    expander.begin(false);
    const auto error = expander.write(layers.masks.data(), layers.values.data(), out.data());
    expander.finish();
    EXPECT_EQ(out, std::vector<std::byte>(plan->bytes(), std::byte{7}));
    return error ? error->detail : "nothing";
  };
  EXPECT_EQ(refused(Dtype::kFloat32,
                    [](Layers& l) {
                      l.masks = {1, 0b1000010, 0};
                    }),
            "codes: layer 1 has cells beyond the board");
  EXPECT_EQ(refused(Dtype::kFloat32,
                    [](Layers& l) {
                      l.masks = {0b11, 0b10, 0};
                    }),
            "codes: layer 1 has cells of another layer");
  EXPECT_EQ(refused(Dtype::kInt8,
                    [](Layers& l) {
                      l.masks = {1, 2, 4};
                      l.values = {1, -2, 1000};
                    }),
            "score: the value 1000 of layer 2 does not fit int8");
}

}  // namespace
}  // namespace intarsia::layout
