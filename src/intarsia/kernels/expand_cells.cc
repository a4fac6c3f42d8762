// The cell-first kernel by SIMD, compiled once per instruction set; the best one that the processor
// has is chosen at run time (Google Highway).
//
// Lanes are consecutive elements: with N lanes and P planes, lane l of the vector at element x is
// plane (x + l) % P on cell (x + l) / P. Each lane holds a stretch of its plane's mask, as many cells
// as a lane has bits, and tests the bit of its cell. Stretches and values lie in rows that repeat
// after P elements, so that any vector of them is one load.
//
// After N / gcd(N, P) cells, the period, planes stand in the same lanes again. So a column of
// vectors, one in each period, shares its stretches and values; only the tested bit moves on.
//
//   3 planes, 4 lanes:   abca bcab cabc | abca bcab cabc     4 cells, 3 columns
//                        0001 1122 2333 | 4445 5566 6777     cells
//
// A vector has no more lanes than a lane has bits: then a period fits into a stretch.

#include <algorithm>
#include <numeric>

#include "intarsia/kernels/internal/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/expand_cells.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T, bool kIsStreamed>
class CellPourer {
  static constexpr std::size_t kBits = 8 * sizeof(T);
  using D = hn::CappedTag<T, kBits>;
  using V = hn::Vec<D>;
  static constexpr D d{};

 public:
  static constexpr std::size_t kLanes = hn::MaxLanes(D());

  CellPourer(const Shape& shape, CellTables& tables)
      : planes_(shape.planes.size()),
        words_(shape.words),
        total_(shape.cells * planes_),
        period_(kLanes / std::gcd(kLanes, planes_)),
        row_(tables.row),
        tests_(reinterpret_cast<const T*>(tables.tests.data())),
        stretches_(reinterpret_cast<T*>(tables.stretches.data())),
        values_(reinterpret_cast<T*>(tables.values.data())) {}

  // Fills the rows with one position.
  HWY_INLINE void spread(const std::uint64_t* masks, const std::uint32_t* values) {
    repeat(values_, [=](std::size_t p) { return static_cast<T>(values[p]); });
    for (std::size_t cell = 0; cell * planes_ < total_; cell += kBits) {
      const std::uint64_t* const word = masks + cell / 64;
      repeat(stretches_ + cell / kBits * row_, [=, words = words_](std::size_t p) {
        return static_cast<T>(word[p * words] >> cell % 64);
      });
    }
  }

  HWY_INLINE void pour(T* to, Edge& edge) {
    const std::size_t fill = edge.fill / sizeof(T);
    out_ = to + fill;
    const std::size_t head = fill == 0 ? 0 : kLanes - fill;  // the first element on a boundary
    T* const line = reinterpret_cast<T*>(edge.line.bytes);
    const std::size_t rest = (fill + total_) % kLanes;
    if (fill + total_ < kLanes) {
      hn::Store(hn::Or(hn::Load(d, line), own(-static_cast<std::ptrdiff_t>(fill))), d, line);
      edge.fill = rest * sizeof(T);
      return;
    }
    if (head != 0) {
      put(hn::Or(hn::Load(d, line), vector_at(-static_cast<std::ptrdiff_t>(fill))), to);
    }
    const std::size_t stretch = kBits * planes_;  // in elements
    for (std::size_t first = 0; first < total_; first += stretch) {
      const std::size_t end = std::min(first + stretch, total_);
      pour_stretch(stretches_ + first / stretch * row_, first, head, end);
      const std::size_t next = first + stretch + head;
      if (head != 0 && next <= total_) put(vector_at(next - kLanes), out_ + next - kLanes);
    }
    hn::Store(rest == 0 ? hn::Zero(d) : own(total_ - rest), d, line);
    edge.fill = rest * sizeof(T);
  }

 private:
  // A row: item(plane) for plane after plane, again and again.
  template <class Item>
  HWY_INLINE void repeat(T* row, Item item) {
    for (std::size_t first = 0; first < planes_ + kLanes; first += planes_) {
      const std::size_t size = std::min(planes_, planes_ + kLanes - first);
      for (std::size_t p = 0; p < size; ++p) row[first + p] = item(p);
    }
  }

  // All vectors that lie in one stretch, column by column.
  HWY_INLINE void pour_stretch(const T* stretch, std::size_t first, std::size_t head,
                               std::size_t end) {
    const std::size_t step = period_ * planes_;
    std::size_t plane = head % planes_;
    for (std::size_t x = head; x < head + step; x += kLanes) {
      const V bits = hn::LoadU(d, stretch + plane);
      const V values = hn::LoadU(d, values_ + plane);
      V test = hn::LoadU(d, tests_ + x);
      for (std::size_t at = first + x; at + kLanes <= end; at += step) {
        put(hn::IfThenElseZero(hn::TestBit(bits, test), values), out_ + at);
        test = hn::ShiftLeftSame(test, static_cast<int>(period_));
      }
      plane += kLanes % planes_;
      if (plane >= planes_) plane -= planes_;
    }
  }

