// A plan as a program for the GPU: what the kernels must know about it, and the text that says so.
//
// Whatever depends on the layout alone is a constant of the text, so that a user's layout is compiled
// as a built-in one is.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/device_code.h"
#include "intarsia/layout/encode.h"

namespace intarsia::cuda {

// One layer as its position is gathered. A set has the same element always; a number has it in the
// plan's table, where number 0 is at `element`.
struct LayerStep {
  std::uint32_t layer;  // of its age's first one
  layout::FactId fact;
  bool is_value;
  std::uint32_t element;
  std::int32_t lo = 0, hi = 0;  // of numbers
  friend bool operator==(const LayerStep&, const LayerStep&) = default;
};

// The layers of one age, which several ages may have in common.
using Steps = std::vector<LayerStep>;

struct Program {
  // For tensors that begin at a multiple of `alignment` bytes, 1 to 16.
  Program(const layout::Plan& plan, std::uint32_t alignment);

  std::uint32_t frame = 0;
  std::uint32_t words = 0;
  std::uint32_t layers = 0;
  std::uint32_t element_bytes = 0;
  std::uint32_t slot_bytes = 0;
  std::uint32_t tensor_bytes = 0;
  std::uint32_t threads = 0;         // of a block
  std::uint32_t registers_each = 0;  // of a thread, at most
  std::uint32_t row_bytes = 0;       // of the layers of one position
  std::uint32_t positions = 0;       // of a block, at most
  bool needs_scratch = false;        // the layers of one position are too many for shared memory
  bool has_slots_in_planes = false;
  bool has_bits = false;  // cell-first, a layer for each plane: masks are made rows of bits
  std::uint32_t cells = 0;
  std::uint32_t bit_words = 0;    // of one tensor's bits, in 32s
  std::uint32_t row_of_cell = 0;  // bytes of the elements of a cell's planes, over and over
  bool is_single = false;         // a layer for each plane
  bool is_plane_first = false;
  std::vector<std::uint16_t> ages;
  std::vector<Steps> steps;                // different ones
  std::vector<std::uint32_t> steps_of;     // by age
  std::vector<std::uint32_t> first_layer;  // by age
  std::vector<std::uint32_t> plane_begin;  // elements, of plane-first ones; then the end
  std::vector<std::uint32_t> plane_layer;
  std::vector<std::uint32_t> plane_layers;
  std::uint32_t plane_elements = 0;  // of all planes, if they have the same number; else 0

  std::size_t planes() const { return plane_layer.size(); }
};

// What NVRTC is given.
std::string to_text(const Program& program, const game::DeviceCode& code, int size);

}  // namespace intarsia::cuda
