// The kernels of collect.h, compiled once per instruction set; the best one that the processor has is
// chosen at run time (Google Highway).
//
// Plane-first: the lanes are cells, and a comparison's mask is a piece of the plane's set. Cell-first:
// the lanes are planes, so a comparison gives one cell's bits across planes; 64 such rows are then
// turned by testing one plane's bit in a vector of rows.

#include "intarsia/kernels/collect.h"

#include <algorithm>
#include <cmath>

#include "intarsia/kernels/internal/choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/collect.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Words = hn::ScalableTag<std::uint32_t>;

template <class D, class M>
HWY_INLINE std::uint64_t bits_of(D d, M mask) {
  std::uint64_t bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}

// The lanes that hold the wanted value, and those that hold it or 0.
template <class M>
struct Judged {
  M set;
  M good;
};

template <class V>
HWY_INLINE auto judge(V x, V wanted, V tolerance) {
  const auto off = hn::Abs(hn::Sub(x, wanted));
  const auto size = hn::Abs(x);
  const auto set = hn::And(hn::Le(off, tolerance), hn::Le(off, size));
  return Judged<decltype(set)>{set, hn::Or(set, hn::Le(size, tolerance))};
}

bool plane_first(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                 std::uint64_t* masks) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  const auto slack = hn::Set(d, tolerance);
  auto good = hn::FirstN(d, lanes);
  for (const Plane& p : shape.planes) {
    const std::size_t size = p.elements;
    if (p.layers == 1) {
      std::uint64_t* const mask = masks + std::size_t{p.first_layer} * shape.words;
      std::fill_n(mask, shape.words, 0);
      const auto value = hn::Set(d, wanted[p.first_layer]);
      std::size_t cell = 0;
      for (; cell + lanes <= size; cell += lanes) {
        const auto j = judge(hn::LoadU(d, tensor + cell), value, slack);
        mask[cell / 64] |= bits_of(d, j.set) << (cell % 64);
        good = hn::And(good, j.good);
      }
      for (; cell < size; ++cell) {
        const auto j = judge(hn::Set(d, tensor[cell]), value, slack);
        mask[cell / 64] |= (bits_of(d, j.set) & 1) << (cell % 64);
        good = hn::And(good, j.good);
      }
    }
    tensor += size;
  }
  return hn::AllTrue(d, good);
}

constexpr std::size_t kRows = 64;   // cells of a word
constexpr std::size_t kBlock = 32;  // planes of a row

// Bit i of out is bit `plane` of rows[i].
HWY_INLINE std::uint64_t turned(const std::uint32_t* rows, std::size_t plane) {
  const Words d;
  const auto bit = hn::Set(d, std::uint32_t{1} << plane);
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < kRows; i += hn::Lanes(d)) {
    out |= bits_of(d, hn::TestBit(hn::Load(d, rows + i), bit)) << i;
  }
  return out;
}

// A vector of planes over up to 64 cells, whose elements lie `stride` apart: their bits go to place
// `at` of the rows. Only the first `planes` lanes count; `left` elements may be read.
HWY_INLINE bool collect_group(const float* from, std::size_t stride, std::size_t cells,
                              std::size_t planes, std::size_t left, const float* wanted,
                              float tolerance, std::size_t at, std::uint32_t* rows) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  const auto slack = hn::Set(d, tolerance);
  HWY_ALIGN float last[hn::MaxLanes(Floats())] = {};
  std::copy_n(wanted, planes, last);
  const auto values = hn::Load(d, last);
  const auto own = hn::FirstN(d, planes);
  const auto others = hn::Not(own);
  auto good = hn::FirstN(d, lanes);
  const auto take = [&](std::size_t c, const float* row) {
    const auto j = judge(hn::LoadU(d, row), values, slack);
    rows[c] |= static_cast<std::uint32_t>(bits_of(d, hn::And(j.set, own)) << at);
    good = hn::And(good, hn::Or(j.good, others));
  };
  std::size_t c = 0;
  for (; c < cells && c * stride + lanes <= left; ++c) take(c, from + c * stride);
  for (; c < cells; ++c) {  // a whole vector would reach beyond the tensor
    std::copy_n(from + c * stride, planes, last);
    take(c, last);
  }
  return hn::AllTrue(d, good);
}

bool cell_first(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                std::uint64_t* masks) {
  const std::size_t lanes = hn::Lanes(Floats());
  const std::size_t planes = shape.planes.size();
  const std::size_t elements = planes * shape.cells;
  HWY_ALIGN std::uint32_t rows[kRows];
  bool is_clean = true;
  for (std::size_t cell = 0; cell < shape.cells; cell += kRows) {
    const std::size_t cells = std::min<std::size_t>(kRows, shape.cells - cell);
    for (std::size_t block = 0; block < planes; block += kBlock) {
      const std::size_t size = std::min(kBlock, planes - block);
      std::fill(rows, rows + kRows, 0);
      for (std::size_t group = 0; group < size; group += lanes) {
        const std::size_t first = cell * planes + block + group;
        is_clean &= collect_group(tensor + first, planes, cells, std::min(lanes, size - group),
                                  elements - first, wanted + block + group, tolerance, group, rows);
      }
      for (std::size_t p = 0; p < size; ++p) {
        masks[(block + p) * shape.words + cell / kRows] = turned(rows, p);
      }
    }
  }
  return is_clean;
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(plane_first);
HWY_EXPORT(cell_first);

bool collect_portable(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
                      std::uint64_t* masks) {
  const bool is_plane_first = shape.order == Order::kPlaneFirst;
  const std::size_t step = is_plane_first ? 1 : shape.planes.size();
  bool is_clean = true;
  for (const Plane& p : shape.planes) {
    if (p.layers == 1) {
      std::uint64_t* const mask = masks + std::size_t{p.first_layer} * shape.words;
      std::fill_n(mask, shape.words, 0);
      for (std::size_t c = 0; c < p.elements; ++c) {
        const float x = tensor[c * step];
        const float off = std::fabs(x - wanted[p.first_layer]);
        const bool is_set = off <= tolerance && off <= std::fabs(x);
        if (is_set) mask[c / 64] |= std::uint64_t{1} << (c % 64);
        is_clean &= is_set || std::fabs(x) <= tolerance;
      }
    }
    tensor += is_plane_first ? p.elements : 1;
  }
  return is_clean;
}

bool collect(const Shape& shape, const float* tensor, const float* wanted, float tolerance,
             std::uint64_t* masks) {
  if (is_portable_wanted()) return collect_portable(shape, tensor, wanted, tolerance, masks);
  if (shape.order == Order::kPlaneFirst) {
    return HWY_DYNAMIC_DISPATCH(plane_first)(shape, tensor, wanted, tolerance, masks);
  }
  // Lanes are planes there: each must have one layer, in order.
  if (shape.layers != shape.planes.size()) {
    return collect_portable(shape, tensor, wanted, tolerance, masks);
  }
  return HWY_DYNAMIC_DISPATCH(cell_first)(shape, tensor, wanted, tolerance, masks);
}

}  // namespace intarsia::kernels
#endif
