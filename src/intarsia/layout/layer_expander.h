// Layers that lie in memory or in files, as tensors: what a Stack holds, in any order and type.
//
//   LayerExpander expander(plan);
//   expander.begin(false);
//   for (std::size_t i = 0; i < count; ++i) {
//     if (auto error = expander.write(masks + i * row, values + i * layers, out + i * bytes)) …
//   }
//   expander.finish();
//
// The layers are those of a plan in float32, whose values are without a divisor. They come from outside, so
// each is looked at: no cells beyond the board, none that two layers of a plane share, no value that the
// type cannot hold.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/kernels/expand.h"
#include "intarsia/layout/encode.h"

namespace intarsia::layout {

class LayerExpander {
 public:
  // Of tensors of the plan.
  explicit LayerExpander(const Plan& plan);

  // As kernels::Expander: streamed tensors go past the caches.
  void begin(bool is_streamed) { expander_.begin(is_streamed); }
  // One position: its masks (layers x words), copied before they are looked at, and its values. After an
  // error nothing of it is written.
  [[nodiscard]] std::optional<Error> write(const std::uint64_t* masks, const float* values,
                                           std::byte* out);
  void finish() { expander_.finish(); }

 private:
  std::optional<Error> take_plane(std::size_t feature, const float* values);
  std::optional<Error> take_value(std::size_t layer, float value);

  Plan plan_;
  double lowest_, highest_;  // what rounds to a whole number of the type
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint64_t> board_;  // the mask of all cells
  std::vector<std::uint64_t> used_;   // the cells of a plane's layers up to one
  std::vector<std::uint32_t> elements_;
  std::vector<std::int32_t> number_;  // 0, but not kernels::kConstant: values change
  std::vector<kernels::Layer> layers_;
  kernels::Expander expander_;
};

}  // namespace intarsia::layout
