// The kernels by SIMD, compiled once per instruction set; the best one that the processor has is
// chosen at run time (Google Highway).
//
// Plane-first: a vector of cells is the plane's value wherever the mask has a bit, so the mask's
// bytes are loaded as a vector mask. Cell-first: the lanes are planes; each lane holds a stretch of
// its plane's mask, and a test of one bit in all lanes answers for one cell.

#include <algorithm>
#include <cstring>

#include "intarsia/kernels/expand.h"
#include "intarsia/kernels/internal/expand_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/expand_simd.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
void write_plane(const Shape& shape, const Plane& p, const std::uint64_t* masks,
                 const std::uint32_t* values, T* out) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t whole = p.elements / lanes * lanes;
  const auto* bits =
      reinterpret_cast<const std::uint8_t*>(masks + std::size_t{p.first_layer} * shape.words);
  const std::size_t mask_bytes = std::size_t{shape.words} * sizeof(std::uint64_t);
  const auto vector_at = [&](std::size_t cell) {
    auto v = hn::Zero(d);
    for (std::size_t i = 0; i < p.layers; ++i) {
      // Eight bytes are read from here on: at the end of the masks there must be as many.
      std::uint64_t chunk = 0;
      const std::size_t at = i * mask_bytes + cell / 8;
      std::memcpy(&chunk, bits + at, std::min<std::size_t>(8, (lanes + 7) / 8));
      if (lanes < 8) chunk >>= cell % 8;
      const auto m = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&chunk));
      v = hn::Or(v, hn::IfThenElseZero(m, hn::Set(d, static_cast<T>(values[p.first_layer + i]))));
    }
    return v;
  };
  std::size_t cell = 0;
  for (; cell < whole; cell += lanes) hn::StoreU(vector_at(cell), d, out + cell);
  for (; cell < p.elements; ++cell) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < p.layers; ++i) {
      const bool has = bits[i * mask_bytes + cell / 8] >> (cell % 8) & 1;
      if (has) value |= values[p.first_layer + i];
    }
    const auto element = static_cast<T>(value);
    std::memcpy(out + cell, &element, sizeof element);  // no element need be aligned
  }
}

template <class T>
void plane_first(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride) {
  for (std::size_t i = 0; i < layers.count; ++i, out += stride) {
    const std::uint64_t* masks = layers.masks + i * shape.layers * shape.words;
    const std::uint32_t* values = layers.values + i * shape.layers;
    T* to = reinterpret_cast<T*>(out);
    for (const Plane& p : shape.planes) {
      write_plane(shape, p, masks, values, to);
      to += p.elements;
    }
  }
}

// One group of planes, a vector of them, over a stretch of cells. Lanes beyond the planes reach into
// the next cell. `safe` cells may do so; the rest keep to themselves.
template <class T>
HWY_INLINE void write_group(const T* stretch, const T* element, std::size_t planes,
                            std::size_t group, std::size_t cells, std::size_t safe, T* to) {
  const hn::ScalableTag<T> d;
  const auto bits = hn::Load(d, stretch + group);
  const auto values = hn::Load(d, element + group);
  auto cell_bit = hn::Set(d, T{1});
  to += group;
  std::size_t c = 0;
  for (; c < safe; ++c, to += planes) {
    hn::StoreU(hn::IfThenElseZero(hn::TestBit(bits, cell_bit), values), d, to);
    cell_bit = hn::Add(cell_bit, cell_bit);
  }
  const auto own = hn::FirstN(d, planes - group);
  for (; c < cells; ++c, to += planes) {
    hn::BlendedStore(hn::IfThenElseZero(hn::TestBit(bits, cell_bit), values), own, d, to);
    cell_bit = hn::Add(cell_bit, cell_bit);
  }
}

// Lanes are planes: one layer each, which the caller has made sure of. Groups go from the last to
// the first, cells upwards: what a group spoils is always written later.
template <class T>
void cell_first(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<T>());
  constexpr std::size_t kBits = 8 * sizeof(T);
  const std::size_t planes = shape.planes.size();
  const std::size_t last_group = (planes - 1) / lanes * lanes;
  // Cells at the end whose last group would reach beyond the tensor.
  const std::size_t reach = last_group + lanes - planes;
  const std::size_t unsafe = (reach + planes - 1) / planes;
  HWY_ALIGN T stretch[kMaxLanePlanes];
  HWY_ALIGN T element[kMaxLanePlanes];
  std::fill(stretch, stretch + kMaxLanePlanes, T{0});
  std::fill(element, element + kMaxLanePlanes, T{0});
  for (std::size_t i = 0; i < layers.count; ++i, out += stride) {
    const std::uint64_t* masks = layers.masks + i * shape.layers * shape.words;
    const std::uint32_t* values = layers.values + i * shape.layers;
    for (std::size_t p = 0; p < planes; ++p) element[p] = static_cast<T>(values[p]);
    T* to = reinterpret_cast<T*>(out);
    for (std::size_t first = 0; first < shape.cells; first += kBits) {
      for (std::size_t p = 0; p < planes; ++p) {
        stretch[p] = static_cast<T>(masks[p * shape.words + first / 64] >> (first % 64));
      }
      const std::size_t cells = std::min<std::size_t>(kBits, shape.cells - first);
      const std::size_t left = shape.cells - first;
      const std::size_t safe = std::min(cells, left > unsafe ? left - unsafe : 0);
      write_group(stretch, element, planes, last_group, cells, safe, to);
      for (std::size_t group = last_group; group >= lanes; group -= lanes) {
        write_group(stretch, element, planes, group - lanes, cells, cells, to);
      }
      to += cells * planes;
    }
  }
}

void expand32(const Shape& s, const Layers& l, std::byte* out, std::ptrdiff_t stride) {
  s.order == Order::kPlaneFirst ? plane_first<std::uint32_t>(s, l, out, stride)
                                : cell_first<std::uint32_t>(s, l, out, stride);
}
void expand16(const Shape& s, const Layers& l, std::byte* out, std::ptrdiff_t stride) {
  s.order == Order::kPlaneFirst ? plane_first<std::uint16_t>(s, l, out, stride)
                                : cell_first<std::uint16_t>(s, l, out, stride);
}
void expand8(const Shape& s, const Layers& l, std::byte* out, std::ptrdiff_t stride) {
  s.order == Order::kPlaneFirst ? plane_first<std::uint8_t>(s, l, out, stride)
                                : cell_first<std::uint8_t>(s, l, out, stride);
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(expand8);
HWY_EXPORT(expand16);
HWY_EXPORT(expand32);

void expand_simd(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride) {
  switch (shape.element_bytes) {
    case 1:
      return HWY_DYNAMIC_DISPATCH(expand8)(shape, layers, out, stride);
    case 2:
      return HWY_DYNAMIC_DISPATCH(expand16)(shape, layers, out, stride);
    default:
      return HWY_DYNAMIC_DISPATCH(expand32)(shape, layers, out, stride);
  }
}

bool can_expand_simd(const Shape& shape) {
  if (shape.order == Order::kPlaneFirst) return true;
  // Cell-first wants a layer for each plane, in order, and a row of planes in its registers.
  return shape.layers == shape.planes.size() && shape.planes.size() <= kMaxLanePlanes;
}

}  // namespace intarsia::kernels
#endif
