// Encoding: a layout resolved once (the plan), then gather, pick, expand for every position.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

// The small form of planes, for a number of positions: layers of (mask, value), a mask being the
// plane's cells and the value an element's bits. One layer is a set or a filled plane, piece codes
// are twelve.
class Stack {
 public:
  // The plan must outlive the stack.
  Stack(const Plan& plan, std::size_t positions);

  // Position i, gathered: gather(ago, bank) answers false for an age that is not known.
  template <class Gather>
  void fill(std::size_t i, Gather gather) {
    std::uint64_t* const masks = masks_.data() + i * mask_size_;
    std::uint32_t* const values = values_.data() + i * layers_;
    if (is_cleared_[i]) plan_->start(masks, values);
    is_cleared_[i] = false;
    for (const Plan::Age& age : plan_->ages()) {
      if (gather(age.ago, bank_)) {
        plan_->pick(age, bank_, masks, values);
      } else {
        plan_->clear(age, masks);
        is_cleared_[i] = true;
      }
    }
  }

  std::size_t layers() const { return layers_; }  // of one position
  std::size_t words() const { return mask_size_ / layers_; }
  std::span<const std::uint64_t> masks() const { return masks_; }    // positions x layers x words
  std::span<const std::uint32_t> values() const { return values_; }  // positions x layers

  const std::uint64_t* masks(std::size_t i) const { return masks_.data() + i * mask_size_; }
  const std::uint32_t* values(std::size_t i) const { return values_.data() + i * layers_; }

 private:
  const Plan* plan_;
  std::size_t layers_;
  std::size_t mask_size_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> values_;
  std::vector<char> is_cleared_;  // the position's start is to be written again
  Bank bank_;
};

// How a tensor is stored. Streamed output goes past the caches: twice as fast where it would not
// stay in them, and slower to read where it would.
enum class Stores : std::uint8_t { kBySize, kCached, kStreamed };

// Output from here on is streamed if its size decides, for tensors long enough to gain by it.
inline constexpr std::size_t kStreamedBytes = std::size_t{16} << 20;
inline constexpr std::size_t kStreamedTensorBytes = 1024;

// Encodes positions in one plan again and again: what needs memory or preparation is kept.
class Encoder {
 public:
  // The plan must outlive the encoder.
  explicit Encoder(const Plan& plan)
      : plan_(&plan), expander_(plan.shape()), stack_(plan, kAhead) {}

  const Plan& plan() const { return *plan_; }

  // Encodes `count` positions. gather(i, ago, bank) fills the bank with position i as it was `ago`
  // plies before, drawn in the frame of position i, and answers false if that is unknown: then all
  // its planes are 0.
  template <class Gather>
  void encode(std::size_t count, Gather gather, std::byte* out, std::ptrdiff_t stride,
              Stores stores = Stores::kBySize) {
    const auto fill = [&](std::size_t i) {
      stack_.fill(i % kAhead, [&](int ago, Bank& bank) { return gather(i, ago, bank); });
    };
    expander_.begin(is_streamed(count, stride, stores));
    if (count != 0) fill(0);
    for (std::size_t i = 0; i < count; ++i, out += stride) {
      if (i + 1 < count) fill(i + 1);
      expander_.write(stack_.masks(i % kAhead), stack_.values(i % kAhead), out);
    }
    expander_.finish();
  }

 private:
  // A position is gathered while the stores of the one before wait for memory, and expanded when
  // its layers have reached the cache.
  static constexpr std::size_t kAhead = 2;

  bool is_streamed(std::size_t count, std::ptrdiff_t stride, Stores stores) const;

  const Plan* plan_;
  kernels::Expander expander_;
  Stack stack_;
};

// The same, once.
template <class Gather>
void encode(const Plan& plan, std::size_t count, Gather gather, std::byte* out,
            std::ptrdiff_t stride, Stores stores = Stores::kBySize) {
  Encoder(plan).encode(count, gather, out, stride, stores);
}

}  // namespace intarsia::layout
