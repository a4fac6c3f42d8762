// The compiled forms of `expand`: the plain reference, and SIMD by run-time dispatch.

#pragma once

#include <cstddef>

#include "intarsia/kernels/expand.h"

namespace intarsia::kernels {

// One element at a time: what every other form must equal.
void expand_portable(const Shape& shape, const Layers& layers, std::byte* out,
                     std::ptrdiff_t stride);

// The most planes that the cell-first kernel takes: an lc0 layout has 112.
inline constexpr std::size_t kMaxLanePlanes = 256;

bool can_expand_simd(const Shape& shape);
void expand_simd(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride);

}  // namespace intarsia::kernels
