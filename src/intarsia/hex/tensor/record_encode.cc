#include "intarsia/hex/tensor/record_encode.h"

#include <algorithm>

#include "intarsia/hex/tensor/internal/drawn_board.h"

namespace intarsia::hex {

namespace {

std::span<const std::uint8_t> record_of(int n, const std::byte* bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes), record_shape(n).bytes};
}

}  // namespace

void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte* before, const Needs& needs, layout::Bank& bank) {
  const int n = l.catalogue->rows;
  const View view(l.frame, turn_of(n, record_of(n, now)), n);
  const bool needs_last = before != nullptr && needs.has(internal::family::kLastMove);
  if (!view.is_transposed() && !needs_last && internal::is_of_board(needs)) {
    const auto record = record_of(n, then);
    const auto stones = stones_of(n, record);
    return internal::gather_board({.n = n,
                                   .words = internal::words_of(n),
                                   .stones = {stones[0].words().data(), stones[1].words().data()},
                                   .us = view.us(),
                                   .turn = turn_of(n, record)},
                                  needs, bank);
  }
  State state{position_of(n, record_of(n, then))};
  if (needs_last) {
    state.last = last_stone(move_of(n, record_of(n, before)), state.position);
  }
  gather(state, view, needs, bank);
}

int record_history(const layout::Layout& l) {
  int most = 0;
  for (const layout::Feature& f : l.features) {
    most = std::max(most, f.ago + (f.fact == internal::kLastMove ? 1 : 0));
  }
  return most;
}

bool follows(int n, const std::byte* before, const std::byte* now) {
  const auto a = unpack(n, record_of(n, before));
  const auto b = unpack(n, record_of(n, now));
  if (!a || !b || b->position.ply() != a->position.ply() + 1) return false;
  if (a->targets.move.is_none()) return true;
  // The rule of a swap is not stored: it leaves one stone, wherever that is.
  if (a->targets.move.is_swap()) return b->position.is_swapped();
  const Position after = a->position.after(a->targets.move);
  return after.stones(kBlue) == b->position.stones(kBlue) &&
         after.stones(kRed) == b->position.stones(kRed);
}

}  // namespace intarsia::hex
