// Encoding of Connect Four positions in any layout.

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/layout/layout.h"
#include "intarsia/layout/moments.h"

namespace intarsia::connect4 {

// `then`, drawn in the view of `now` as the layout wants it.
void gather_for(const layout::Layout& l, const State& now, const State& then, const Needs& needs,
                layout::Bank& bank);

using Moment = layout::Moment<State>;
using Encoder = layout::GameEncoder<State, gather_for>;

// The same, once.
void encode(const layout::Plan& plan, std::span<const Moment> moments, std::byte* out,
            std::ptrdiff_t stride, layout::Stores stores = layout::Stores::kBySize);

}  // namespace intarsia::connect4
