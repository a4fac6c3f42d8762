#include "intarsia/chess/tensor/encode.h"

#include <cassert>

namespace intarsia::chess {

void gather_for(const layout::Layout& l, const State& now, const State& then, const Needs& needs,
                layout::Bank& bank) {
  gather(then, View(l.frame, now.position.turn()), needs, bank);
}

const layout::Catalogue& catalogue_of(const State& /*state*/) { return catalogue(); }

Result<std::vector<float>> to_tensor(const layout::Plan& plan, const State& state) {
  return layout::tensor_of<Encoder>(plan, state);
}

void encode(const layout::Plan& plan, std::span<const Moment> moments, std::byte* out,
            std::ptrdiff_t stride, layout::Stores stores) {
  Encoder(plan).encode(moments, out, stride, stores);
}

}  // namespace intarsia::chess
