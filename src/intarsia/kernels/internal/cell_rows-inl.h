// The rows from which the cell-first kernel loads (expand_cells.cc): values and stretches of masks,
// each repeating after as many elements as there are planes. Compiled once per instruction set.

#if defined(INTARSIA_KERNELS_CELL_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef INTARSIA_KERNELS_CELL_ROWS_INL_H
#undef INTARSIA_KERNELS_CELL_ROWS_INL_H
#else
#define INTARSIA_KERNELS_CELL_ROWS_INL_H
#endif

#include <algorithm>

#include <hwy/highway.h>

#include "intarsia/kernels/internal/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A vector has no more lanes than a lane has bits: then a period fits into a stretch.
template <class T>
using CellTag = hn::CappedTag<T, 8 * sizeof(T)>;
template <class T>
inline constexpr std::size_t kCellLanes = hn::MaxLanes(CellTag<T>());

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
  constexpr std::size_t kLanes = kCellLanes<T>;
  if constexpr (sizeof(T) == 4) {
    const CellTag<T> d;
    repeat<kLanes>(planes, [=](std::size_t p, std::size_t place) HWY_ATTR {
      hn::Vec<CellTag<T>> low;
      hn::Vec<CellTag<T>> high;
      hn::LoadInterleaved2(d, reinterpret_cast<const T*>(masks + p), low, high);
      hn::StoreU(low, d, row + place);
      hn::StoreU(high, d, row + row_size + place);
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
  constexpr std::size_t kLanes = kCellLanes<T>;
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

// Picking, spreading and writing are three positions apart. Vectors loaded from what was just stored
// in smaller pieces, or elsewhere in the vector, wait until all stores before have left the store
// queue; so late there is nothing to wait for.
template <class T>
void take_cells(const Shape& shape, const Layer* layers, Tables& tables) {
  spread<T>(shape, tables.row, tables.late[tables.turn]);
  tables.turn ^= 1;
  if (layers != nullptr) tables.pick(shape, layers);
}

}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
