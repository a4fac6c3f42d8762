#include "intarsia/hex/tensor/encode.h"

#include <cassert>

namespace intarsia::hex {

void gather_for(const layout::Layout& l, const State& now, const State& then, const Needs& needs,
                layout::Bank& bank) {
  assert(now.position.size() == l.catalogue->rows);
  gather(then, View(l.frame, now.position.turn(), l.catalogue->rows), needs, bank);
}

const layout::Catalogue& catalogue_of(const State& state) {
  return catalogue(state.position.size());
}

Result<std::vector<float>> to_tensor(const layout::Plan& plan, const State& state) {
  return layout::tensor_of<Encoder>(plan, state);
}

void encode(const layout::Plan& plan, std::span<const Moment> moments, std::byte* out,
            std::ptrdiff_t stride, layout::Stores stores) {
  Encoder(plan).encode(moments, out, stride, stores);
}

}  // namespace intarsia::hex
