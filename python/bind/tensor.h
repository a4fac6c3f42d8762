// Arrays of Python as rows of tensors: checked here, so that nothing outside them is ever touched.

#pragma once

#include <cstddef>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "intarsia/layout/encode.h"

namespace intarsia::bind {

namespace nb = nanobind;

// Tensors of one layout, `stride` bytes apart.
template <class Byte>
struct Rows {
  Byte* data;
  std::size_t count;
  std::ptrdiff_t stride;

  Byte* row(std::size_t i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
};

// What Python calls with, as an array in the memory of the CPU; `name` is the argument's.
nb::ndarray<nb::device::cpu> writable_in(nb::handle array, const std::string& name);
nb::ndarray<nb::ro, nb::device::cpu> readable_in(nb::handle array, const std::string& name);

// Any alignment and distance of rows; each row must be whole, in the layout's shape and type. What
// does not fit raises TypeError (type) or ValueError (shape, strides). Rows to be written lie apart.
Rows<std::byte> rows_of(const nb::ndarray<nb::device::cpu>& array, const layout::Plan& plan);
Rows<const std::byte> rows_of(const nb::ndarray<nb::ro, nb::device::cpu>& array,
                              const layout::Plan& plan);

}  // namespace intarsia::bind
