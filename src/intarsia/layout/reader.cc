#include "intarsia/layout/reader.h"

#include <algorithm>
#include <cmath>

#include "intarsia/kernels/collect.h"

namespace intarsia::layout {

Reader::Reader(const Plan& plan)
    : layout_(plan.layout()),
      divisor_(plan.divisor()),
      tolerance_(tolerance(layout_.dtype)),
      words_(layout_.catalogue->words()),
      cell_step_(layout_.order == Order::kHwc ? layout_.features.size() : 1),
      elements_(plan.elements()) {
  all_cells_.assign(words_, ~std::uint64_t{0});
  const unsigned beyond = layout_.catalogue->cells() % 64;
  if (beyond != 0) all_cells_.back() = (std::uint64_t{1} << beyond) - 1;
  for (const Feature& f : layout_.features) ages_.push_back(f.ago);
  std::sort(ages_.begin(), ages_.end());
  ages_.erase(std::unique(ages_.begin(), ages_.end()), ages_.end());
  shown_.assign(ages_.size(), std::vector<bool>(layout_.catalogue->facts.size()));
  banks_.assign(ages_.size(), Bank(*layout_.catalogue));
  is_known_.resize(ages_.size());
  std::size_t element = 0;
  for (const Feature& f : layout_.features) add_column(f, element);
  are_byte_codes_ = layout_.dtype == Dtype::kInt8 && layout_.order != Order::kHwc &&
                    codes_.size() == columns_.size();
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
           .one = 0,
           .book = static_cast<std::uint16_t>(books_.size())};
  c.one = element_for(c, 1);
  element += layout_.order == Order::kHwc ? 1 : c.elements;
  shown_[c.age][f.fact] = true;
  for (const Code& code : what.codes) shown_[c.age][code.cells] = true;
  const std::size_t layers = what.kind == FactKind::kCodes ? what.codes.size() : 1;
  wanted_.insert(wanted_.end(), layers, c.one);
  planes_.push_back(
      {c.first_layer, static_cast<std::uint16_t>(layers), static_cast<std::uint16_t>(c.elements)});
  const std::size_t column = columns_.size();
  columns_.push_back(c);
  switch (what.kind) {
    case FactKind::kCells:
      sets_.push_back({c.first_layer, c.fact, c.age});
      break;
    case FactKind::kValue:
      values_.push_back({column, c.fact, c.age, what.lo, what.hi});
      break;
    case FactKind::kCodes:
      codes_.push_back(column);
      add_book(c);
      break;
  }
}

void Reader::add_book(const Column& c) {
  Book& book = books_.emplace_back();
  book.layers.fill(Book::kNone);
  for (int code = -128; code < 128; ++code) book.elements[code + 128] = element_for(c, code);
  const auto& codes = fact(c).codes;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto layer = static_cast<std::uint16_t>(c.first_layer + i);
    book.layers[codes[i].value + 128] = static_cast<std::int16_t>(layer);
    sets_.push_back({layer, codes[i].cells, c.age});
    const float element = book.elements[codes[i].value + 128];
    book.floats.push_back(element);
    book.bytes.push_back(static_cast<std::int8_t>(element));
  }
}

// What encoding writes for a raw value, rounded as the type rounds.
float Reader::element_for(const Column& c, double raw) const {
  return rounded(layout_.dtype, static_cast<float>(raw / c.per) * static_cast<float>(divisor_));
}

double Reader::nearest_raw(const Column& c, float element) const {
  return std::nearbyint(static_cast<double>(element) / divisor_ * c.per);
}

void Reader::unpack(const std::byte* tensor) {
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(tensor) % alignof(float) == 0;
  if (layout_.dtype == Dtype::kFloat32 && is_aligned) {
    tensor_ = reinterpret_cast<const float*>(tensor);
    return;
  }
  element_values(layout_.dtype, tensor, elements_);
  tensor_ = elements_.data();
}

// Most tensors hold codes to the bit; where one does not, each element is weighed.
bool Reader::read_bytes(const std::byte* tensor) {
  const auto* const bytes = reinterpret_cast<const std::int8_t*>(tensor);
  return are_byte_codes_ && std::all_of(columns_.begin(), columns_.end(), [&](const Column& c) {
           const Book& book = books_[c.book];
           return kernels::collect_codes(bytes + c.first_element, c.elements, book.bytes.data(),
                                         book.bytes.size(), words_, mask(c.first_layer));
         });
}

std::optional<Error> Reader::read_floats(const std::byte* tensor) {
  unpack(tensor);
  for (const ValueColumn& v : values_) guess_value(v);
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
  for (std::size_t column : codes_) {
    if (auto error = read_codes(columns_[column])) return error;
  }
  return std::nullopt;
}

