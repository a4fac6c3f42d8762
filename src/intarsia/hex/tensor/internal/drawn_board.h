// A board as words of bits, drawn in a view: what most facts are gathered from, whether it comes from
// a position, a record or a tensor.

#pragma once

#include <array>
#include <optional>

#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/internal/fact_index.h"

namespace intarsia::hex::internal {

struct DrawnBoard {
  int n;
  std::size_t words;
  std::array<const std::uint64_t*, kColors> stones = {};
  Color us;
  Color turn;
  std::optional<Cell> last = std::nullopt;
};

inline std::size_t words_of(int n) { return (static_cast<std::size_t>(cell_count(n)) + 63) / 64; }

inline Color color_of(Whose whose, Color us) {
  return whose == kOfBlue ? kBlue : whose == kOfRed ? kRed : whose == kOfUs ? us : !us;
}

// The families that such a board tells: all but chains to the edges, and the swap.
void gather_board(const DrawnBoard& b, Needs needs, layout::Bank& bank);
// Whether these are all that is needed.
bool is_of_board(const Needs& needs);

}  // namespace intarsia::hex::internal
