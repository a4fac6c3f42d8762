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

  CellPourer(const Shape& shape, const Tables& tables)
      : planes_(shape.planes.size()),
        total_(shape.cells * planes_),
        period_(kLanes / std::min(kLanes, planes_ & (0 - planes_))),  // kLanes is a power of 2
        row_(tables.row),
        tests_(reinterpret_cast<const T*>(tables.tests.data())),
        values_(reinterpret_cast<const T*>(tables.late[tables.turn].rows.data())),
        stretches_(values_ + row_) {}

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
    pour_columns(head);
    const std::size_t stretch = kBits * planes_;  // in elements
    for (std::size_t next = stretch + head; head != 0 && next <= total_; next += stretch) {
      put(vector_at(static_cast<std::ptrdiff_t>(next - kLanes)), out_ + next - kLanes);
    }
    hn::Store(rest == 0 ? hn::Zero(d) : own(total_ - rest), d, line);
    edge.fill = rest * sizeof(T);
  }

 private:
  // All vectors that lie in one stretch, column by column.
  HWY_INLINE void pour_columns(std::size_t head) const {
    const std::size_t stretch = kBits * planes_;  // in elements
    const std::size_t step = period_ * planes_;
    std::size_t plane = head;
    for (std::size_t x = head; x < head + step; x += kLanes, plane += kLanes) {
      while (plane >= planes_) plane -= planes_;
      const V values = hn::LoadU(d, values_ + plane);
      const V test = hn::LoadU(d, tests_ + x);
      const T* bits = stretches_ + plane;
      for (std::size_t first = 0; first < total_; first += stretch, bits += row_) {
        const auto reach = static_cast<std::ptrdiff_t>(std::min(stretch, total_ - first)) -
                           static_cast<std::ptrdiff_t>(x + kLanes);
        pour_column(hn::LoadU(d, bits), values, test, static_cast<std::ptrdiff_t>(step), reach,
                    out_ + first + x);
      }
    }
  }

  // One column of one stretch: a vector here and every `step` elements as far as they may reach.
  HWY_INLINE void pour_column(V bits, V values, V test, std::ptrdiff_t step, std::ptrdiff_t reach,
                              T* to) const {
    const auto put_at = [&](T* at) HWY_ATTR {
      put(hn::IfThenElseZero(hn::TestBit(bits, test), values), at);
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

  static HWY_INLINE void put(V v, T* to) {
    if constexpr (kIsStreamed) {
      hn::Stream(v, d, to);
    } else {
      hn::Store(v, d, to);
    }
  }

  std::size_t planes_, total_, period_, row_;
  const T* tests_;
  const T* values_;
  const T* stretches_;
  T* out_ = nullptr;
};

template <class T, bool kIsStreamed>
void pour_cells(const Shape& shape, const Layer*, Tables& tables, std::byte* to, Edge& edge) {
  CellPourer<T, kIsStreamed>(shape, tables).pour(reinterpret_cast<T*>(to), edge);
}

// Layers to arrays.
HWY_INLINE void pick(const Shape& shape, const Layer* layers, Tables& tables) {
  Tables::Late& late = tables.late[tables.turn];
  auto* const values = reinterpret_cast<std::uint32_t*>(late.values.data());
  for (std::uint16_t p : tables.varying) values[p] = layers[p].value();
  auto* masks = reinterpret_cast<std::uint64_t*>(late.masks.data());
  const std::size_t planes = shape.planes.size();
  for (std::size_t word = 0; word < shape.words; ++word, masks += planes) {
    for (std::size_t p = 0; p < planes; ++p) masks[p] = layers[p].mask[word];
  }
}

// Rows of the planes' items, again and again: put(item, place) puts a vector's number of items, the
// first being `item`, at a place in its row. What is too much is overwritten by the next, or lies
// beyond what is used.
template <std::size_t kLanes, class Put>
HWY_INLINE void repeat(std::size_t planes, Put put) {
  for (std::size_t first = 0; first < planes + kLanes; first += planes) {
    const std::size_t size = std::min(planes, planes + kLanes - first);
    for (std::size_t p = 0; p < size; p += kLanes) put(p, first + p);
  }
}

// The stretches of one word of the planes' masks.
template <class T>
HWY_INLINE void spread_word(const std::uint64_t* masks, std::size_t planes, std::size_t row_size,
                            T* HWY_RESTRICT row) {
  constexpr std::size_t kLanes = CellPourer<T, false>::kLanes;
  if constexpr (sizeof(T) == 4) {
    const hn::CappedTag<T, kLanes> d;
    repeat<kLanes>(planes, [=](std::size_t p, std::size_t place) HWY_ATTR {
      const T* const halves = reinterpret_cast<const T*>(masks + p);
      const auto first = hn::LoadU(d, halves);
      const auto second = hn::LoadU(d, halves + kLanes);
      hn::StoreU(hn::ConcatEven(d, second, first), d, row + place);
      hn::StoreU(hn::ConcatOdd(d, second, first), d, row + row_size + place);
    });
  } else {
    for (std::size_t bit = 0; bit < 64; bit += 8 * sizeof(T), row += row_size) {
      repeat<kLanes>(planes, [=](std::size_t p, std::size_t place) HWY_ATTR {
        for (std::size_t i = 0; i < kLanes; ++i) {
          row[place + i] = static_cast<T>(masks[p + i] >> bit);
        }
      });
    }
  }
}

// Arrays to rows.
template <class T>
HWY_INLINE void spread(const Shape& shape, std::size_t row_size, Tables::Late& late) {
  constexpr std::size_t kLanes = CellPourer<T, false>::kLanes;
  constexpr std::size_t kStretches = 8 / sizeof(T);  // of a word
  const std::size_t planes = shape.planes.size();
  const auto* const values = reinterpret_cast<const std::uint32_t*>(late.values.data());
  const auto* masks = reinterpret_cast<const std::uint64_t*>(late.masks.data());
  T* row = reinterpret_cast<T*>(late.rows.data());
  repeat<kLanes>(planes, [=](std::size_t p, std::size_t place) HWY_ATTR {
    for (std::size_t i = 0; i < kLanes; ++i) row[place + i] = static_cast<T>(values[p + i]);
  });
  row += row_size;
  for (std::size_t word = 0; word < shape.words; ++word) {
    spread_word(masks, planes, row_size, row);
    masks += planes;
    row += kStretches * row_size;
  }
}

// Picking, spreading and pouring are three positions apart. Vectors loaded from what was just stored
// in smaller pieces, or elsewhere in the vector, wait until all stores before have left the store
// queue; so late there is nothing to wait for.
template <class T>
void take_cells(const Shape& shape, const Layer* layers, Tables& tables) {
  spread<T>(shape, tables.row, tables.late[tables.turn]);
  tables.turn ^= 1;
  if (layers != nullptr) pick(shape, layers, tables);
}

template <class T>
Kernel kernel_of() {
  constexpr std::size_t kBytes = CellPourer<T, false>::kLanes * sizeof(T);
  // Columns write a line at once or come back to it much later: then only the caches can join it.
  return {kBytes, &pour_cells<T, false>, kBytes == kLineBytes ? &pour_cells<T, true> : nullptr,
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

namespace {

template <class T>
void fill_tests(std::size_t planes, std::vector<Line>& tests) {
  constexpr std::size_t kBits = 8 * sizeof(T);
  T* const to = reinterpret_cast<T*>(tests.data());
  for (std::size_t x = 0; x < kBits * planes; ++x) to[x] = static_cast<T>(T{1} << x / planes);
}

}  // namespace

void Tables::prepare_cells(const Shape& s, const Layer* layers) {
  const std::size_t planes = s.planes.size();
  const std::size_t bits = std::size_t{8} * s.element_bytes;
  const std::size_t line = kLineBytes / s.element_bytes;
  const auto lines_for = [&](std::size_t elements) { return (elements + line - 1) / line; };
  row = lines_for(planes + 2 * line) * line;
  // What follows the last cell of a stretch is another stretch's: a line of zeros.
  tests.resize(lines_for(bits * planes) + 1);
  for (Late& l : late) {
    l.masks.resize((s.words * planes + line) * sizeof(std::uint64_t) / kLineBytes + 1);
    l.values.resize((planes + line) * sizeof(std::uint32_t) / kLineBytes + 1);
    l.rows.resize(row / line * (1 + s.words * (64 / bits)));
    auto* const constants = reinterpret_cast<std::uint32_t*>(l.values.data());
    for (std::size_t p = 0; p < planes; ++p) constants[p] = layers[p].value();
  }
  for (std::size_t p = 0; p < planes; ++p) {
    if (layers[p].number != &kConstant) varying.push_back(static_cast<std::uint16_t>(p));
  }
  if (s.element_bytes == 1) fill_tests<std::uint8_t>(planes, tests);
  if (s.element_bytes == 2) fill_tests<std::uint16_t>(planes, tests);
  if (s.element_bytes == 4) fill_tests<std::uint32_t>(planes, tests);
}

}  // namespace intarsia::kernels
#endif
