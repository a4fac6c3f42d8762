// Encoding: a layout resolved once (the plan), then gather, pick, expand for every position.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/kernels/expand.h"
#include "intarsia/layout/layout.h"

namespace intarsia::layout {

// The facts of one state, filled by a game: masks of cells facts and numbers of value facts, at
// their fact's index. What the plan does not use need not be filled.
struct Bank {
  std::vector<std::uint64_t> masks;  // facts x words
  std::vector<double> values;

  explicit Bank(const Catalogue& c) : masks(c.facts.size() * c.words()), values(c.facts.size()) {}
};

// A layout as the kernels want it: which layers there are and where in the bank each comes from.
class Plan {
 public:
  // With another order or type than the layout's own, if given.
  static Result<Plan> make(const Layout& l, std::optional<Order> order = std::nullopt,
                           std::optional<Dtype> dtype = std::nullopt);

  const Layout& layout() const { return layout_; }
  std::size_t elements() const { return layout_.elements(); }
  std::size_t bytes() const { return elements() * info(layout_.dtype).bytes; }
  double divisor() const { return divisor_; }

  // Whether any feature needs the fact: costly ones are gathered only then.
  bool uses(FactId fact) const { return used_[fact]; }

  struct MaskPick {
    std::uint16_t layer;
    FactId fact;
  };
  struct ValuePick {
    std::uint16_t layer;
    FactId fact;
    double per;
  };
  // What is taken from the state `ago` plies before.
  struct Age {
    std::uint16_t ago;
    std::vector<MaskPick> masks;
    std::vector<ValuePick> values;
  };
  const std::vector<Age>& ages() const { return ages_; }

  // The layers of one position, from the bank of each age. `out_masks` and `out_values` hold one
  // position's layers.
  void start(std::uint64_t* out_masks, std::uint32_t* out_values) const;
  void pick(const Age& age, const Bank& bank, std::uint64_t* out_masks,
            std::uint32_t* out_values) const;

  kernels::Shape shape() const;

 private:
  explicit Plan(Layout l) : layout_(std::move(l)) {}
  void add_layers(const Feature& f);
  Age& age_of(std::uint16_t ago);

  Layout layout_;
  double divisor_ = 1;
  std::vector<bool> used_;
  std::vector<Age> ages_;
  std::vector<kernels::Plane> planes_;
  std::vector<std::uint64_t> start_masks_;   // full for values, empty for cells
  std::vector<std::uint32_t> start_values_;  // the codes of cells
};

// Encodes `count` positions. gather(i, ago, bank) fills the bank with position i as it was `ago`
// plies before, drawn in the frame of position i, and answers false if that is unknown: then all
// its planes are 0.
template <class Gather>
void encode(const Plan& plan, std::size_t count, Gather gather, std::byte* out,
            std::ptrdiff_t stride) {
  // A block's layers stay in the first-level cache between gathering and expanding.
  constexpr std::size_t kBlock = 32;
  const kernels::Shape shape = plan.shape();
  const std::size_t mask_size = std::size_t{shape.layers} * shape.words;
  std::vector<std::uint64_t> masks(kBlock * mask_size);
  std::vector<std::uint32_t> values(kBlock * shape.layers);
  Bank bank(*plan.layout().catalogue);
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t size = std::min(kBlock, count - first);
    for (std::size_t i = 0; i < size; ++i) {
      std::uint64_t* const position_masks = masks.data() + i * mask_size;
      std::uint32_t* const position_values = values.data() + i * shape.layers;
      plan.start(position_masks, position_values);
      for (const Plan::Age& age : plan.ages()) {
        if (gather(first + i, age.ago, bank)) plan.pick(age, bank, position_masks, position_values);
      }
    }
    kernels::expand(shape, {size, masks.data(), values.data()}, out, stride);
    out += static_cast<std::ptrdiff_t>(size) * stride;
  }
}

}  // namespace intarsia::layout
