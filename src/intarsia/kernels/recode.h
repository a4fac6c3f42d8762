// Boards whose cells are in one of three states, from one set of planes straight into another.
//
// A plane has one element for each state: the stones of a player are (0, 1, 0), codes are (0, 1, 2),
// and a filled plane is the same for all three. Elements are bit patterns, as everywhere in kernels.
//
//   Recoder recoder(cells, from, to);
//   if (recoder.recode(rows) < rows.count) ...   // there some cell is in no state

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "intarsia/kernels/expand.h"
#include "intarsia/kernels/internal/recode_cells.h"

namespace intarsia::kernels {

// Planes of elements of 1, 2 or 4 bytes.
struct CodedPlanes {
  std::uint8_t element_bytes;
  Order order;
  std::vector<StateCodes> planes;

  // Where an element is, in bytes from the tensor's first.
  std::size_t at(std::size_t plane, std::size_t cell, std::size_t cells) const {
    const bool is_plane_first = order == Order::kPlaneFirst;
    return (is_plane_first ? plane * cells + cell : cell * planes.size() + plane) * element_bytes;
  }
  // Whether planes lie one after the other: a single one does in either order.
  bool is_plane_first() const { return order == Order::kPlaneFirst || planes.size() < 2; }
};

// What each plane is made of is decided once: one that the tensor has, too, is copied, one that is the
// same for all states is filled, and only the others are written cell by cell.
class Recoder {
 public:
  // No two states may have the same elements in all planes of `from`.
  Recoder(std::size_t cells, CodedPlanes from, CodedPlanes to);
  // Takes tensors of either kind; they may differ in the elements of one filled plane.
  Recoder(std::size_t cells, CodedPlanes from, CodedPlanes or_from, CodedPlanes to);

  // Returns the number of the first board with a cell that is not in one state by all planes of the
  // tensor, or the count; what was written from there on means nothing.
  std::size_t recode(const BoardRows& rows);

  // How many cells are in each state, of a tensor in which each is in one.
  std::array<std::size_t, kCellStates> count_states(const std::byte* tensor) const;

 private:
  struct CountedState {
    std::size_t state, plane;
  };

  void choose_counted();
  void add_output(std::size_t plane);
  bool can_use_vectors(const BoardRows& rows) const;
  bool recode_one(const BoardRows& row);
  bool recode_cell_first(const BoardRows& row);

  CodedPlanes from_;
  CodedPlanes or_from_;
  CodedPlanes to_;
  CellWork cells_;
  RecodeCells recode_cells_ = nullptr;                   // or one element at a time
  std::array<CountedState, kCellStates - 1> counted_{};  // the third has the other cells
  // A board's planes one after the other, where tensors have them cell by cell.
  std::vector<std::byte> read_;
  std::vector<std::byte> written_;
};

// One board, one element at a time: what the SIMD forms must equal.
bool recode_portable(std::size_t cells, const CodedPlanes& from, const std::byte* tensor,
                     const CodedPlanes& to, std::byte* out);

}  // namespace intarsia::kernels
