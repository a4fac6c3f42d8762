// The plane-first kernel by SIMD, compiled once per instruction set; the best one that the processor
// has is chosen at run time (Google Highway).
//
// A vector of cells is the plane's value wherever the mask has a bit, so as many bits of the mask as
// there are lanes become a vector mask. Planes follow each other without gaps: a vector that a plane
// begins and does not fill is carried on to the next plane.

#include <algorithm>

#include "intarsia/kernels/internal/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/expand_planes.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "intarsia/kernels/internal/store-inl.h"

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T, bool kIsStreamed>
class PlaneWriter {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr D d{};
  static constexpr std::size_t kLanes = hn::MaxLanes(D());

 public:
  PlaneWriter(std::byte* to, const Edge& edge)
      : to_(reinterpret_cast<T*>(to)),
        carry_(hn::Load(d, reinterpret_cast<const T*>(edge.line.bytes))),
        fill_(edge.fill / sizeof(T)) {}

  // Planes of one layer on 64 cells: whole vectors, whose number the compiler knows.
  HWY_INLINE void add_words(const Layer* layers, std::size_t planes) {
    if (fill_ == 0) {
      for (std::size_t p = 0; p < planes; ++p, to_ += 64) {
        const std::uint64_t mask = *layers[p].mask;
        const V v = hn::Set(d, static_cast<T>(layers[p].value()));
        for (std::size_t k = 0; k < 64; k += kLanes) {
          put<kIsStreamed>(d, chosen(mask >> k, v), to_ + k);
        }
      }
      return;
    }
    for (std::size_t p = 0; p < planes; ++p, to_ += 64) {
      const std::uint64_t mask = *layers[p].mask;
      const V v = hn::Set(d, static_cast<T>(layers[p].value()));
      put<kIsStreamed>(d, hn::Or(carry_, chosen(mask << fill_, v)), to_);
      for (std::size_t k = kLanes; k < 64; k += kLanes) {
        put<kIsStreamed>(d, chosen(mask >> (k - fill_), v), to_ + k);
      }
      carry_ = chosen(mask >> (64 - fill_), v);
    }
  }

  // Planes of one layer on any cells. The words of the mask are moved on by the lanes that are carried;
  // then vectors are pieces of them.
  HWY_INLINE void add_sets(const Layer* layers, const Run& run) {
    const std::size_t words = (run.elements + 63) / 64;
    for (std::size_t p = 0; p < run.planes; ++p) {
      const std::uint64_t* word = layers[p].mask;
      const std::uint64_t* const end = word + words;
      const V v = hn::Set(d, static_cast<T>(layers[p].value()));
      std::uint64_t over = 0;  // the bits that the word before was moved beyond its end
      std::size_t left = fill_ + run.elements;
      for (; left >= 64; left -= 64, to_ += 64, ++word) {
        const std::uint64_t bits = *word << fill_ | over;
        over = *word >> 1 >> (63 - fill_);
        put<kIsStreamed>(d, hn::Or(carry_, chosen(bits, v)), to_);
        carry_ = hn::Zero(d);
        for (std::size_t k = kLanes; k < 64; k += kLanes) {
          put<kIsStreamed>(d, chosen(bits >> k, v), to_ + k);
        }
      }
      // Bits beyond the last cell do not count.
      std::uint64_t bits = (word == end ? 0 : *word << fill_) | over;
      bits &= (std::uint64_t{1} << left) - 1;
      for (; left >= kLanes; left -= kLanes, to_ += kLanes) {
        put<kIsStreamed>(d, hn::Or(carry_, chosen(bits, v)), to_);
        carry_ = hn::Zero(d);
        bits = bits >> 1 >> (kLanes - 1);
      }
      carry_ = hn::Or(carry_, chosen(bits, v));
      fill_ = left;
    }
  }

