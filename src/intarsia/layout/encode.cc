#include "intarsia/layout/encode.h"

#include <algorithm>

#include "intarsia/base/text.h"

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
  for (const Feature& f : own.features) {
    plan.add_layers(f);
    if (plan.element_table_.size() > kMaxElements) {
      return Error{ErrorCode::kLimit, 0,
                   concat({name(own, f), ": the divisors differ too often; at most ",
                           std::to_string(kMaxElements), " values"})};
    }
  }
  return plan;
}

// Where an earlier feature with the same fact and divisor has its elements.
std::optional<std::uint32_t> Plan::known_zero(const Feature& f) const {
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    const Feature& other = layout_.features[i];
    if (other.fact == f.fact && other.per == f.per) return layers_[planes_[i].first_layer].zero;
  }
  return std::nullopt;
}

std::uint16_t Plan::age_index(std::uint16_t ago) {
  const auto found = std::find(ages_.begin(), ages_.end(), ago);
  const auto index = static_cast<std::uint16_t>(found - ages_.begin());
  if (found == ages_.end()) ages_.push_back(ago);
  return index;
}

std::uint32_t Plan::element(const Feature& f, double raw) const {
  return element_bits(layout_.dtype,
                      static_cast<float>(raw / f.per) * static_cast<float>(divisor_));
}

void Plan::add_layers(const Feature& f) {
  const Fact& fact = layout_.fact(f);
  const auto first = static_cast<std::uint16_t>(layers_.size());
  switch (fact.kind) {
    case FactKind::kCells:
      add_cells(f, f.fact, 1);
      break;
    case FactKind::kValue:
      add_value(f);
      break;
    case FactKind::kCodes:
      for (const Code& code : fact.codes) add_cells(f, code.cells, code.value);
      break;
  }
  planes_.push_back({first, static_cast<std::uint16_t>(layers_.size() - first),
                     static_cast<std::uint16_t>(layout_.elements(f))});
}

void Plan::add_cells(const Feature& f, FactId cells, double value) {
  layers_.push_back(
      {age_index(f.ago), cells, false, static_cast<std::uint32_t>(element_table_.size())});
  element_table_.push_back(element(f, value));
}

void Plan::add_value(const Feature& f) {
  if (const auto zero = known_zero(f)) {
    layers_.push_back({age_index(f.ago), f.fact, true, *zero});
    return;
  }
  const Fact& fact = layout_.fact(f);
  // Numbers below the first are never asked for, but number 0 must have a place.
  const double first = std::min(fact.lo, 0.0);
  const auto zero = element_table_.size() + static_cast<std::size_t>(-first);
  layers_.push_back({age_index(f.ago), f.fact, true, static_cast<std::uint32_t>(zero)});
  for (double raw = first; raw <= fact.hi; ++raw) element_table_.push_back(element(f, raw));
}

kernels::Shape Plan::shape() const {
  return {.order = layout_.order == Order::kHwc ? kernels::Order::kCellFirst
                                                : kernels::Order::kPlaneFirst,
          .element_bytes = info(layout_.dtype).bytes,
          .cells = layout_.catalogue->cells(),
          .words = layout_.catalogue->words(),
          .layers = static_cast<std::uint16_t>(layers_.size()),
          .planes = planes_};
}

std::vector<float> values_of(const Plan& plan, const std::byte* tensor) {
  std::vector<float> values(plan.elements());
  element_values(plan.layout().dtype, tensor, values);
  for (float& v : values) v /= static_cast<float>(plan.divisor());
  return values;
}

Gathered::Gathered(const Plan& plan)
    : plan_(&plan),
      banks_(plan.ages().size(), Bank(*plan.layout().catalogue)),
      is_known_(banks_.size()),
      everywhere_(banks_.size() * plan.layout().catalogue->words()) {
  const std::size_t words = plan.layout().catalogue->words();
  layers_.reserve(plan.layers().size());
  for (const Plan::LayerSource& l : plan.layers()) {
    const Bank& bank = banks_[l.age];
    layers_.push_back(
        {.mask = l.is_value ? &everywhere_[l.age * words] : &bank.masks[l.fact * words],
         .number = l.is_value ? &bank.values[l.fact] : &kernels::kConstant,
         .elements = plan.element_table() + l.zero});
  }
}

void Gathered::set_known(std::size_t age, bool is_known) {
  const Catalogue& c = *plan_->layout().catalogue;
  const std::size_t words = c.words();
  is_known_[age] = is_known;
  std::uint64_t* const mask = everywhere_.data() + age * words;
  std::fill_n(mask, words, is_known ? ~std::uint64_t{0} : 0);
  if (is_known) {
    mask[words - 1] >>= 64 * words - c.cells();  // no bits beyond the board
  } else {
    // In their places, to which the layers point. No trace of an earlier position may remain.
    std::fill(banks_[age].masks.begin(), banks_[age].masks.end(), 0);
    std::fill(banks_[age].values.begin(), banks_[age].values.end(), 0);
  }
}

Stack::Stack(const Plan& plan, std::size_t positions)
    : plan_(&plan),
      gathered_(plan),
      masks_(positions * plan.layers().size() * words()),
      values_(positions * plan.layers().size()) {}

void Stack::pick(std::size_t i) {
  std::uint64_t* mask = masks_.data() + i * layers() * words();
  std::uint32_t* value = values_.data() + i * layers();
  for (const kernels::Layer& l : gathered_.layers()) {
    mask = std::copy_n(l.mask, words(), mask);
    *value++ = l.value();
  }
}

bool Encoder::is_streamed(std::size_t count, std::ptrdiff_t stride, Stores stores) const {
  if (stores != Stores::kBySize) return stores == Stores::kStreamed;
  const bool is_dense = stride == static_cast<std::ptrdiff_t>(plan_->bytes());
  return is_dense && plan_->bytes() >= kStreamedTensorBytes &&
         count * plan_->bytes() >= kStreamedBytes;
}

}  // namespace intarsia::layout
