// What is wrong with a tensor, in words: the cold half of reader.h.

#include <algorithm>
#include <bit>
#include <cmath>

#include "intarsia/base/text.h"
#include "intarsia/layout/reader.h"

namespace intarsia::layout {

namespace {

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

Error Reader::broken_value(const Column& c) const {
  const auto cell = first_difference(mask(c.first_layer), all_cells_.data(), words_);
  return strange_value(c, c.elements == 1 ? 0 : cell.value_or(0));
}

Error Reader::strange_value(const Column& c, std::size_t cell) const {
  const Fact& what = fact(c);
  const std::string found = short_number(tensor_[element_at(c, cell)]);
  if (what.kind == FactKind::kValue && cell != 0) {
    return error_in(
        c, cell,
        concat({"has ", found, " where its first cell has ", short_number(tensor_[c.first_element]),
                ": a filled plane is constant"}));
  }
  const bool is_set = what.kind == FactKind::kCells;
  std::string detail = concat({"has ", found, ", which stands for nothing; it holds ",
                               short_number(is_set ? 0 : element_for(c, what.lo)),
                               is_set ? " or " : " to ", short_number(element_for(c, what.hi))});
  if (what.kind == FactKind::kValue && what.hi - what.lo > 1) {
    detail += concat({" in steps of ", short_number(element_for(c, 1))});
  }
  return error_in(c, cell, detail);
}

Error Reader::first_contradiction(std::size_t age, const Bank& found) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& c = columns_[i];
    if (c.age != age) continue;
    const Fact& what = fact(c);
    if (what.kind == FactKind::kValue) {
      if (found.values[c.fact] == raws_[i]) continue;
      return error_in(c, 0,
                      concat({"says ", short_number(raws_[i] / c.per),
                              ", but the state that the tensor shows has ",
                              short_number(found.values[c.fact] / c.per)}));
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
  return error_in(columns_.front(), std::nullopt, "contradicts the others");
}

Error Reader::error_of(std::size_t age, const std::string& detail) const {
  const auto first = std::find_if(columns_.begin(), columns_.end(),
                                  [age](const Column& c) { return c.age == age; });
  return error_in(*first, std::nullopt, detail);
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
  std::string text =
      concat({"plane ", std::to_string(index), " (", name(layout_, layout_.features[index]), ")"});
  if (cell && c.elements > 1) {
    const std::size_t columns = layout_.catalogue->columns;
    text += concat(
        {", row ", std::to_string(*cell / columns), ", column ", std::to_string(*cell % columns)});
  }
  const std::size_t element = element_at(c, cell.value_or(0));
  // There the table of planes counts elements.
  if (layout_.order == Order::kFlat && c.elements == 1) {
    text += concat({", element ", std::to_string(element)});
  }
  return Error{ErrorCode::kInvalid, element * info(layout_.dtype).bytes,
               concat({text, ": ", detail})};
}

}  // namespace intarsia::layout
