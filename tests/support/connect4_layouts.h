// Layouts of Connect Four by hand, and tensors of single positions.

#pragma once

#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/connect4/tensor/encode.h"
#include "intarsia/connect4/tensor/layouts.h"

namespace intarsia::test {

// A layout of named facts and groups.
inline layout::Layout connect4_layout(connect4::Board b, connect4::FrameIndex frame,
                                      const std::vector<std::string_view>& names) {
  layout::Layout l{
      "mine", &connect4::catalogue(b.size()), frame, layout::Order::kChw, layout::Dtype::kFloat32,
      {}};
  for (std::string_view name : names) {
    const auto features = layout::read_features(*l.catalogue, name);
    EXPECT_TRUE(features) << name;
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

// Every fact, now and at earlier plies.
inline layout::Layout whole_connect4_layout(connect4::Board b, connect4::FrameIndex frame,
                                            const std::vector<int>& ages) {
  layout::Layout l = connect4_layout(b, frame, {});
  l.id = "all";
  for (int ago : ages) {
    for (const layout::Fact& f : l.catalogue->facts) {
      l.features.push_back({f.id, 1, static_cast<std::uint16_t>(ago)});
    }
  }
  return l;
}

// The built-in layouts, and all facts at once in either frame.
inline std::vector<layout::Layout> connect4_layouts(connect4::Board b) {
  std::vector<layout::Layout> all = connect4::layouts(b.size());
  for (connect4::FrameIndex frame : {connect4::kFirstFrame, connect4::kMoverFrame}) {
    all.push_back(whole_connect4_layout(b, frame, {0, 1, 3}));
  }
  all.push_back(connect4_layout(b, connect4::kMoverFrame,
                                {"mover.discs", "mover.discs@1", "mover.discs@2", "last_move@2"}));
  return all;
}

// The tensor of the last state of a line.
inline std::vector<std::byte> encoded(const layout::Plan& plan,
                                      std::span<const connect4::State> line) {
  std::vector<std::byte> out(plan.bytes());
  const connect4::Moment moment = layout::moment_of(line);
  connect4::encode(plan, {&moment, 1}, out.data(), static_cast<std::ptrdiff_t>(out.size()));
  return out;
}

// The same as numbers.
inline std::vector<float> numbers_of(const layout::Layout& l,
                                     std::span<const connect4::State> line) {
  const auto plan = layout::Plan::make(l, std::nullopt, layout::Dtype::kFloat32);
  const auto bytes = encoded(*plan, line);
  std::vector<float> out(plan->elements());
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

}  // namespace intarsia::test
