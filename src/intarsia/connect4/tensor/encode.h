// Encoding of Connect Four positions in any layout.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/layout/layout.h"
#include "intarsia/layout/moments.h"

namespace intarsia::connect4 {

// `then`, drawn in the view of `now` as the layout wants it.
void gather_for(const layout::Layout& l, const State& now, const State& then, const Needs& needs,
                layout::Bank& bank);

// The catalogue of the state's board.
const layout::Catalogue& catalogue_of(const State& state);

using Moment = layout::Moment<State>;
using Encoder = layout::GameEncoder<State, gather_for, catalogue_of>;

// One state by itself, or a position of which nothing earlier is known, as numbers whatever the plan's
// type.
Result<std::vector<float>> to_tensor(const layout::Plan& plan, const State& state);
inline Result<std::vector<float>> to_tensor(const layout::Plan& plan, const Position& position) {
  return to_tensor(plan, State{position});
}

// What an Encoder does, once.
void encode(const layout::Plan& plan, std::span<const Moment> moments, std::byte* out,
            std::ptrdiff_t stride, layout::Stores stores = layout::Stores::kBySize);

}  // namespace intarsia::connect4
