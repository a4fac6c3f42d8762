// Tensors of one layout as another's of the same game and board: fast where that is possible, and with
// the decoder's own words where a tensor cannot be read.

#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "intarsia/game/game_type.h"

namespace intarsia::game {

class TensorConverter {
 public:
  TensorConverter(const GameType& type, const layout::Plan& from, const layout::Plan& to)
      : type_(&type), from_(from), to_(to) {
    if (type.make_converter != nullptr) fast_ = type.make_converter(from, to);
  }

  // The number of the first tensor that cannot be converted, and why; those before it are.
  std::optional<std::pair<std::size_t, Error>> convert(const std::byte* from,
                                                       std::ptrdiff_t from_stride, TurnList turns,
                                                       std::size_t count, std::byte* out,
                                                       std::ptrdiff_t stride,
                                                       layout::Stores stores);

 private:
  const GameType* type_;
  layout::Plan from_;
  layout::Plan to_;
  std::unique_ptr<Converter> fast_;
  // Made when a tensor needs them.
  std::unique_ptr<Decoder> decoder_;
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace intarsia::game
