#include "intarsia/kernels/expand.h"

#include <cassert>
#include <cstring>

#include "intarsia/kernels/internal/choice.h"
#include "intarsia/kernels/internal/expand_targets.h"

namespace intarsia::kernels {

namespace {

// One position's layers, seen by the kernels.
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
void expand_plane_first(const View& v, std::byte* out) {
  for (const Plane& p : v.shape.planes) {
    for (int cell = 0; cell < p.elements; ++cell) put<Element>(out, v.element(p, cell));
  }
}

template <class Element>
void expand_cell_first(const View& v, std::byte* out) {
  for (int cell = 0; cell < v.shape.cells; ++cell) {
    for (const Plane& p : v.shape.planes) put<Element>(out, v.element(p, cell));
  }
}

template <class Element>
void expand_as(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride) {
  for (std::size_t i = 0; i < layers.count; ++i, out += stride) {
    const View v{shape, layers.masks + i * shape.layers * shape.words,
                 layers.values + i * shape.layers};
    if (shape.order == Order::kPlaneFirst) {
      expand_plane_first<Element>(v, out);
    } else {
      expand_cell_first<Element>(v, out);
    }
  }
}

}  // namespace

void expand_portable(const Shape& shape, const Layers& layers, std::byte* out,
                     std::ptrdiff_t stride) {
  switch (shape.element_bytes) {
    case 1:
      return expand_as<std::uint8_t>(shape, layers, out, stride);
    case 2:
      return expand_as<std::uint16_t>(shape, layers, out, stride);
    case 4:
      return expand_as<std::uint32_t>(shape, layers, out, stride);
    default:
      assert(false);
  }
}

void expand(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride) {
  if (is_portable_wanted() || !can_expand_simd(shape)) {
    expand_portable(shape, layers, out, stride);
  } else {
    expand_simd(shape, layers, out, stride);
  }
}

}  // namespace intarsia::kernels
