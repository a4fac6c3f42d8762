#include "intarsia/game/convert.h"

namespace intarsia::game {

std::optional<std::pair<std::size_t, Error>> TensorConverter::convert(
    const std::byte* from, std::ptrdiff_t from_stride, TurnList turns, std::size_t count,
    std::byte* out, std::ptrdiff_t stride, layout::Stores stores) {
  const auto at = [](auto* rows, std::size_t i, std::ptrdiff_t step) {
    return rows + static_cast<std::ptrdiff_t>(i) * step;
  };
  std::size_t done = 0;
  while (done < count) {
    if (fast_ != nullptr) {
      const TurnList rest{turns.first + done * turns.step, turns.step};
      done += fast_->convert(at(from, done, from_stride), from_stride, rest, count - done,
                             at(out, done, stride), stride, stores);
      if (done == count) break;
    }
    if (decoder_ == nullptr) {
      decoder_ = type_->make_decoder(from_);
      encoder_ = type_->make_encoder(to_);
    }
    // All of them, or the one that is left to us.
    const std::size_t end = fast_ != nullptr ? done + 1 : count;
    const std::size_t first = done;
    std::optional<Error> error;
    while (done < end && !error) {
      error = decoder_->decode(at(from, done, from_stride), turns[done]);
      if (!error) error = decoder_->add_to(*encoder_);
      if (!error) ++done;
    }
    encoder_->encode(at(out, first, stride), stride, stores);
    if (error) return std::pair(done, *std::move(error));
  }
  return std::nullopt;
}

}  // namespace intarsia::game
