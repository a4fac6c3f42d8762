// The plane-first kernel by SIMD, compiled once per instruction set; the best one that the processor
// has is chosen at run time (Google Highway).
//
// A vector of cells is the plane's value wherever the mask has a bit, so as many bits of the mask as
// there are lanes become a vector mask. Planes are poured into the tensor like water into buckets:
// a vector that a plane begins and does not fill is carried on to the next plane.

#include <algorithm>

#include "intarsia/kernels/internal/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/expand_planes.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T, bool kIsStreamed>
class PlanePourer {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr D d{};
  static constexpr std::size_t kLanes = hn::MaxLanes(D());

 public:
  PlanePourer(std::byte* to, const Edge& edge)
      : to_(reinterpret_cast<T*>(to)),
        carry_(hn::Load(d, reinterpret_cast<const T*>(edge.line.bytes))),
        fill_(edge.fill / sizeof(T)) {}

  // A plane of one layer on 64 cells: whole vectors, whose number the compiler knows.
  HWY_INLINE void add_word(std::uint64_t mask, std::uint32_t value) {
    const V v = hn::Set(d, static_cast<T>(value));
    put(hn::Or(carry_, chosen(mask << fill_, v)));
    for (std::size_t k = kLanes; k < 64; k += kLanes) put(chosen(mask >> (k - fill_), v));
    carry_ = fill_ == 0 ? hn::Zero(d) : chosen(mask >> (64 - fill_), v);
  }

  // Any plane: `layers` masks of `words` words, one after the other.
  HWY_INLINE void add(const std::uint64_t* masks, const std::uint32_t* values, const Plane& p,
                      std::size_t words) {
    const std::size_t end = fill_ + p.elements;
    V v = hn::Or(carry_, cells(masks, values, p, words, -static_cast<std::ptrdiff_t>(fill_)));
    std::size_t k = kLanes;
    for (; k <= end; k += kLanes) {
      put(v);
      const bool is_over = k == end;
      v = is_over ? hn::Zero(d)
                  : cells(masks, values, p, words, static_cast<std::ptrdiff_t>(k - fill_));
    }
    carry_ = v;
    fill_ = end + kLanes - k;
  }

  void leave(Edge& edge) const {
    hn::Store(carry_, d, reinterpret_cast<T*>(edge.line.bytes));
    edge.fill = fill_ * sizeof(T);
  }

 private:
  HWY_INLINE void put(V v) {
    if constexpr (kIsStreamed) {
      hn::Stream(v, d, to_);
    } else {
      hn::Store(v, d, to_);
    }
    to_ += kLanes;
  }

  static HWY_INLINE V chosen(std::uint64_t bits, V v) {
    return hn::IfThenElseZero(hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&bits)), v);
  }

  // The plane's elements in a vector that begins at a cell, perhaps before the first or ending
  // after the last; lanes that are not the plane's are 0.
  static HWY_INLINE V cells(const std::uint64_t* masks, const std::uint32_t* values, const Plane& p,
                            std::size_t words, std::ptrdiff_t first) {
    const std::size_t left = static_cast<std::size_t>(p.elements - first);
    const std::uint64_t own = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    V v = hn::Zero(d);
    for (std::size_t i = 0; i < p.layers; ++i, masks += words) {
      v = hn::Or(
          v, chosen(bits_from(masks, words, first) & own, hn::Set(d, static_cast<T>(values[i]))));
    }
    return v;
  }

  static HWY_INLINE std::uint64_t bits_from(const std::uint64_t* mask, std::size_t words,
                                            std::ptrdiff_t first) {
    if (first < 0) return mask[0] << -first;
    const auto word = static_cast<std::size_t>(first) / 64;
    const auto bit = static_cast<std::size_t>(first) % 64;
    std::uint64_t bits = mask[word] >> bit;
    if (bit + kLanes > 64 && word + 1 < words) bits |= mask[word + 1] << (64 - bit);
    return bits;
  }

  T* to_;
  V carry_;
  std::size_t fill_;  // lanes of the carry that are known
};

template <class T, bool kIsStreamed>
void pour_planes(const Shape& shape, CellTables&, const std::uint64_t* masks,
                 const std::uint32_t* values, std::byte* to, Edge& edge) {
  PlanePourer<T, kIsStreamed> pourer(to, edge);
  const std::size_t words = shape.words;
  for (const Plane& p : shape.planes) {
    if (p.layers == 1 && p.elements == 64) {
      pourer.add_word(masks[p.first_layer * words], values[p.first_layer]);
    } else {
      pourer.add(masks + p.first_layer * words, values + p.first_layer, p, words);
    }
  }
  pourer.leave(edge);
}

template <class T>
Kernel kernel_of() {
  return {hn::Lanes(hn::ScalableTag<T>()) * sizeof(T), &pour_planes<T, false>,
          &pour_planes<T, true>};
}

Kernel planes_kernel(int element_bytes) {
  return element_bytes == 1   ? kernel_of<std::uint8_t>()
         : element_bytes == 2 ? kernel_of<std::uint16_t>()
                              : kernel_of<std::uint32_t>();
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(planes_kernel);

Kernel planes_kernel(int element_bytes) {
  return HWY_DYNAMIC_DISPATCH(planes_kernel)(element_bytes);
}

}  // namespace intarsia::kernels
#endif
