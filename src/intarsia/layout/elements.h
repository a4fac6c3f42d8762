// A caller's tensors in memory, with their type and number, so that both can be checked.
//
//   std::vector<float> planes(plan.elements());
//   encoder.encode(state, planes);           // an Error if the plan is for another type or number
//
// float, std::uint8_t and std::int8_t are themselves; C++20 has no types for float16 and bfloat16,
// whose elements are std::uint16_t: their bits.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <type_traits>

#include "intarsia/base/result.h"
#include "intarsia/layout/layout.h"

namespace intarsia::layout {

template <class T>
inline constexpr std::optional<Dtype> kDtypeOf = std::nullopt;
template <>
inline constexpr std::optional<Dtype> kDtypeOf<float> = Dtype::kFloat32;
template <>
inline constexpr std::optional<Dtype> kDtypeOf<std::uint16_t> = Dtype::kFloat16;
template <>
inline constexpr std::optional<Dtype> kDtypeOf<std::uint8_t> = Dtype::kUint8;
template <>
inline constexpr std::optional<Dtype> kDtypeOf<std::int8_t> = Dtype::kInt8;

// Why this is no room for, or no contents of, `count` tensors of the layout: another number or type.
std::optional<Error> refuse_elements(const Layout& l, std::size_t count, Dtype dtype,
                                     std::size_t size);

// Byte is std::byte for tensors that are written, const std::byte for those that are read.
template <class Byte>
class Elements {
 public:
  // From a vector, an array or a span. Implicit, so that a call reads as if it took any of them.
  template <class Range, class Pointer = decltype(std::data(std::declval<Range&>())),
            class T = std::remove_cv_t<std::remove_pointer_t<Pointer>>>
  requires(kDtypeOf<T>.has_value() &&
           (std::is_const_v<Byte> || !std::is_const_v<std::remove_pointer_t<Pointer>>))
      Elements(Range&& range)  // NOLINT
      : data_(reinterpret_cast<Byte*>(std::data(range))),
        size_(std::size(range)),
        dtype_(*kDtypeOf<T>) {}

  Byte* data() const { return data_; }
  std::size_t size() const { return size_; }

  std::optional<Error> refuse(const Layout& l, std::size_t count) const {
    return refuse_elements(l, count, dtype_, size_);
  }

 private:
  Byte* data_;
  std::size_t size_;
  Dtype dtype_;
};

using ElementsOut = Elements<std::byte>;
using ElementsIn = Elements<const std::byte>;

// Why a position cannot be shown in the layout: it is one of another game or board.
Error wrong_board(const Layout& l, const Catalogue& found);

}  // namespace intarsia::layout
