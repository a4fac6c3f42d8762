#include <cassert>
#include <cstring>

#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {

namespace {

// One position's layers.
struct View {
  const Shape& shape;
  const std::uint64_t* masks;
  const std::uint32_t* values;

  bool has(int layer, int cell) const {
    return masks[layer * shape.words + cell / 64] >> (cell % 64) & 1;
  }
  std::uint32_t element(const Plane& p, int cell) const {
    std::uint32_t value = 0;
    for (int i = p.first_layer; i < p.first_layer + p.layers; ++i) {
      if (has(i, cell)) value |= values[i];
    }
    return value;
  }
};

template <class Element>
void put(std::byte*& out, std::uint32_t value) {
  const auto element = static_cast<Element>(value);
  std::memcpy(out, &element, sizeof element);
  out += sizeof element;
}

template <class Element>
void expand_as(const View& v, std::byte* out) {
  if (v.shape.order == Order::kPlaneFirst) {
    for (const Plane& p : v.shape.planes) {
      for (int cell = 0; cell < p.elements; ++cell) put<Element>(out, v.element(p, cell));
    }
  } else {
    for (int cell = 0; cell < v.shape.cells; ++cell) {
      for (const Plane& p : v.shape.planes) put<Element>(out, v.element(p, cell));
    }
  }
}

}  // namespace

void expand_portable(const Shape& shape, const std::uint64_t* masks, const std::uint32_t* values,
                     std::byte* out) {
  const View v{shape, masks, values};
  switch (shape.element_bytes) {
    case 1:
      return expand_as<std::uint8_t>(v, out);
    case 2:
      return expand_as<std::uint16_t>(v, out);
    case 4:
      return expand_as<std::uint32_t>(v, out);
    default:
      assert(false);
  }
}

}  // namespace intarsia::kernels