std::optional<Error> Reader::read(const std::byte* tensor) {
  if (!read_bytes(tensor)) {
    if (auto error = read_floats(tensor)) return error;
  }
  find_known_ages();
  for (const ValueColumn& v : values_) {
    if (!is_known_[v.age]) continue;
    if (!is_whole(v)) return broken_value(columns_[v.column]);
    banks_[v.age].values[v.fact] = raws_[v.column];
  }
  for (const SetColumn& s : sets_) {
    std::uint64_t* const to = banks_[s.age].masks.data() + s.fact * words_;
    for (std::size_t w = 0; w < words_; ++w) to[w] = mask(s.layer)[w];
  }
  return std::nullopt;
}

// A filled plane's value is taken from its first cell; the others must agree with it.
void Reader::guess_value(const ValueColumn& v) {
  const Column& c = columns_[v.column];
  const float x = tensor_[c.first_element];
  // A rounded value may be nearest to a number just outside the range. NaN is none.
  const double raw = std::clamp(nearest_raw(c, x), v.lo, v.hi);
  const float element = std::isnan(raw) ? 0 : element_for(c, raw);
  // No value is what 0 stands for: perhaps of an age that is not known.
  const bool may_be_absent = ages_[c.age] != 0 && x == 0;
  const bool is_value = std::fabs(x - element) <= tolerance_ && !(may_be_absent && v.lo > 0);
  raws_[v.column] = is_value ? static_cast<std::int32_t>(raw) : 0;
  wanted_[c.first_layer] = is_value ? element : 0;
}

bool Reader::is_whole(const ValueColumn& v) const {
  const Column& c = columns_[v.column];
  const std::int32_t raw = raws_[v.column];
  return raw >= v.lo && raw <= v.hi &&
         (c.elements == 1 || std::equal(all_cells_.begin(), all_cells_.end(), mask(c.first_layer)));
}

std::optional<Error> Reader::read_codes(const Column& c) {
  const Book& book = books_[c.book];
  const bool are_exact =
      layout_.order != Order::kHwc &&
      kernels::collect_codes(tensor_ + c.first_element, c.elements, book.floats.data(),
                             book.floats.size(), words_, mask(c.first_layer));
  return are_exact ? std::nullopt : read_each_code(c);
}

std::optional<Error> Reader::read_each_code(const Column& c) {
  const Book& book = books_[c.book];
  std::fill_n(mask(c.first_layer), fact(c).codes.size() * words_, 0);
  for (std::size_t cell = 0; cell < c.elements; ++cell) {
    const float x = tensor_[element_at(c, cell)];
    const double raw = nearest_raw(c, x);
    if (!(raw >= -128 && raw < 128)) return strange_value(c, cell);
    const int code = static_cast<int>(raw) + 128;
    if (std::fabs(x - book.elements[code]) > tolerance_) return strange_value(c, cell);
    if (raw == 0) continue;
    if (book.layers[code] == Book::kNone) return strange_value(c, cell);
    mask(static_cast<std::size_t>(book.layers[code]))[cell / 64] |= std::uint64_t{1} << (cell % 64);
  }
  return std::nullopt;
}

void Reader::find_known_ages() {
  for (std::size_t age = 0; age < ages_.size(); ++age) is_known_[age] = ages_[age] == 0;
  if (ages_.size() == 1 && ages_[0] == 0) return;
  for (const ValueColumn& v : values_) is_known_[v.age] = is_known_[v.age] || raws_[v.column] != 0;
  for (const SetColumn& s : sets_) {
    const bool is_empty = std::all_of(mask(s.layer), mask(s.layer) + words_,
                                      [](std::uint64_t word) { return word == 0; });
    is_known_[s.age] = is_known_[s.age] || !is_empty;
  }
}

bool Reader::agrees(std::size_t age, const Bank& found) const {
  std::uint64_t difference = 0;
  for (const SetColumn& s : sets_) {
    if (s.age != age) continue;
    const std::uint64_t* const other = found.masks.data() + s.fact * words_;
    for (std::size_t w = 0; w < words_; ++w) difference |= mask(s.layer)[w] ^ other[w];
  }
  for (const ValueColumn& v : values_) {
    difference |= v.age == age && found.values[v.fact] != raws_[v.column] ? 1 : 0;
  }
  return difference == 0;
}

std::optional<Error> Reader::compare(std::size_t age, const Bank& found) const {
  if (agrees(age, found)) return std::nullopt;
  return first_contradiction(age, found);
}

}  // namespace intarsia::layout
