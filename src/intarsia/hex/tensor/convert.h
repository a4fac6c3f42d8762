// Boards from one layout into another without positions in between.
//
// For layouts that show a position alone, in Blue's view, and nothing that takes more than a look at
// the board. What is unusual about a tensor is left to the decoder, which says what is wrong with it.

#pragma once

#include <optional>

#include "intarsia/hex/tensor/decode.h"
#include "intarsia/hex/tensor/internal/absorb.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/reader.h"

namespace intarsia::hex {

class BoardConverter {
 public:
  static bool fits(const layout::Plan& from, const layout::Plan& to);

  // They must fit, and outlive it.
  BoardConverter(const layout::Plan& from, const layout::Plan& to);

  // `row(i)` is the tensor of row i, `turn(i)` who moves there. Converts up to the first row that
  // it leaves to others, and returns its number; what was written from there on means nothing.
  template <class Row, class Turn>
  std::size_t convert(std::size_t count, Row row, Turn turn, std::byte* out, std::ptrdiff_t stride,
                      layout::Stores stores) {
    std::size_t done = 0;
    const auto gather = [&](std::size_t i, int, layout::Bank& bank) {
      if (done == i && fill(row(i), turn(i), bank)) ++done;
      return true;
    };
    encoder_.encode(count, gather, out, stride, stores);
    return done;
  }

 private:
  bool fill(const std::byte* tensor, const TurnChoice& choice, layout::Bank& bank);
  const std::uint64_t* stones(Color c, Color us) const;

  int n_;
  std::size_t words_;
  bool needs_turn_;
  Needs needs_;
  layout::Reader reader_;
  internal::Absorber absorber_;
  std::array<bool, internal::kOwners> is_shown_{};  // the stones of each owner
  layout::Encoder encoder_;
};

}  // namespace intarsia::hex