  // Planes of one layer and one element.
  HWY_INLINE void add_scalars(const Layer* layers, std::size_t planes) {
    for (std::size_t p = 0; p < planes; ++p) {
      const V v = hn::Set(d, static_cast<T>(layers[p].value()));
      carry_ = hn::Or(carry_, chosen((*layers[p].mask & 1) << fill_, v));
      if (++fill_ < kLanes) continue;
      put<kIsStreamed>(d, carry_, to_);
      to_ += kLanes;
      carry_ = hn::Zero(d);
      fill_ = 0;
    }
  }

  // Any planes.
  HWY_INLINE void add(const Layer* layers, const Run& run, std::size_t words) {
    for (std::size_t p = 0; p < run.planes; ++p, layers += run.layers) {
      const auto cells_from = [&](std::ptrdiff_t cell) { return cells(layers, run, words, cell); };
      V v = hn::Or(carry_, cells_from(-static_cast<std::ptrdiff_t>(fill_)));
      std::size_t left = fill_ + run.elements;
      for (; left >= kLanes; left -= kLanes, to_ += kLanes) {
        put<kIsStreamed>(d, v, to_);
        const std::size_t cell = run.elements + kLanes - left;
        v = cell == run.elements ? hn::Zero(d) : cells_from(static_cast<std::ptrdiff_t>(cell));
      }
      carry_ = v;
      fill_ = left;
    }
  }

  void leave(Edge& edge) const {
    hn::Store(carry_, d, reinterpret_cast<T*>(edge.line.bytes));
    edge.fill = fill_ * sizeof(T);
  }

 private:
  static HWY_INLINE V chosen(std::uint64_t bits, V v) {
    return hn::IfThenElseZero(hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&bits)), v);
  }

  // The plane's elements in a vector that begins at a cell, perhaps before the first or ending
  // after the last; lanes that are not the plane's are 0.
  static HWY_INLINE V cells(const Layer* layers, const Run& run, std::size_t words,
                            std::ptrdiff_t first) {
    const std::size_t left = run.elements - static_cast<std::size_t>(first);
    const std::uint64_t own = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    V v = hn::Zero(d);
    for (std::size_t i = 0; i < run.layers; ++i) {
      const std::uint64_t bits = bits_from(layers[i].mask, words, first) & own;
      v = hn::Or(v, chosen(bits, hn::Set(d, static_cast<T>(layers[i].value()))));
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
void write_planes(const Shape& shape, const Layer* layers, Tables& tables, std::byte* to,
                  Edge& edge) {
  PlaneWriter<T, kIsStreamed> writer(to, edge);
  for (const Run& run : tables.runs) {
    if (run.layers == 1 && run.elements == 64) {
      writer.add_words(layers + run.first_layer, run.planes);
    } else if (run.layers == 1 && run.elements == 1) {
      writer.add_scalars(layers + run.first_layer, run.planes);
    } else if (run.layers == 1) {
      writer.add_sets(layers + run.first_layer, run);
    } else {
      writer.add(layers + run.first_layer, run, shape.words);
    }
  }
  writer.leave(edge);
}

template <class T>
Kernel kernel_of() {
  return {hn::Lanes(hn::ScalableTag<T>()) * sizeof(T), &write_planes<T, false>,
          &write_planes<T, true>, nullptr};
}

Kernel planes_kernel(int element_bytes) {
  return element_bytes == 1   ? kernel_of<std::uint8_t>()
         : element_bytes == 2 ? kernel_of<std::uint16_t>()
                              : kernel_of<std::uint32_t>();
}

std::int64_t chosen_target() { return HWY_TARGET; }

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(planes_kernel);
HWY_EXPORT(chosen_target);

Kernel planes_kernel(int element_bytes) {
  return HWY_DYNAMIC_DISPATCH(planes_kernel)(element_bytes);
}

std::int64_t chosen_target() { return HWY_DYNAMIC_DISPATCH(chosen_target)(); }

}  // namespace intarsia::kernels
#endif
