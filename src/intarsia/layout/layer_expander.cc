#include "intarsia/layout/layer_expander.h"

#include <algorithm>
#include <limits>

#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

// Integers are rounded to the nearest; any float may stand in a type of floats.
double lowest_of(Dtype d) {
  if (!is_integer(d)) return -std::numeric_limits<double>::infinity();
  return d == Dtype::kInt8 ? -128.5 : -0.5;
}

double highest_of(Dtype d) {
  if (!is_integer(d)) return std::numeric_limits<double>::infinity();
  return d == Dtype::kInt8 ? 127.5 : 255.5;
}

std::vector<kernels::Layer> layers_in(const std::vector<std::uint64_t>& masks, std::size_t words,
                                      const std::vector<std::int32_t>& number,
                                      const std::vector<std::uint32_t>& elements) {
  std::vector<kernels::Layer> layers;
  layers.reserve(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    layers.push_back({&masks[i * words], number.data(), &elements[i]});
  }
  return layers;
}

std::vector<std::uint64_t> all_cells(const Catalogue& c) {
  std::vector<std::uint64_t> mask(c.words(), ~std::uint64_t{0});
  mask.back() >>= 64 * c.words() - c.cells();
  return mask;
}

}  // namespace

LayerExpander::LayerExpander(const Plan& plan)
    : plan_(plan),
      lowest_(lowest_of(plan.layout().dtype)),
      highest_(highest_of(plan.layout().dtype)),
      masks_(plan.layers().size() * plan.layout().catalogue->words()),
      board_(all_cells(*plan.layout().catalogue)),
      used_(board_.size()),
      elements_(plan.layers().size()),
      number_(1),
      layers_(layers_in(masks_, board_.size(), number_, elements_)),
      expander_(plan_.shape(), layers_) {}

std::optional<Error> LayerExpander::write(const std::uint64_t* masks, const float* values,
                                          std::byte* out) {
  std::copy_n(masks, masks_.size(), masks_.begin());
  for (std::size_t f = 0; f < plan_.layout().features.size(); ++f) {
    if (auto error = take_plane(f, values)) {
      error->detail =
          concat({name(plan_.layout(), plan_.layout().features[f]), ": ", error->detail});
      return error;
    }
  }
  expander_.write(out);
  return std::nullopt;
}

std::optional<Error> LayerExpander::take_plane(std::size_t feature, const float* values) {
  const kernels::Plane& plane = plan_.shape().planes[feature];
  const std::size_t words = board_.size();
  std::fill(used_.begin(), used_.end(), 0);
  for (std::size_t i = plane.first_layer; i < std::size_t{plane.first_layer} + plane.layers; ++i) {
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t mask = masks_[i * words + w];
      if ((mask & ~board_[w]) != 0) {
        return Error{ErrorCode::kInvalid, 0,
                     concat({"layer ", std::to_string(i), " has cells beyond the board"})};
      }
      if ((mask & used_[w]) != 0) {
        return Error{ErrorCode::kInvalid, 0,
                     concat({"layer ", std::to_string(i), " has cells of another layer"})};
      }
      used_[w] |= mask;
    }
    if (auto error = take_value(i, values[i])) return error;
  }
  return std::nullopt;
}

std::optional<Error> LayerExpander::take_value(std::size_t layer, float value) {
  const float scaled = value * static_cast<float>(plan_.divisor());
  const Dtype dtype = plan_.layout().dtype;
  if (is_integer(dtype) && !(scaled > lowest_ && scaled < highest_)) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"the value ", short_number(value), " of layer ", std::to_string(layer),
                         " does not fit ", info(dtype).name})};
  }
  elements_[layer] = element_bits(dtype, scaled);
  return std::nullopt;
}

}  // namespace intarsia::layout
