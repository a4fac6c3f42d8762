// Symmetries of tensors: the tensor of the turned position, made without reading it.
//
//   auto turned = TensorSymmetry::make(plan, Symmetry::transposed());
//   turned->apply(tensor, out);      // what encoding the transposed position gives
//
// Cells move; Blue's planes change places with Red's, first edges with second ones,
// and numbers that stand for colours are exchanged. All of it follows once from the
// layout and the partners of its facts, so that a batch is a table of places.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/hex/symmetry.h"
#include "intarsia/hex/tensor/facts.h"

namespace intarsia::hex {

class TensorSymmetry {
 public:
  // Refused where the layout does not show what would have to come in a plane's place: Blue's stones
  // without Red's, or who moved at an earlier ply, of which nothing may be known.
  static Result<TensorSymmetry> make(const layout::Plan& plan, Symmetry symmetry);

  // `out` must be another tensor of the same layout. Elements are moved, not checked: what stands for
  // nothing stands for nothing afterwards.
  void apply(const std::byte* tensor, std::byte* out) const;

 private:
  explicit TensorSymmetry(const layout::Plan& plan);
  [[nodiscard]] std::optional<Error> add_feature(const layout::Plan& plan, std::size_t feature,
                                                 Symmetry symmetry);
  template <class Element>
  void apply_as(const std::byte* tensor, std::byte* out) const;

  // An element that is one of two numbers becomes the other.
  struct Exchange {
    std::uint32_t place;
    std::uint32_t a, b;
  };

  layout::Dtype dtype_;
  std::vector<std::uint32_t> sources_;  // by element
  std::vector<Exchange> exchanges_;
};

// The same for the small form of planes.
class StackSymmetry {
 public:
  // Refused where no layer shows what would have to come in another's place.
  static Result<StackSymmetry> make(const layout::Plan& plan, Symmetry symmetry);

  // Both are stacks of the plan, for as many positions.
  void apply(const layout::Stack& in, layout::Stack& out) const;

 private:
  // Where the cells of a layer come from, and two values that become each other (or are the same).
  struct Source {
    std::size_t layer;
    std::uint32_t a = 0, b = 0;
  };

  StackSymmetry(Symmetry drawn, int n) : drawn_(drawn), n_(n) {}

  Symmetry drawn_;
  int n_;
  std::vector<Source> sources_;  // by layer
};

}  // namespace intarsia::hex
