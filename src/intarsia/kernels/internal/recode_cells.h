// The part of recoding that goes from cell to cell: finding out their states, and writing planes by them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace intarsia::kernels {

// Empty, the first player's, the second's.
inline constexpr std::size_t kCellStates = 3;
using StateCodes = std::array<std::uint32_t, kCellStates>;

// Whether a plane is the same whatever the states.
inline bool is_filled(const StateCodes& codes) {
  return codes[0] == codes[1] && codes[0] == codes[2];
}

inline constexpr std::size_t kNoCopy = static_cast<std::size_t>(-1);

struct CodedPlane {
  std::size_t number;  // its place in the tensor
  StateCodes codes;
  std::size_t copy = kNoCopy;  // the place of the same plane in the other tensor
};

struct FilledPlane {
  std::size_t number;
  std::uint32_t element;
};

// A plane with one of two elements in all its cells.
struct ShownPlane {
  std::size_t number;
  std::array<std::uint32_t, 2> elements;

  bool can_be(std::uint32_t element) const {
    return element == elements[0] || element == elements[1];
  }
};

struct CellWork {
  std::size_t cells;
  std::uint8_t from_bytes;  // of an element
  std::uint8_t to_bytes;
  std::vector<ShownPlane> shown;  // of the tensor that is read: the same whatever the states
  std::vector<CodedPlane> told;   // its other planes, which tell states apart
  std::vector<FilledPlane> filled;
  std::vector<CodedPlane> written;
};

// Tensors that are read and written, each some bytes after the one before.
struct BoardRows {
  const std::byte* from;
  std::ptrdiff_t from_stride;
  std::byte* to;
  std::ptrdiff_t to_stride;
  std::size_t count;

  const std::byte* tensor(std::size_t i) const {
    return from + static_cast<std::ptrdiff_t>(i) * from_stride;
  }
  std::byte* out(std::size_t i) const { return to + static_cast<std::ptrdiff_t>(i) * to_stride; }
  BoardRows part(std::size_t first, std::size_t n) const {
    return {tensor(first), from_stride, out(first), to_stride, n};
  }
};

// Smaller boards have less than a vector of cells.
inline constexpr std::size_t kMinRecodedCells = 16;

// Does the work: planes one after the other, at multiples of their elements' sizes. Returns the number
// of the first board with a cell that is in no state, or the count; what was written from there on
// means nothing.
using RecodeCells = std::size_t (*)(const CellWork& work, const BoardRows& rows);

// The one for this work, by the best instructions that the processor has.
RecodeCells choose_recode_cells(const CellWork& work);

}  // namespace intarsia::kernels
