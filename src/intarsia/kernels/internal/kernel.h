// What a kernel is, for the files that hold one each.
//
// A kernel writes a tensor as vectors that lie on their natural boundaries, so that every byte is
// stored once and no store touches two cache lines. Where a tensor neither begins nor ends on such
// a boundary, the vector that it leaves unfinished waits in the edge for the next tensor.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

// Planes one after the other that are alike, their layers too.
struct Run {
  std::size_t first_layer;
  std::size_t planes;
  std::size_t layers;    // of each plane
  std::size_t elements;  // of each plane
};

// What kernels prepare once for a shape.
struct Tables {
  Tables(const Shape& s, const Layer* layers) {
    s.order == Order::kPlaneFirst ? prepare_planes(s) : prepare_cells(s, layers);
  }

  std::vector<Run> runs;  // plane-first

  // Cell-first: see expand_cells.cc.
  std::vector<Line> tests;  // elements 1 << x / planes
  std::size_t row = 0;      // elements from one row to the next
  struct Late {
    std::vector<Line> masks;   // words x planes
    std::vector<Line> values;  // as 32 bits
    std::vector<Line> rows;    // of elements: the values, then every stretch
  };
  Late late[2];                        // positions on their way, by turns
  std::vector<std::uint16_t> varying;  // planes whose value may change
  int turn = 0;

  // Layers to the arrays of the position whose turn it is.
  void pick(const Shape& s, const Layer* layers);

 private:
  void prepare_planes(const Shape& s);
  void prepare_cells(const Shape& s, const Layer* layers);
};

// `to` is the boundary at or before the tensor's first byte, edge.fill bytes before it.
using WriteTensor = void (*)(const Shape& shape, const Layer* layers, Tables& tables, std::byte* to,
                             Edge& edge);

// Takes the layers as they are now, null for none; the tensor written is that of two takes before.
// Null for a kernel that writes from the layers themselves.
using Take = void (*)(const Shape& shape, const Layer* layers, Tables& tables);
inline constexpr int kTakesBefore = 2;

struct Kernel {
  std::size_t vector_bytes;
  WriteTensor cached;
  WriteTensor streamed;  // null where stores would leave lines half written for long
  Take take;
};

// Highway's number of the instruction set that is used; better ones are smaller. It asks the processor
// once: asking takes microseconds in a virtual machine.
std::int64_t chosen_target();

// For the processor at hand.
Kernel planes_kernel(int element_bytes);
Kernel cells_kernel(int element_bytes);
// A better one of the second kind, for the shapes and processors that can have it.
std::optional<Kernel> rows_kernel(const Shape& shape);

// The cell-first kernel wants a layer for each plane, in order.
inline bool has_kernel(const Shape& s) {
  return s.order == Order::kPlaneFirst || (s.layers == s.planes.size() && s.layers != 0);
}

// One element at a time: what every kernel must equal.
void expand_portable(const Shape& shape, const Layer* layers, std::byte* out);

// Copies bytes with non-temporal stores. Whole cache lines of the destination go past the caches;
// what is left at both ends is stored as usual.
void stream(const std::byte* from, std::size_t size, std::byte* to);

// Orders non-temporal stores before whatever reports that the output is there.
void stream_fence();

}  // namespace intarsia::kernels
