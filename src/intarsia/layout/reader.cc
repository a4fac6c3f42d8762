#include "intarsia/layout/reader.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "intarsia/base/text.h"
#include "intarsia/kernels/collect.h"

namespace intarsia::layout {

namespace {

// A value as people write it: at most seven digits.
void append_short(std::string& out, double value) {
  char digits[32];
  const auto [end, ec] =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 7);
  out.append(digits, end);
}

bool has(const std::uint64_t* mask, std::size_t cell) { return mask[cell / 64] >> (cell % 64) & 1; }

// The first cell in which two masks differ.
std::optional<std::size_t> first_difference(const std::uint64_t* a, const std::uint64_t* b,
                                            std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) {
    if (a[i] != b[i]) return 64 * i + static_cast<std::size_t>(std::countr_zero(a[i] ^ b[i]));
  }
  return std::nullopt;
}

}  // namespace

Reader::Reader(const Plan& plan)
    : layout_(plan.layout()),
      divisor_(plan.divisor()),
      tolerance_(tolerance(layout_.dtype)),
      words_(layout_.catalogue->words()),
      cell_step_(layout_.order == Order::kHwc ? layout_.features.size() : 1),
      elements_(plan.elements()) {
  for (const Feature& f : layout_.features) ages_.push_back(f.ago);
  std::sort(ages_.begin(), ages_.end());
  ages_.erase(std::unique(ages_.begin(), ages_.end()), ages_.end());
  shown_.assign(ages_.size(), std::vector<bool>(layout_.catalogue->facts.size()));
  banks_.assign(ages_.size(), Bank(*layout_.catalogue));
  is_known_.resize(ages_.size());
  std::size_t element = 0;
  for (const Feature& f : layout_.features) add_column(f, element);
  masks_.resize(wanted_.size() * words_);
  raws_.resize(columns_.size());
}

void Reader::add_column(const Feature& f, std::size_t& element) {
  const Fact& what = layout_.fact(f);
  const auto age = std::lower_bound(ages_.begin(), ages_.end(), f.ago) - ages_.begin();
  Column c{.fact = f.fact,
           .age = static_cast<std::uint16_t>(age),
           .first_layer = static_cast<std::uint16_t>(wanted_.size()),
           .first_element = element,
           .elements = static_cast<std::uint32_t>(layout_.elements(f)),
           .per = f.per,
           .one = 0};
  c.one = element_for(c, 1);
  element += layout_.order == Order::kHwc ? 1 : c.elements;
  shown_[c.age][f.fact] = true;
  for (const Code& code : what.codes) shown_[c.age][code.cells] = true;
  const std::size_t layers = what.kind == FactKind::kCodes ? what.codes.size() : 1;
  wanted_.insert(wanted_.end(), layers, c.one);
  planes_.push_back(
      {c.first_layer, static_cast<std::uint16_t>(layers), static_cast<std::uint16_t>(c.elements)});
  columns_.push_back(c);
}

// What encoding writes for a raw value, rounded as the type rounds.
float Reader::element_for(const Column& c, double raw) const {
  return rounded(layout_.dtype,
                 static_cast<float>(raw / c.per) * static_cast<float>(divisor_));
}

double Reader::nearest_raw(const Column& c, float element) const {
  return std::nearbyint(static_cast<double>(element) / divisor_ * c.per);
}

void Reader::unpack(const std::byte* tensor) {
  const std::size_t size = info(layout_.dtype).bytes;
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(tensor) % alignof(float) == 0;
  if (layout_.dtype == Dtype::kFloat32 && is_aligned) {
    tensor_ = reinterpret_cast<const float*>(tensor);
    return;
  }
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    elements_[i] = element_value(layout_.dtype, tensor + i * size);
  }
  tensor_ = elements_.data();
}

