// Encoding: a layout resolved once (the plan), then gather, pick, expand for every position.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/kernels/expand.h"
#include "intarsia/layout/layout.h"

namespace intarsia::layout {

// The facts of one state, filled by a game: masks of cells facts and whole numbers of value facts,
// at their fact's id. What the plan does not use need not be filled (needs.h).
struct Bank {
  std::vector<std::uint64_t> masks;  // facts x words
  std::vector<std::int32_t> values;

  explicit Bank(const Catalogue& c) : masks(c.facts.size() * c.words()), values(c.facts.size()) {}
};

// The layers of some positions in memory, a row for each.
struct LayerRows {
  std::uint64_t* masks = nullptr;   // rows x layers x words
  std::uint32_t* values = nullptr;  // rows x layers
  std::size_t layers = 0;           // of one position
  std::size_t words = 0;            // of one mask

  // The rows from this one on.
  LayerRows from(std::size_t row) const {
    return {masks + row * layers * words, values + row * layers, layers, words};
  }
};

// A layout as the kernels want it: which layers there are and which fact each comes from. A plan never
// changes, and its copies share what it holds: encoders keep one of their own.
class Plan {
 public:
  // With another order or type than the layout's own, if given.
  static Result<Plan> make(const Layout& l, std::optional<Order> order = std::nullopt,
                           std::optional<Dtype> dtype = std::nullopt);

  const Layout& layout() const { return parts_->layout; }
  std::size_t elements() const { return layout().elements(); }
  std::size_t bytes() const { return elements() * info(layout().dtype).bytes; }
  double divisor() const { return parts_->divisor; }

  // The plies before the position from which something is taken.
  const std::vector<std::uint16_t>& ages() const { return parts_->ages; }

  struct LayerSource {
    std::uint16_t age;  // index into ages()
    FactId fact;
    bool is_value;       // the fact is a number, on all cells; else it is a set of cells
    std::uint32_t zero;  // where the element of number 0 is, or would be; a set has only this one
  };
  const std::vector<LayerSource>& layers() const { return parts_->layers; }
  const std::uint32_t* element_table() const { return parts_->element_table.data(); }

  kernels::Shape shape() const;

  // Memory as rows of the layers of positions.
  LayerRows rows_of_layers(std::uint64_t* masks, std::uint32_t* values) const;

 private:
  struct Parts {
    Layout layout;
    double divisor = 1;
    std::vector<std::uint16_t> ages;
    std::vector<LayerSource> layers;
    std::vector<kernels::Plane> planes;
    std::vector<std::uint32_t> element_table;  // of every number of every value feature
  };
  class Maker;

  explicit Plan(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

// The values of a tensor's elements, without the divisor of its type.
std::vector<float> values_of(const Plan& plan, const std::byte* tensor);

// One position's facts, and where in them each layer is found.
class Gathered {
 public:
  explicit Gathered(const Plan& plan);

  // gather(ago, bank) returns false for an age that is not known: all its planes are then 0.
  template <class Gather>
  void fill(Gather gather) {
    for (std::size_t age = 0; age < banks_.size(); ++age) {
      const bool is_known = gather(plan_.ages()[age], banks_[age]);
      if (is_known != is_known_[age]) set_known(age, is_known);
    }
  }

  std::span<const kernels::Layer> layers() const { return layers_; }

 private:
  void set_known(std::size_t age, bool is_known);

  Plan plan_;
  std::vector<Bank> banks_;                // by age
  std::vector<bool> is_known_;             // by age
  std::vector<std::uint64_t> everywhere_;  // by age: where its values stand, on all cells or none
  std::vector<kernels::Layer> layers_;
};

// The small form of planes, for a number of positions: layers of (mask, value), a mask being the
// plane's cells and the value an element's bits. One layer is a set or a filled plane, piece codes
// are twelve.
class Stack {
 public:
  // In memory of its own, …
  Stack(const Plan& plan, std::size_t positions);
  // … or in the caller's, which outlives it and has rows of the plan's layers and words.
  Stack(const Plan& plan, const LayerRows& rows, std::size_t positions);

  // What a copy was made of would be the original's.
  Stack(Stack&&) = default;
  Stack& operator=(Stack&&) = default;

  // Position i, gathered: gather(ago, bank) returns false for an age that is not known.
  template <class Gather>
  void fill(std::size_t i, Gather gather) {
    gathered_.fill(gather);
    pick(i);
  }

  std::size_t layers() const { return rows_.layers; }  // of one position
  std::size_t words() const { return rows_.words; }
  std::span<const std::uint64_t> masks() const { return {rows_.masks, mask_words()}; }
  std::span<const std::uint32_t> values() const { return {rows_.values, count_ * layers()}; }
  std::span<std::uint64_t> masks() { return {rows_.masks, mask_words()}; }
  std::span<std::uint32_t> values() { return {rows_.values, count_ * layers()}; }

 private:
  std::size_t mask_words() const { return count_ * layers() * words(); }
  void pick(std::size_t i);

  Gathered gathered_;
  std::size_t count_;
  std::vector<std::uint64_t> own_masks_;
  std::vector<std::uint32_t> own_values_;
  LayerRows rows_;
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
  explicit Encoder(const Plan& plan)
      : plan_(plan), gathered_(plan), expander_(plan.shape(), gathered_.layers()) {}

  const Plan& plan() const { return plan_; }

  // Encodes `count` positions. gather(i, ago, bank) fills the bank with position i as it was `ago`
  // plies before, drawn in the frame of position i, and returns false if that is unknown: then all
  // its planes are 0.
  template <class Gather>
  void encode(std::size_t count, Gather gather, std::byte* out, std::ptrdiff_t stride,
              Stores stores = Stores::kBySize) {
    expander_.begin(is_streamed(count, stride, stores));
    for (std::size_t i = 0; i < count; ++i, out += stride) {
      gathered_.fill([&](int ago, Bank& bank) { return gather(i, ago, bank); });
      expander_.write(out);
    }
    expander_.finish();
  }

 private:
  bool is_streamed(std::size_t count, std::ptrdiff_t stride, Stores stores) const;

  Plan plan_;
  Gathered gathered_;
  kernels::Expander expander_;
};

// The same, once.
template <class Gather>
void encode(const Plan& plan, std::size_t count, Gather gather, std::byte* out,
            std::ptrdiff_t stride, Stores stores = Stores::kBySize) {
  Encoder(plan).encode(count, gather, out, stride, stores);
}

}  // namespace intarsia::layout
