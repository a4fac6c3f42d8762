// Reading tensors back into facts: the generic half of decoding.
//
//   Reader reader(plan);
//   if (auto error = reader.read(tensor)) ...          // an element outside the code book
//   for each age: state = absorb(reader.bank(age));    // the game's half
//   if (auto error = reader.compare(age, gathered)) ...// what the state would show instead
//
// The last step is what makes decoding strict: the state that was read is gathered
// again, and the first plane in which it differs from the tensor is the error. So
// contradictions between planes need no rules of their own.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/kernels/expand.h"
#include "intarsia/layout/encode.h"

namespace intarsia::layout {

class Reader {
 public:
  // Keeps nothing of the plan itself.
  explicit Reader(const Plan& plan);

  const Layout& layout() const { return layout_; }

  // Takes in one tensor. The error names the first element that stands for nothing: a value that no
  // state has, a filled plane that is not constant, a NaN.
  [[nodiscard]] std::optional<Error> read(const std::byte* tensor);

  // The ages that the layout shows, youngest first: how many plies before.
  const std::vector<std::uint16_t>& ages() const { return ages_; }

  // What the last tensor says of an age, unless all its planes are 0: then nothing is known of it.
  bool is_known(std::size_t age) const { return is_known_[age]; }
  const Bank& bank(std::size_t age) const { return banks_[age]; }

  // Whether the layout shows the fact at that age, itself or as a term of codes.
  bool shows(std::size_t age, FactId fact) const { return shown_[age][fact]; }

  // Whether a state with these facts would show the same; and the first place where it would not.
  bool agrees(std::size_t age, const Bank& found) const;
  std::optional<Error> compare(std::size_t age, const Bank& found) const;

  // An error at the plane that shows the fact; `cell` is in the tensor's order, if there is one.
  // `error_of` is one at the first plane of the age.
  Error error_of(std::size_t age, const std::string& detail) const;
  Error error_at(std::size_t age, FactId fact, std::optional<std::size_t> cell,
                 const std::string& detail) const;

 private:
  // What each code of a codes fact looks like, and the layer that it goes to. Codes are int8.
  struct Book {
    static constexpr int kNone = -1;
    std::array<float, 256> elements;
    std::array<std::int16_t, 256> layers;
    // By layer, for the fast way.
    std::vector<float> floats = {};
    std::vector<std::int8_t> bytes = {};
  };
  // A feature as it lies in the tensor.
  struct Column {
    FactId fact;
    std::uint16_t age;  // index into ages_
    std::uint16_t first_layer;
    std::size_t first_element;  // of cell 0
    std::uint32_t elements;
    double per;
    float one;           // the element for 1
    std::uint16_t book;  // of codes: index into books_
  };

  // What the hot loops need of them: sets of cells (terms of codes too) and values.
  struct SetColumn {
    std::uint16_t layer;
    FactId fact;
    std::uint16_t age;
  };
  struct ValueColumn {
    std::size_t column;
    FactId fact;
    std::uint16_t age;
    double lo, hi;
  };

  const Fact& fact(const Column& c) const { return layout_.catalogue->facts[c.fact]; }
  float element_for(const Column& c, double raw) const;
  double nearest_raw(const Column& c, float element) const;
  std::size_t element_at(const Column& c, std::size_t cell) const {
    return c.first_element + cell * cell_step_;
  }
  void add_column(const Feature& f, std::size_t& element);
  void add_book(const Column& c);
  void unpack(const std::byte* tensor);
  void guess_value(const ValueColumn& v);
  bool is_whole(const ValueColumn& v) const;
  bool read_bytes(const std::byte* tensor);
  [[nodiscard]] std::optional<Error> read_floats(const std::byte* tensor);
  [[nodiscard]] std::optional<Error> read_codes(const Column& c);
  [[nodiscard]] std::optional<Error> read_each_code(const Column& c);
  void find_known_ages();

  Error first_bad_element() const;
  Error broken_value(const Column& c) const;
  Error first_contradiction(std::size_t age, const Bank& found) const;
  Error error_in(const Column& c, std::optional<std::size_t> cell, const std::string& detail) const;
  Error strange_value(const Column& c, std::size_t cell) const;

  std::uint64_t* mask(std::size_t layer) { return masks_.data() + layer * words_; }
  const std::uint64_t* mask(std::size_t layer) const { return masks_.data() + layer * words_; }

  Layout layout_;
  double divisor_;
  float tolerance_;
  std::size_t words_;
  std::vector<std::uint64_t> all_cells_;
  std::size_t cell_step_;  // elements between neighbouring cells of a plane
  std::vector<Column> columns_;
  std::vector<kernels::Plane> planes_;
  std::vector<Book> books_;
  std::vector<SetColumn> sets_;
  std::vector<ValueColumn> values_;
  std::vector<std::size_t> codes_;  // columns
  bool are_byte_codes_ = false;     // there is nothing else, and they lie there as they are
  std::vector<std::uint16_t> ages_;
  std::vector<std::vector<bool>> shown_;  // age, fact

  // The last tensor.
  std::vector<float> elements_;  // its elements, if they are not floats in place
  const float* tensor_ = nullptr;
  std::vector<std::uint64_t> masks_;  // layers x words
  std::vector<float> wanted_;         // by layer: the element that the cells of the mask hold
  std::vector<std::int32_t> raws_;    // by column: the raw value
  std::vector<Bank> banks_;           // by age
  std::vector<bool> is_known_;        // by age
};

}  // namespace intarsia::layout