std::optional<Error> Reader::read(const std::byte* tensor) {
  unpack(tensor);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (fact(columns_[i]).kind == FactKind::kValue) guess_value(i);
  }
  const kernels::Shape shape{.order = layout_.order == Order::kHwc ? kernels::Order::kCellFirst
                                                                   : kernels::Order::kPlaneFirst,
                             .element_bytes = sizeof(float),
                             .cells = layout_.catalogue->cells(),
                             .words = static_cast<std::uint16_t>(words_),
                             .layers = static_cast<std::uint16_t>(wanted_.size()),
                             .planes = planes_};
  if (!kernels::collect(shape, tensor_, wanted_.data(), tolerance_, masks_.data())) {
    return first_bad_element();
  }
  for (const Column& c : columns_) {
    if (fact(c).kind != FactKind::kCodes) continue;
    if (auto error = read_codes(c)) return error;
  }
  find_known_ages();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!is_known_[columns_[i].age]) continue;
    if (auto error = check_value(i)) return error;
    fill_bank(i);
  }
  return std::nullopt;
}

// A filled plane's value is taken from its first cell; the others must agree with it.
void Reader::guess_value(std::size_t column) {
  const Column& c = columns_[column];
  const double raw = nearest_raw(c, tensor_[c.first_element]);
  // Beyond the range, NaN too: no value, which 0 must stand for (an age that is not known).
  const bool is_value = raw >= fact(c).lo && raw <= fact(c).hi;
  raws_[column] = is_value ? static_cast<std::int32_t>(raw) : 0;
  wanted_[c.first_layer] = is_value ? element_for(c, raw) : 0;
}

std::optional<Error> Reader::read_codes(const Column& c) {
  const auto& codes = fact(c).codes;
  std::fill_n(mask(c.first_layer), codes.size() * words_, 0);
  for (std::size_t cell = 0; cell < c.elements; ++cell) {
    const float x = tensor_[element_at(c, cell)];
    const double raw = nearest_raw(c, x);
    if (!(std::fabs(x - element_for(c, std::clamp(raw, -128.0, 127.0))) <= tolerance_)) {
      return strange_value(c, cell);
    }
    if (raw == 0) continue;
    const auto code =
        std::find_if(codes.begin(), codes.end(), [raw](const Code& k) { return k.value == raw; });
    if (code == codes.end()) return strange_value(c, cell);
    const auto layer = c.first_layer + static_cast<std::size_t>(code - codes.begin());
    mask(layer)[cell / 64] |= std::uint64_t{1} << (cell % 64);
  }
  return std::nullopt;
}

void Reader::find_known_ages() {
  for (std::size_t age = 0; age < ages_.size(); ++age) is_known_[age] = ages_[age] == 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& c = columns_[i];
    if (is_known_[c.age]) continue;
    const bool is_value = fact(c).kind == FactKind::kValue;
    const std::size_t layers = std::size_t{planes_[i].layers} * words_;
    const std::uint64_t* first = mask(c.first_layer);
    is_known_[c.age] = is_value ? raws_[i] != 0
                                : std::any_of(first, first + layers, [](auto w) { return w != 0; });
  }
}

std::optional<Error> Reader::check_value(std::size_t column) const {
  const Column& c = columns_[column];
  const Fact& what = fact(c);
  if (what.kind != FactKind::kValue) return std::nullopt;
  const std::int32_t raw = raws_[column];
  if (raw < what.lo || raw > what.hi) return strange_value(c, 0);
  for (std::size_t cell = 0; cell < c.elements; ++cell) {
    if (!has(mask(c.first_layer), cell)) return strange_value(c, cell);
  }
  return std::nullopt;
}

void Reader::fill_bank(std::size_t column) {
  const Column& c = columns_[column];
  Bank& bank = banks_[c.age];
  const auto put = [&](FactId to, std::size_t layer) {
    std::copy_n(mask(layer), words_, bank.masks.data() + to * words_);
  };
  switch (fact(c).kind) {
    case FactKind::kCells:
      return put(c.fact, c.first_layer);
    case FactKind::kValue:
      bank.values[c.fact] = raws_[column];
      return;
    case FactKind::kCodes:
      for (std::size_t i = 0; i < fact(c).codes.size(); ++i) {
        put(fact(c).codes[i].cells, c.first_layer + i);
      }
      return;
  }
}

