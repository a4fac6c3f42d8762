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

  // The number of the first tensor that is left to others, or the count; what was written from there
  // on means nothing.
  std::size_t convert(const kernels::BoardRows& rows, const TurnChoice& choice);

 private:
  // The planes of a layout, by who moves.
  using Codes = std::array<kernels::CodedPlanes, kColors>;

  static std::optional<Codes> codes_of(const layout::Plan& plan);

  BoardConverter(std::size_t cells, const Codes& from, const Codes& to);

  // Who moves in all of them, if it is said, or nobody needs to know.
  std::optional<Color> common_turn(const TurnChoice& choice) const;
  // … and in one, if it is shown or inferred.
  std::optional<Color> find_turn(const std::byte* tensor, const TurnChoice& choice) const;
  std::optional<Color> infer(const std::byte* tensor, std::optional<bool> has_swap) const;
  Color shown_turn(const std::byte* tensor) const;

  // An element that tells who moves: where it is, and what it is with Blue to move.
  struct TurnElement {
    std::size_t at;
    std::uint8_t bytes;
    std::uint32_t blue;
  };
  static bool can_be_of_either(const Codes& from, const Codes& to);
  static std::optional<TurnElement> find_turn_element(std::size_t cells, const Codes& codes);

  std::array<kernels::Recoder, kColors> recoders_;
  std::optional<kernels::Recoder>
      of_either_turn_;  // for tensors that show it to others that do not
  std::optional<TurnElement> turn_element_;
  bool reads_by_turn_;
  bool writes_by_turn_;
};

}  // namespace intarsia::hex
