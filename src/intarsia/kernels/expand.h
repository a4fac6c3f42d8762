// Layers of masks and values to a tensor: the last step of encoding, and the one that costs.
//
// A layer is a set of cells and one element value; a plane is one or more layers
// whose cells do not overlap. Values come as the element's bit pattern, so the
// kernels know element sizes (1, 2, 4 bytes) and no number formats.
//
//   plane-first (CHW, flat)   every plane's cells one after the other
//   cell-first (HWC)          every cell's planes one after the other

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace intarsia::kernels {

// Where one plane's layers lie, and how many elements it has: all cells, or one for a scalar
// (the plane's value on cell 0).
struct Plane {
  std::uint16_t first_layer;
  std::uint16_t layers;
  std::uint16_t elements;
};

enum class Order : std::uint8_t { kPlaneFirst, kCellFirst };

struct Shape {
  Order order;
  std::uint8_t element_bytes;  // 1, 2 or 4
  std::uint16_t cells;
  std::uint16_t words;   // 64-bit words of a mask
  std::uint16_t layers;  // of one position
  std::span<const Plane> planes;

  std::size_t elements() const {
    std::size_t n = 0;
    for (const Plane& p : planes) n += p.elements;
    return n;
  }
};

// Many positions' layers: masks[count][layers][words], values[count][layers].
struct Layers {
  std::size_t count;
  const std::uint64_t* masks;
  const std::uint32_t* values;
};

// Writes `count` tensors, each `stride` bytes after the one before. Any alignment.
void expand(const Shape& shape, const Layers& layers, std::byte* out, std::ptrdiff_t stride);

// Copies bytes with non-temporal stores, for output that would not stay in the caches. Whole cache
// lines of the destination go past them; what is left at both ends is stored as usual.
void stream(const std::byte* from, std::size_t size, std::byte* to);

}  // namespace intarsia::kernels