std::optional<Error> Reader::compare(std::size_t age, const Bank& found) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& c = columns_[i];
    if (c.age != age) continue;
    const Fact& what = fact(c);
    if (what.kind == FactKind::kValue) {
      if (found.values[c.fact] == raws_[i]) continue;
      std::string detail = "says ";
      append_short(detail, raws_[i] / c.per);
      detail += ", but the state that the tensor shows has ";
      append_short(detail, found.values[c.fact] / c.per);
      return error_in(c, 0, detail);
    }
    for (std::size_t layer = 0; layer < planes_[i].layers; ++layer) {
      const FactId term = what.kind == FactKind::kCodes ? what.codes[layer].cells : c.fact;
      const std::uint64_t* own = mask(c.first_layer + layer);
      const auto cell = first_difference(own, found.masks.data() + term * words_, words_);
      if (!cell) continue;
      return error_in(c, cell,
                      has(own, *cell) ? "is set, but not in the state that the tensor shows"
                                      : "is not set, but it is in the state that the tensor shows");
    }
  }
  return std::nullopt;
}

Error Reader::first_bad_element() const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& c = columns_[i];
    if (fact(c).kind == FactKind::kCodes) continue;
    for (std::size_t cell = 0; cell < c.elements; ++cell) {
      const float x = tensor_[element_at(c, cell)];
      const bool is_value = std::fabs(x - wanted_[c.first_layer]) <= tolerance_;
      if (!is_value && !(std::fabs(x) <= tolerance_)) return strange_value(c, cell);
    }
  }
  return error_in(columns_.front(), std::nullopt, "cannot be read");
}

Error Reader::strange_value(const Column& c, std::size_t cell) const {
  const Fact& what = fact(c);
  std::string detail = "has ";
  append_short(detail, tensor_[element_at(c, cell)]);
  if (what.kind == FactKind::kValue && cell != 0) {
    detail += " where its first cell has ";
    append_short(detail, tensor_[c.first_element]);
    return error_in(c, cell, detail + ": a filled plane is constant");
  }
  detail += ", which stands for nothing; it holds ";
  append_short(detail, what.kind == FactKind::kCells ? 0 : element_for(c, what.lo));
  detail += what.kind == FactKind::kCells ? " or " : " to ";
  append_short(detail, element_for(c, what.hi));
  return error_in(c, cell, detail);
}

Error Reader::error_at(std::size_t age, FactId fact_id, std::optional<std::size_t> cell,
                       const std::string& detail) const {
  for (const Column& c : columns_) {
    const auto& codes = fact(c).codes;
    const bool is_shown = c.fact == fact_id || std::any_of(codes.begin(), codes.end(), [&](Code k) {
                            return k.cells == fact_id;
                          });
    if (c.age == age && is_shown) return error_in(c, cell, detail);
  }
  return Error{ErrorCode::kInvalid, 0, detail};
}

Error Reader::error_in(const Column& c, std::optional<std::size_t> cell,
                       const std::string& detail) const {
  const auto index = static_cast<std::size_t>(&c - columns_.data());
  std::string text = "plane ";
  append_number(text, index);
  text += " (" + name(layout_, layout_.features[index]) + ")";
  if (cell && c.elements > 1) {
    const std::size_t columns = layout_.catalogue->columns;
    text += ", row ";
    append_number(text, *cell / columns);
    text += ", column ";
    append_number(text, *cell % columns);
  }
  const std::size_t element = element_at(c, cell.value_or(0));
  return Error{ErrorCode::kInvalid, element * info(layout_.dtype).bytes, text + ": " + detail};
}

}  // namespace intarsia::layout
