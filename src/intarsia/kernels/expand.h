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
#include <memory>
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

// The number of layers that always have the same value.
inline constexpr std::int32_t kConstant = 0;

// Where one layer of the position at hand is found: its mask, and its value as an entry of a table.
// Picking is left to the kernels, which have time for it while they wait for memory.
struct Layer {
  const std::uint64_t* mask;
  const std::int32_t* number;  // &kConstant if it never changes
  const std::uint32_t* elements;

  std::uint32_t value() const { return elements[*number]; }
};

// Writes tensors of one shape, one position after the other, by the best instructions that the
// processor has. All that does not depend on the position is prepared once.
//
//   Expander expander(shape, layers);
//   expander.begin(false);
//   for (const State& s : states) gather(s), expander.write(out), out += stride;
//   expander.finish();
class Expander {
 public:
  // What the spans point to must outlive the expander.
  Expander(const Shape& shape, std::span<const Layer> layers);
  Expander(Expander&&) noexcept;
  Expander& operator=(Expander&&) noexcept;
  ~Expander();

  // Streamed tensors go past the caches: for output that would not stay in them.
  void begin(bool is_streamed);

  // The layers as they are now, to a tensor at any address. Tensors that touch are cheapest, for
  // then only whole vectors are stored. What is written may reach its place as late as in `finish`.
  void write(std::byte* out);
  void finish();

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace intarsia::kernels
