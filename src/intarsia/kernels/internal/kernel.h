// What a kernel is, for the files that hold one each.
//
// A kernel pours a tensor into vectors that lie on their natural boundaries, so that every byte is
// stored once and no store touches two cache lines. Where a tensor neither begins nor ends on such
// a boundary, the vector that it leaves unfinished waits in the edge for the next tensor.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "intarsia/kernels/expand.h"

namespace intarsia::kernels {

inline constexpr std::size_t kLineBytes = 64;

struct alignas(kLineBytes) Line {
  std::byte bytes[kLineBytes] = {};
};

// An unfinished vector: its first `fill` bytes are known, the others are 0.
struct Edge {
  Line line;
  std::size_t fill = 0;
};

// What the cell-first kernel prepares, see expand_cells.cc. Arrays of elements.
struct CellTables {
  explicit CellTables(const Shape& shape);

  std::size_t row;              // elements from one stretch to the next
  std::vector<Line> tests;      // 1 << x / planes
  std::vector<Line> stretches;  // scratch: a row for every stretch of cells
  std::vector<Line> values;     // scratch: one row
};

// `to` is the boundary at or before the tensor's first byte, edge.fill bytes before it.
using Pour = void (*)(const Shape& shape, CellTables& tables, const std::uint64_t* masks,
                      const std::uint32_t* values, std::byte* to, Edge& edge);

struct Kernel {
  std::size_t vector_bytes;
  Pour cached;
  Pour streamed;  // null where stores would leave lines half written for long
};

// For the processor at hand.
Kernel planes_kernel(int element_bytes);
Kernel cells_kernel(int element_bytes);

// The cell-first kernel wants a layer for each plane, in order.
inline bool has_kernel(const Shape& s) {
  return s.order == Order::kPlaneFirst || s.layers == s.planes.size();
}

// One element at a time: what every kernel must equal.
void expand_portable(const Shape& shape, const std::uint64_t* masks, const std::uint32_t* values,
                     std::byte* out);

// Copies bytes with non-temporal stores. Whole cache lines of the destination go past the caches;
// what is left at both ends is stored as usual.
void stream(const std::byte* from, std::size_t size, std::byte* to);

// Orders non-temporal stores before whatever tells others that the output is there.
void stream_fence();

}  // namespace intarsia::kernels
