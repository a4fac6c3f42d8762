#include "intarsia/layout/encode.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::layout {

// Fills the parts of a plan, feature by feature.
class Plan::Maker {
 public:
  explicit Maker(const Layout& l) { parts_.layout = l; }

  [[nodiscard]] std::optional<Error> make(std::optional<Order> order, std::optional<Dtype> dtype);
  Parts take() { return std::move(parts_); }

 private:
  // What the elements of all value features may take in memory: 64 MiB.
  static constexpr std::size_t kMaxElements = std::size_t{1} << 24;

  void add_layers(const Feature& f);
  void add_cells(const Feature& f, FactId cells, double value);
  void add_value(const Feature& f);
  std::optional<std::uint32_t> known_zero(const Feature& f) const;
  std::uint16_t age_index(std::uint16_t ago);
  std::uint32_t element(const Feature& f, double raw) const;

  Parts parts_;
};

Result<Plan> Plan::make(const Layout& l, std::optional<Order> order, std::optional<Dtype> dtype) {
  Maker maker(l);
  if (auto error = maker.make(order, dtype)) return *std::move(error);
  return Plan(std::make_shared<const Parts>(maker.take()));
}

std::optional<Error> Plan::Maker::make(std::optional<Order> order, std::optional<Dtype> dtype) {
  Layout& own = parts_.layout;
  if (order && *order != own.order) {
    own.order = *order;
    own.rows = 0;
  }
  own.dtype = dtype.value_or(own.dtype);
  const auto scale = layout::divisor(own, own.dtype);
  if (!scale) return scale.error();
  parts_.divisor = *scale;
  for (const Feature& f : own.features) {
    add_layers(f);
    if (parts_.element_table.size() > kMaxElements) {
      return Error{ErrorCode::kLimit, 0,
                   concat({name(own, f), ": the divisors differ too often; at most ",
                           std::to_string(kMaxElements), " values"})};
    }
  }
  return std::nullopt;
}

// Where an earlier feature with the same fact and divisor has its elements.
std::optional<std::uint32_t> Plan::Maker::known_zero(const Feature& f) const {
  for (std::size_t i = 0; i < parts_.planes.size(); ++i) {
    const Feature& other = parts_.layout.features[i];
    if (other.fact == f.fact && other.per == f.per)
      return parts_.layers[parts_.planes[i].first_layer].zero;
  }
  return std::nullopt;
}

std::uint16_t Plan::Maker::age_index(std::uint16_t ago) {
  const auto found = std::find(parts_.ages.begin(), parts_.ages.end(), ago);
  const auto index = static_cast<std::uint16_t>(found - parts_.ages.begin());
  if (found == parts_.ages.end()) parts_.ages.push_back(ago);
  return index;
}

std::uint32_t Plan::Maker::element(const Feature& f, double raw) const {
  return element_bits(parts_.layout.dtype,
                      static_cast<float>(raw / f.per) * static_cast<float>(parts_.divisor));
}

void Plan::Maker::add_layers(const Feature& f) {
  const Fact& fact = parts_.layout.fact(f);
  const auto first = static_cast<std::uint16_t>(parts_.layers.size());
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
  parts_.planes.push_back({first, static_cast<std::uint16_t>(parts_.layers.size() - first),
                           static_cast<std::uint16_t>(parts_.layout.elements(f))});
}

void Plan::Maker::add_cells(const Feature& f, FactId cells, double value) {
  parts_.layers.push_back(
      {age_index(f.ago), cells, false, static_cast<std::uint32_t>(parts_.element_table.size())});
  parts_.element_table.push_back(element(f, value));
}

void Plan::Maker::add_value(const Feature& f) {
  if (const auto zero = known_zero(f)) {
    parts_.layers.push_back({age_index(f.ago), f.fact, true, *zero});
    return;
  }
  const Fact& fact = parts_.layout.fact(f);
  // Numbers below the first are never asked for, but number 0 must have a place.
  const double first = std::min(fact.lo, 0.0);
  const auto zero = parts_.element_table.size() + static_cast<std::size_t>(-first);
  parts_.layers.push_back({age_index(f.ago), f.fact, true, static_cast<std::uint32_t>(zero)});
  for (double raw = first; raw <= fact.hi; ++raw) parts_.element_table.push_back(element(f, raw));
}

kernels::Shape Plan::shape() const {
  return {.order = layout().order == Order::kHwc ? kernels::Order::kCellFirst
                                                 : kernels::Order::kPlaneFirst,
          .element_bytes = info(layout().dtype).bytes,
          .cells = layout().catalogue->cells(),
          .words = layout().catalogue->words(),
          .layers = static_cast<std::uint16_t>(layers().size()),
          .planes = parts_->planes};
}

LayerRows Plan::rows_of_layers(std::uint64_t* masks, std::uint32_t* values) const {
  return {masks, values, layers().size(), layout().catalogue->words()};
}

std::vector<float> values_of(const Plan& plan, const std::byte* tensor) {
  std::vector<float> values(plan.elements());
  element_values(plan.layout().dtype, tensor, values);
  for (float& v : values) v /= static_cast<float>(plan.divisor());
  return values;
}

Gathered::Gathered(const Plan& plan)
    : plan_(plan),
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
  const Catalogue& c = *plan_.layout().catalogue;
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
    : gathered_(plan),
      count_(positions),
      own_masks_(positions * plan.layers().size() * plan.layout().catalogue->words()),
      own_values_(positions * plan.layers().size()),
      rows_(plan.rows_of_layers(own_masks_.data(), own_values_.data())) {}

Stack::Stack(const Plan& plan, const LayerRows& rows, std::size_t positions)
    : gathered_(plan), count_(positions), rows_(rows) {}

void Stack::pick(std::size_t i) {
  const LayerRows row = rows_.from(i);
  std::uint64_t* mask = row.masks;
  std::uint32_t* value = row.values;
  for (const kernels::Layer& l : gathered_.layers()) {
    mask = std::copy_n(l.mask, row.words, mask);
    *value++ = l.value();
  }
}

bool Encoder::is_streamed(std::size_t count, std::ptrdiff_t stride, Stores stores) const {
  if (stores != Stores::kBySize) return stores == Stores::kStreamed;
  const bool is_dense = stride == static_cast<std::ptrdiff_t>(plan_.bytes());
  return is_dense && plan_.bytes() >= kStreamedTensorBytes &&
         count * plan_.bytes() >= kStreamedBytes;
}

}  // namespace intarsia::layout
