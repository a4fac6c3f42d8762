#include "intarsia/hex/tensor/policy.h"

#include <algorithm>
#include <cassert>

namespace intarsia::hex {

std::int32_t policy_index(const Position& p, Move m, layout::FrameId frame) {
  if (m.is_none()) return kNoPolicy;
  if (m.is_swap()) return p.cells();
  return View(frame, p.turn(), p.size()).cell(m.cell());
}

Result<Move> policy_move(const Position& p, std::int32_t index, layout::FrameId frame) {
  if (index < 0 || index >= policy_size(p.size())) {
    return Error{ErrorCode::kInvalid, 0, "no move has this number"};
  }
  Move m = Move::from_index(index, p.size());
  if (m.is_cell()) m = Move(View(frame, p.turn(), p.size()).cell(m.cell()));
  if (!p.is_open(m)) return Error{ErrorCode::kIllegal, 0, "the move is not legal here"};
  return m;
}

void policy_mask(const Position& p, layout::FrameId frame, std::span<std::uint8_t> out) {
  assert(out.size() == static_cast<std::size_t>(policy_size(p.size())));
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  if (winner(p)) return;
  const View view(frame, p.turn(), p.size());
  for (Cell c : p.empty_cells()) out[view.cell(c)] = 1;
  out[static_cast<std::size_t>(p.cells())] = p.may_swap();
}

}  // namespace intarsia::hex
