// Boards from one layout into another, cell by cell, without positions in between.
//
// For layouts in which a plane shows nothing but who stands on a cell and who moves: each cell has
// then one of three states, and each plane one element for a state. What is unusual about a tensor is
// left to the decoder, which says what is wrong with it.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "intarsia/hex/tensor/decode.h"
#include "intarsia/kernels/recode.h"
#include "intarsia/layout/encode.h"

namespace intarsia::hex {

class BoardConverter {
 public:
  // Nothing if the layouts show more than that, or the first one too little.
  static std::optional<BoardConverter> make(const layout::Plan& from, const layout::Plan& to);

  // False for a tensor that is left to others; what was written then means nothing.
  bool convert(const std::byte* tensor, const TurnChoice& choice, std::byte* out) const;

 private:
  // The planes of a layout, by who moves.
  struct Codes {
    std::array<std::vector<kernels::StateCodes>, kColors> planes;
    std::uint8_t element_bytes;

    static std::optional<Codes> make(const layout::Plan& plan);
    bool depends_on_turn() const { return planes[0] != planes[1]; }
    bool tells_states_apart() const;
    std::optional<std::size_t> plane_of_turn() const;
    kernels::CodedPlanes of(Color turn) const { return {element_bytes, planes[index(turn)]}; }
  };

  BoardConverter(int n, Codes from, Codes to);

  // Who moves, if the tensor shows it, or nobody needs to know.
  std::optional<Color> find_turn(const std::byte* tensor) const;

  std::size_t cells_;
  Codes from_;
  Codes to_;
  std::optional<std::size_t> plane_of_turn_;
  bool needs_turn_;
};

}  // namespace intarsia::hex
