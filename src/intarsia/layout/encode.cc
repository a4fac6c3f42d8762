#include "intarsia/layout/encode.h"

#include <algorithm>

namespace intarsia::layout {

Result<Plan> Plan::make(const Layout& l, std::optional<Order> order, std::optional<Dtype> dtype) {
  Plan plan(l);
  Layout& own = plan.layout_;
  if (order && *order != own.order) {
    own.order = *order;
    own.rows = 0;
  }
  own.dtype = dtype.value_or(own.dtype);
  const auto scale = layout::divisor(own, own.dtype);
  if (!scale) return scale.error();
  plan.divisor_ = *scale;
  plan.used_.resize(own.catalogue->facts.size());
  for (const Feature& f : own.features) plan.add_layers(f);
  return plan;
}

Plan::Age& Plan::age_of(std::uint16_t ago) {
  for (Age& a : ages_) {
    if (a.ago == ago) return a;
  }
  return ages_.emplace_back(Age{ago, {}, {}});
}

void Plan::add_layers(const Feature& f) {
  const Fact& fact = layout_.fact(f);
  Age& age = age_of(f.ago);
  const std::size_t words = layout_.catalogue->words();
  const auto first = static_cast<std::uint16_t>(start_values_.size());
  const auto next_layer = [&](double value) {
    start_masks_.resize(start_masks_.size() + words);
    start_values_.push_back(element_bits(
        layout_.dtype, static_cast<float>(value / f.per) * static_cast<float>(divisor_)));
    return static_cast<std::uint16_t>(start_values_.size() - 1);
  };
  used_[f.fact] = true;
  switch (fact.kind) {
    case FactKind::kCells:
      age.masks.push_back({next_layer(1), f.fact});
      break;
    case FactKind::kValue: {
      const std::uint16_t layer = next_layer(0);
      std::fill(start_masks_.end() - static_cast<std::ptrdiff_t>(words), start_masks_.end(),
                ~std::uint64_t{0});
      age.values.push_back({layer, f.fact, static_cast<std::int32_t>(fact.lo),
                            static_cast<std::uint32_t>(elements_.size())});
      for (double raw = fact.lo; raw <= fact.hi; ++raw) {
        const float value = static_cast<float>(raw / f.per) * static_cast<float>(divisor_);
        elements_.push_back(element_bits(layout_.dtype, value));
      }
      break;
    }
    case FactKind::kCodes:
      for (const Code& code : fact.codes) {
        used_[code.cells] = true;
        age.masks.push_back({next_layer(code.value), code.cells});
      }
      break;
  }
  planes_.push_back({first, static_cast<std::uint16_t>(start_values_.size() - first),
                     static_cast<std::uint16_t>(layout_.elements(f))});
}

void Plan::start(std::uint64_t* out_masks, std::uint32_t* out_values) const {
  std::copy(start_masks_.begin(), start_masks_.end(), out_masks);
  std::copy(start_values_.begin(), start_values_.end(), out_values);
}

void Plan::pick(const Age& age, const Bank& bank, std::uint64_t* out_masks,
                std::uint32_t* out_values) const {
  const std::size_t words = layout_.catalogue->words();
  if (words == 1) {
    for (const MaskPick& p : age.masks) out_masks[p.layer] = bank.masks[p.fact];
  } else {
    for (const MaskPick& p : age.masks) {
      std::copy_n(bank.masks.data() + p.fact * words, words, out_masks + p.layer * words);
    }
  }
  for (const ValuePick& p : age.values) {
    out_values[p.layer] =
        elements_[p.elements + static_cast<std::uint32_t>(bank.values[p.fact] - p.lo)];
  }
}

void Plan::clear(const Age& age, std::uint64_t* out_masks) const {
  const std::size_t words = layout_.catalogue->words();
  for (const MaskPick& p : age.masks) std::fill_n(out_masks + p.layer * words, words, 0);
  for (const ValuePick& p : age.values) std::fill_n(out_masks + p.layer * words, words, 0);
}

Stack::Stack(const Plan& plan, std::size_t positions)
    : plan_(&plan),
      layers_(plan.shape().layers),
      mask_size_(layers_ * plan.shape().words),
      masks_(positions * mask_size_),
      values_(positions * layers_),
      is_cleared_(positions, 1),
      bank_(*plan.layout().catalogue) {}

bool Encoder::is_streamed(std::size_t count, std::ptrdiff_t stride, Stores stores) const {
  if (stores != Stores::kBySize) return stores == Stores::kStreamed;
  const bool is_dense = stride == static_cast<std::ptrdiff_t>(plan_->bytes());
  return is_dense && plan_->bytes() >= kStreamedTensorBytes &&
         count * plan_->bytes() >= kStreamedBytes;
}

kernels::Shape Plan::shape() const {
  return {.order = layout_.order == Order::kHwc ? kernels::Order::kCellFirst
                                                : kernels::Order::kPlaneFirst,
          .element_bytes = info(layout_.dtype).bytes,
          .cells = layout_.catalogue->cells(),
          .words = layout_.catalogue->words(),
          .layers = static_cast<std::uint16_t>(start_values_.size()),
          .planes = planes_};
}

}  // namespace intarsia::layout
