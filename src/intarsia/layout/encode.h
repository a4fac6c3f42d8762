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

// The facts of one state, filled by a game: masks of cells facts and whole numbers of value facts,
// at their fact's index. What the plan does not use need not be filled.
struct Bank {
  std::vector<std::uint64_t> masks;  // facts x words
  std::vector<std::int32_t> values;

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
    std::int32_t lo;         // the least raw value,
    std::uint32_t elements;  // whose element stands here in the plan's table; the others follow
  };
  // What is taken from the state `ago` plies before.
  struct Age {
    std::uint16_t ago;
    std::vector<MaskPick> masks;
    std::vector<ValuePick> values;
  };
  const std::vector<Age>& ages() const { return ages_; }

  // One position's layers. What never changes is written by `start`; `pick` adds an age from its
  // bank, `clear` an age that is not known.
  void start(std::uint64_t* out_masks, std::uint32_t* out_values) const;
  void pick(const Age& age, const Bank& bank, std::uint64_t* out_masks,
            std::uint32_t* out_values) const;
  void clear(const Age& age, std::uint64_t* out_masks) const;

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
  std::vector<std::uint32_t> elements_;      // of every raw value of every value feature
};

// A block of positions' layers, small enough to stay in the first-level cache between gathering and
// expanding.
class Block {
 public:
  static constexpr std::size_t kPositions = 16;

  explicit Block(const Plan& plan);

  // Position i, gathered: gather(ago, bank) answers false for an age that is not known.
  template <class Gather>
  void fill(std::size_t i, Gather gather) {
    std::uint64_t* const masks = masks_.data() + i * mask_size_;
    std::uint32_t* const values = values_.data() + i * shape_.layers;
    if (is_cleared_[i]) plan_.start(masks, values);
    is_cleared_[i] = false;
    for (const Plan::Age& age : plan_.ages()) {
      if (gather(age.ago, bank_)) {
        plan_.pick(age, bank_, masks, values);
      } else {
        plan_.clear(age, masks);
        is_cleared_[i] = true;
      }
    }
  }

  // Writes the first `count` positions. With `is_streamed` they go past the caches.
  void expand(std::size_t count, std::byte* out, std::ptrdiff_t stride, bool is_streamed);

 private:
  const Plan& plan_;
  kernels::Shape shape_;
  std::size_t mask_size_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> values_;
  std::array<bool, kPositions> is_cleared_{};
  Bank bank_;
  std::vector<std::byte> staged_;
};

// Output from here on is written past the caches: it would not stay in them anyway.
inline constexpr std::size_t kStreamedBytes = std::size_t{16} << 20;

// Encodes `count` positions. gather(i, ago, bank) fills the bank with position i as it was `ago`
// plies before, drawn in the frame of position i, and answers false if that is unknown: then all
// its planes are 0.
template <class Gather>
void encode(const Plan& plan, std::size_t count, Gather gather, std::byte* out,
            std::ptrdiff_t stride) {
  const bool is_dense = stride == static_cast<std::ptrdiff_t>(plan.bytes());
  const bool is_streamed = is_dense && count * plan.bytes() >= kStreamedBytes;
  Block block(plan);
  for (std::size_t first = 0; first < count; first += Block::kPositions) {
    const std::size_t size = std::min(Block::kPositions, count - first);
    for (std::size_t i = 0; i < size; ++i) {
      block.fill(i, [&](int ago, Bank& bank) { return gather(first + i, ago, bank); });
    }
    block.expand(size, out, stride, is_streamed);
    out += static_cast<std::ptrdiff_t>(size) * stride;
  }
}

}  // namespace intarsia::layout
