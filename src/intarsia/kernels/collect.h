// The way back: from a tensor to the sets of cells that hold each plane's value.

#pragma once

#include <cstddef>
#include <cstdint>

#include "intarsia/kernels/expand.h"

namespace intarsia::kernels {

// Cell-first tensors of more planes are read one element at a time.
inline constexpr std::size_t kMaxCellFirstPlanes = 512;

// For every plane of one layer, masks[layer] becomes the set of cells whose element is wanted[layer],
// give or take `tolerance`, and nearer to it than to 0. Returns whether all other elements are 0,
// with the same tolerance: a NaN never is. Planes of several layers are left to the caller.
bool collect(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
             std::uint64_t* masks);

// The same for one plane of several layers, `count` of them: masks[layer] becomes the set of cells
// that hold codes[layer] to the bit. Returns whether all other elements are 0.
bool collect_codes(const float* plane, std::size_t cells, const float* codes, std::size_t count,
                   std::size_t words, std::uint64_t* masks);
bool collect_codes(const std::int8_t* plane, std::size_t cells, const std::int8_t* codes,
                   std::size_t count, std::size_t words, std::uint64_t* masks);

// One element at a time: what the SIMD forms must equal.
bool collect_portable(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                      std::uint64_t* masks);

}  // namespace intarsia::kernels