  // The vector at any element, perhaps before the first; lanes before it are 0.
  HWY_INLINE V vector_at(std::ptrdiff_t x) const {
    const auto planes = static_cast<std::ptrdiff_t>(planes_);
    const std::ptrdiff_t cell = x < 0 ? -((planes - 1 - x) / planes) : x / planes;
    const std::ptrdiff_t plane = x - cell * planes;
    const auto bits = static_cast<std::ptrdiff_t>(kBits);
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(cell, 0) / bits;
    const V test = hn::LoadU(d, tests_ + plane);
    const auto in_stretch = [&](std::ptrdiff_t i) {
      const int by = static_cast<int>(cell - i * bits);
      const V moved = by < 0 ? hn::ShiftRightSame(test, -by) : hn::ShiftLeftSame(test, by);
      const V stretch = hn::LoadU(d, stretches_ + static_cast<std::size_t>(i) * row_ + plane);
      const auto is_empty = hn::Eq(hn::And(stretch, moved), hn::Zero(d));  // TestBit wants a bit
      return hn::IfThenZeroElse(is_empty, hn::LoadU(d, values_ + plane));
    };
    const V v = in_stretch(first);
    const bool is_last = static_cast<std::size_t>((first + 1) * bits) * planes_ >= total_;
    return is_last || cell < 0 || cell % bits == 0 ? v : hn::Or(v, in_stretch(first + 1));
  }

  // The same without lanes after the last element.
  HWY_INLINE V own(std::ptrdiff_t x) const {
    const auto left = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(total_) - x);
    return hn::IfThenElseZero(hn::FirstN(d, std::min(left, kLanes)), vector_at(x));
  }

  HWY_INLINE void put(V v, T* to) {
    if constexpr (kIsStreamed) {
      hn::Stream(v, d, to);
    } else {
      hn::Store(v, d, to);
    }
  }

  std::size_t planes_, words_, total_, period_, row_;
  const T* tests_;
  T* stretches_;
  T* values_;
  T* out_ = nullptr;
};

template <class T, bool kIsStreamed>
void pour_cells(const Shape& shape, CellTables& tables, const std::uint64_t* masks,
                const std::uint32_t* values, std::byte* to, Edge& edge) {
  CellPourer<T, kIsStreamed> pourer(shape, tables);
  pourer.spread(masks, values);
  pourer.pour(reinterpret_cast<T*>(to), edge);
}

template <class T>
Kernel kernel_of() {
  constexpr std::size_t kBytes = CellPourer<T, false>::kLanes * sizeof(T);
  // Columns write a line at once or come back to it much later: then only the caches can join it.
  return {kBytes, &pour_cells<T, false>, kBytes == kLineBytes ? &pour_cells<T, true> : nullptr};
}

Kernel cells_kernel(int element_bytes) {
  return element_bytes == 1   ? kernel_of<std::uint8_t>()
         : element_bytes == 2 ? kernel_of<std::uint16_t>()
                              : kernel_of<std::uint32_t>();
}

}  // namespace
}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace intarsia::kernels {

HWY_EXPORT(cells_kernel);

Kernel cells_kernel(int element_bytes) { return HWY_DYNAMIC_DISPATCH(cells_kernel)(element_bytes); }

namespace {

template <class T>
void fill_tests(std::size_t planes, std::vector<Line>& tests) {
  constexpr std::size_t kBits = 8 * sizeof(T);
  T* const to = reinterpret_cast<T*>(tests.data());
  for (std::size_t x = 0; x < kBits * planes; ++x) to[x] = static_cast<T>(T{1} << x / planes);
}

}  // namespace

CellTables::CellTables(const Shape& s) {
  if (s.order != Order::kCellFirst) return;
  const std::size_t planes = s.planes.size();
  const std::size_t bits = std::size_t{8} * s.element_bytes;
  const std::size_t line = kLineBytes / s.element_bytes;
  const auto lines_for = [&](std::size_t elements) { return (elements + line - 1) / line; };
  row = lines_for(planes + line) * line;
  // What follows the last cell of a stretch is another stretch's: a line of zeros.
  tests.resize(lines_for(bits * planes) + 1);
  stretches.resize(row / line * ((s.cells + bits - 1) / bits));
  values.resize(row / line);
  if (s.element_bytes == 1) fill_tests<std::uint8_t>(planes, tests);
  if (s.element_bytes == 2) fill_tests<std::uint16_t>(planes, tests);
  if (s.element_bytes == 4) fill_tests<std::uint32_t>(planes, tests);
}

}  // namespace intarsia::kernels
#endif
