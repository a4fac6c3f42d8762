#include "intarsia/connect4/tensor/policy.h"

#include <algorithm>
#include <cassert>

namespace intarsia::connect4 {

std::int32_t policy_index(Move m) { return m.is_none() ? kNoPolicy : m.column(); }

Result<Move> policy_move(const Position& p, std::int32_t index) {
  if (index < 0 || index >= p.board().columns()) {
    return Error{ErrorCode::kInvalid, 0, "no move has this number"};
  }
  const Move m(index);
  if (!p.is_legal(m)) return Error{ErrorCode::kIllegal, 0, "the move is not legal here"};
  return m;
}

void policy_mask(const Position& p, std::span<std::uint8_t> out) {
  assert(out.size() == static_cast<std::size_t>(p.board().columns()));
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (Cell c : p.legal_cells()) out[static_cast<std::size_t>(p.board().column_of(c))] = 1;
}

}  // namespace intarsia::connect4
