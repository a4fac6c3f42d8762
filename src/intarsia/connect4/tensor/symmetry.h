// Symmetries of tensors: the tensor of the mirrored position, made without reading it.
//
//   TensorSymmetry mirrored(plan, Symmetry::mirrored());
//   mirrored.apply(tensor, out);      // what encoding the mirrored position gives
//
// Only cells move, so every layout can be mirrored, and a batch is a table of places.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "intarsia/connect4/symmetry.h"
#include "intarsia/connect4/tensor/facts.h"

namespace intarsia::connect4 {

class TensorSymmetry {
 public:
  TensorSymmetry(const layout::Plan& plan, Symmetry symmetry);

  // `out` must be another tensor of the same layout. Elements are moved, not checked: what stands for
  // nothing stands for nothing afterwards.
  void apply(const std::byte* tensor, std::byte* out) const;

 private:
  std::size_t bytes_;                   // of an element
  std::vector<std::uint32_t> sources_;  // by element
};

// The same for the small form of planes.
class StackSymmetry {
 public:
  StackSymmetry(const layout::Plan& plan, Symmetry symmetry);

  // Both are stacks of the plan, for as many positions.
  void apply(const layout::Stack& in, layout::Stack& out) const;

 private:
  Board board_;
  Symmetry symmetry_;
};

}  // namespace intarsia::connect4
