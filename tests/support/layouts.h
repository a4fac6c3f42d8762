// Chess layouts by name and by hand, and tensors of single positions.

#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"

namespace intarsia::test {

inline const layout::Layout& chess_layout(std::string_view id) {
  for (const layout::Layout& l : chess::layouts()) {
    if (l.id == id) return l;
  }
  ADD_FAILURE() << "no layout " << id;
  std::abort();
}

// A layout of named features.
inline layout::Layout made_of(const std::vector<std::string_view>& features,
                              chess::FrameIndex frame, layout::Order order) {
  layout::Layout l{.id = "test",
                   .catalogue = &chess::catalogue(),
                   .frame = frame,
                   .order = order,
                   .dtype = layout::Dtype::kFloat32,
                   .features = {}};
  for (std::string_view text : features) {
    const auto read = layout::read_features(chess::catalogue(), text);
    if (!read) {
      ADD_FAILURE() << read.error().detail;
      std::abort();
    }
    l.features.insert(l.features.end(), read->begin(), read->end());
  }
  return l;
}

// One position.
inline std::vector<std::byte> encoded(const layout::Plan& plan, const chess::Moment& m) {
  std::vector<std::byte> out(plan.bytes());
  chess::encode(plan, {&m, 1}, out.data(), static_cast<std::ptrdiff_t>(out.size()));
  return out;
}

}  // namespace intarsia::test
