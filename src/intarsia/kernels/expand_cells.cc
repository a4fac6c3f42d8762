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
#include <bit>

#include "intarsia/kernels/internal/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "intarsia/kernels/expand_cells.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "intarsia/kernels/internal/cell_rows-inl.h"
#include "intarsia/kernels/internal/store-inl.h"

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T, bool kIsStreamed>
class CellWriter {
  static constexpr std::size_t kBits = 8 * sizeof(T);
  static constexpr std::size_t kLanes = kCellLanes<T>;
  using V = hn::Vec<CellTag<T>>;
  static constexpr CellTag<T> d{};

 public:
  CellWriter(const Shape& shape, const Tables& tables)
      : planes_(shape.planes.size()),
        total_(shape.cells * planes_),
        period_(std::max<std::size_t>(1, kLanes >> std::countr_zero(planes_))),
        row_(tables.row),
        tests_(reinterpret_cast<const T*>(tables.tests.data())),
        values_(reinterpret_cast<const T*>(tables.late[tables.turn].rows.data())),
        stretches_(values_ + row_) {}

  HWY_INLINE void write(T* to, Edge& edge) {
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
      put<kIsStreamed>(d, hn::Or(hn::Load(d, line), vector_at(-static_cast<std::ptrdiff_t>(fill))),
                       to);
    }
    write_columns(head);
    const std::size_t stretch = kBits * planes_;  // in elements
    for (std::size_t next = stretch + head; head != 0 && next <= total_; next += stretch) {
      put<kIsStreamed>(d, vector_at(static_cast<std::ptrdiff_t>(next - kLanes)),
                       out_ + next - kLanes);
    }
    hn::Store(rest == 0 ? hn::Zero(d) : own(total_ - rest), d, line);
    edge.fill = rest * sizeof(T);
  }

 private:
  // All vectors that lie in one stretch, column by column.
  HWY_INLINE void write_columns(std::size_t head) const {
    const std::size_t stretch = kBits * planes_;  // in elements
    std::size_t plane = head;
    for (std::size_t x = head; x < head + period_ * planes_; x += kLanes, plane += kLanes) {
      while (plane >= planes_) plane -= planes_;
      const V values = hn::LoadU(d, values_ + plane);
      const V test = hn::LoadU(d, tests_ + x);
      const T* bits = stretches_ + plane;
      for (std::size_t first = 0; first < total_; first += stretch, bits += row_) {
        const auto reach = static_cast<std::ptrdiff_t>(std::min(stretch, total_ - first)) -
                           static_cast<std::ptrdiff_t>(x + kLanes);
        write_column(hn::LoadU(d, bits), values, test, out_ + first + x, reach);
      }
    }
  }

  // One column of one stretch: a vector at `to` and in every period after it, as far as they reach.
  HWY_INLINE void write_column(V bits, V values, V test, T* to, std::ptrdiff_t reach) const {
    const auto step = static_cast<std::ptrdiff_t>(period_ * planes_);
    const auto put_at = [&](T* at) HWY_ATTR {
      put<kIsStreamed>(d, hn::IfThenElseZero(hn::TestBit(bits, test), values), at);
      test = hn::ShiftLeftSame(test, static_cast<int>(period_));
    };
    for (; reach >= 3 * step; reach -= 4 * step, to += 4 * step) {
      put_at(to);
      put_at(to + step);
      put_at(to + 2 * step);
      put_at(to + 3 * step);
    }
    for (; reach >= 0; reach -= step, to += step) put_at(to);
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

  std::size_t planes_, total_, period_, row_;
  const T* tests_;
  const T* values_;
  const T* stretches_;
  T* out_ = nullptr;
};

template <class T, bool kIsStreamed>
void write_cells(const Shape& shape, const Layer*, Tables& tables, std::byte* to, Edge& edge) {
  CellWriter<T, kIsStreamed>(shape, tables).write(reinterpret_cast<T*>(to), edge);
}

template <class T>
Kernel kernel_of() {
  constexpr std::size_t kBytes = kCellLanes<T> * sizeof(T);
  // Columns write a line at once or come back to it much later: then only the caches can join it.
  return {kBytes, &write_cells<T, false>, kBytes == kLineBytes ? &write_cells<T, true> : nullptr,
          &take_cells<T>};
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

}  // namespace intarsia::kernels
#endif
