#include "intarsia/hex/tensor/symmetry.h"

#include <gtest/gtest.h>

#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/layouts.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

using Bytes = std::vector<std::byte>;

Bytes encoded(const layout::Plan& plan, const std::vector<State>& line) {
  Bytes out(plan.bytes());
  const Moment moment = layout::moment_of(std::span<const State>(line));
  encode(plan, {&moment, 1}, out.data(), 0);
  return out;
}

std::vector<State> turned(Symmetry s, const std::vector<State>& line) {
  std::vector<State> out;
  out.reserve(line.size());
  for (const State& state : line) out.push_back(s(state));
  return out;
}

layout::Layout layout_of(int n, layout::FrameId frame, std::initializer_list<const char*> names) {
  layout::Layout l{"mine", &catalogue(n), frame, layout::Order::kChw, layout::Dtype::kFloat32, {}};
  for (const char* name : names) {
    const auto features = layout::read_features(catalogue(n), name);
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

// Everything the catalogue has, an earlier ply too.
layout::Layout whole_layout(int n, layout::FrameId frame) {
  layout::Layout l = layout_of(n, frame, {"stones@1", "mover.stones@1", "last_move@1"});
  for (std::size_t f = 0; f < catalogue(n).facts.size(); ++f) {
    l.features.push_back({static_cast<layout::FactId>(f)});
  }
  return l;
}

// Every layout of random boards, with the last states of a game on them: visit(layout, line).
template <class Visit>
void for_random_lines(std::uint64_t seed, Visit visit) {
  test::RandomHex random(seed);
  for (int i = 0; i < 40; ++i) {
    const int n = 1 + random.below(12);
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 2));
    std::vector<layout::Layout> all = layouts(n);
    for (layout::FrameId frame : {kBlueFrame, kMoverFrame}) all.push_back(whole_layout(n, frame));
    for (const layout::Layout& l : all) visit(l, r.last_states(l.history()));
  }
}

TEST(HexTensorSymmetry, IsTheTensorOfTheTurnedPosition) {
  for_random_lines(41, [](const layout::Layout& l, const std::vector<State>& line) {
    for (const auto order : {layout::Order::kChw, layout::Order::kHwc, layout::Order::kFlat}) {
      for (const layout::DtypeInfo& d : layout::kDtypes) {
        const auto plan = layout::Plan::make(l, order, *layout::find_dtype(d.name));
        if (!plan) continue;  // the number of plies is too large for a byte
        for (const auto& [name, s] : kSymmetries) {
          const auto symmetry = TensorSymmetry::make(*plan, s);
          ASSERT_TRUE(symmetry) << symmetry.error().detail;
          Bytes found(plan->bytes());
          symmetry->apply(encoded(*plan, line).data(), found.data());
          ASSERT_EQ(found, encoded(*plan, turned(s, line))) << l.id << ' ' << name << ' ' << d.name;
        }
      }
    }
  });
}

// Layers of the line's last state; of what is not known nothing is said.
using Layers = std::vector<std::pair<std::vector<std::uint64_t>, std::uint32_t>>;
Layers layers_of(const layout::Stack& stack) {
  Layers out;
  for (std::size_t i = 0; i < stack.layers(); ++i) {
    const auto mask = stack.masks().subspan(i * stack.words(), stack.words());
    const bool is_known = std::any_of(mask.begin(), mask.end(), [](auto w) { return w != 0; });
    out.emplace_back(std::vector(mask.begin(), mask.end()), is_known ? stack.values()[i] : 0);
  }
  return out;
}

layout::Stack stacked(const layout::Plan& plan, const std::vector<State>& line) {
  layout::Stack out(plan, 1);
  Encoder(plan).stack(layout::moment_of(std::span<const State>(line)), 0, out);
  return out;
}

TEST(HexStackSymmetry, IsTheStackOfTheTurnedPosition) {
  for_random_lines(43, [](const layout::Layout& l, const std::vector<State>& line) {
    const auto plan = layout::Plan::make(l);
    for (const auto& [name, s] : kSymmetries) {
      const auto symmetry = StackSymmetry::make(*plan, s);
      ASSERT_TRUE(symmetry) << symmetry.error().detail;
      layout::Stack found(*plan, 1);
      symmetry->apply(stacked(*plan, line), found);
      ASSERT_EQ(layers_of(found), layers_of(stacked(*plan, turned(s, line)))) << l.id << name;
    }
  });
}

TEST(HexStackSymmetry, RefusesWhatALayoutCannotTell) {
  const auto plan = layout::Plan::make(layout_of(5, kBlueFrame, {"blue.stones"}));
  EXPECT_TRUE(StackSymmetry::make(*plan, Symmetry::rotated()));
  EXPECT_EQ(StackSymmetry::make(*plan, Symmetry::transposed()).error().detail,
            "mine cannot be turned so: it shows blue.stones but not red.stones");
}

TEST(HexTensorSymmetry, RefusesWhatALayoutCannotTell) {
  const auto make = [](std::initializer_list<const char*> names, Symmetry s) {
    return TensorSymmetry::make(*layout::Plan::make(layout_of(5, kBlueFrame, names)), s);
  };
  EXPECT_TRUE(make({"blue.stones"}, Symmetry::rotated()));
  EXPECT_EQ(make({"blue.stones"}, Symmetry::transposed()).error().detail,
            "mine cannot be turned so: it shows blue.stones but not red.stones");
  EXPECT_FALSE(make({"us.first_edge"}, Symmetry::rotated()));
  EXPECT_TRUE(make({"us.first_edge"}, Symmetry::transposed()));
  EXPECT_FALSE(make({"turn.player@1"}, Symmetry::transposed()));
  EXPECT_TRUE(make({"turn.player@1"}, Symmetry::rotated()));
}

TEST(HexTensorSymmetry, ANegativeZeroIsBlueToo) {
  const auto plan = layout::Plan::make(layout_of(2, kBlueFrame, {"turn.player"}));
  const std::vector<float> in(4, -0.0F);
  std::vector<float> out(4);
  TensorSymmetry::make(*plan, Symmetry::transposed())
      ->apply(std::as_bytes(std::span(in)).data(), std::as_writable_bytes(std::span(out)).data());
  EXPECT_EQ(out, std::vector<float>(4, 1.0F));
}

}  // namespace
}  // namespace intarsia::hex
