#include <cassert>
#include <cstring>

#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {

namespace {

std::uint32_t element(const Plane& p, const Layer* layers, int cell) {
  std::uint32_t value = 0;
  for (int i = p.first_layer; i < p.first_layer + p.layers; ++i) {
    if (layers[i].mask[cell / 64] >> (cell % 64) & 1) value |= layers[i].value();
  }
  return value;
}

template <class Element>
void put(std::byte*& out, std::uint32_t value) {
  const auto element = static_cast<Element>(value);
  std::memcpy(out, &element, sizeof element);
  out += sizeof element;
}

template <class Element>
void expand_as(const Shape& shape, const Layer* layers, std::byte* out) {
  if (shape.order == Order::kPlaneFirst) {
    for (const Plane& p : shape.planes) {
      for (int cell = 0; cell < p.elements; ++cell) put<Element>(out, element(p, layers, cell));
    }
  } else {
    for (int cell = 0; cell < shape.cells; ++cell) {
      for (const Plane& p : shape.planes) put<Element>(out, element(p, layers, cell));
    }
  }
}

}  // namespace

void expand_portable(const Shape& shape, const Layer* layers, std::byte* out) {
  switch (shape.element_bytes) {
    case 1:
      return expand_as<std::uint8_t>(shape, layers, out);
    case 2:
      return expand_as<std::uint16_t>(shape, layers, out);
    case 4:
      return expand_as<std::uint32_t>(shape, layers, out);
    default:
      assert(false);
  }
}

}  // namespace intarsia::kernels
