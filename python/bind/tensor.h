// Arrays of Python as rows of tensors: checked here, so that nothing outside them is ever touched.

#pragma once

#include <cstddef>
#include <string>

#include "intarsia/layout/encode.h"
#include "python/bind/array.h"

namespace intarsia::bind {

namespace nb = nanobind;

// To read, and to write.
using Tensors = Array<nb::ro, nb::device::cpu>;
using TensorsOut = Array<nb::device::cpu>;

// Tensors of one layout, `stride` bytes apart.
template <class Byte>
struct Rows {
  Byte* data;
  std::size_t count;
  std::ptrdiff_t stride;

  Byte* row(std::size_t i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
};

// What Python calls with, as an array of any type in the memory of the CPU.
TensorsOut tensors_out_in(nb::handle object, const std::string& name);

// Any alignment and distance of rows; each row must be whole, in the layout's shape and type. What
// does not fit raises TypeError (type) or ValueError (shape, strides). Rows to be written lie apart.
Rows<std::byte> rows_of(const TensorsOut& array, const layout::Plan& plan);
Rows<const std::byte> rows_of(const Tensors& array, const layout::Plan& plan);

// How a batch is written, whatever the size of its pieces: past the caches if it is beyond them.
layout::Stores stores_for(const layout::Plan& plan, const Rows<std::byte>& rows);

}  // namespace intarsia::bind
