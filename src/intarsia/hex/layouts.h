// The built-in Hex layouts, as tables, and encoding of Hex positions in any layout.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "intarsia/hex/facts.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/layout.h"

namespace intarsia::hex {

// All of them for boards of size n, in the order of the documentation.
const std::vector<layout::Layout>& layouts(int n);

// A position to encode: the state, and how many earlier states of its game lie just before it in
// memory.
struct Moment {
  const State* now;
  int history = 0;
};

// Fills `out` with one tensor for each moment, `stride` bytes apart. All must have the plan's size.
void encode(const layout::Plan& plan, std::span<const Moment> moments, std::byte* out,
            std::ptrdiff_t stride);

}  // namespace intarsia::hex
