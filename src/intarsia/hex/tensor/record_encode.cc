#include "intarsia/hex/tensor/record_encode.h"

#include <algorithm>

#include "intarsia/hex/tensor/internal/fact_index.h"

namespace intarsia::hex {

namespace {

std::span<const std::uint8_t> record_of(int n, const std::byte* bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes), record_shape(n).bytes};
}

}  // namespace

void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte* before, const Needs& needs, layout::Bank& bank) {
  const int n = l.catalogue->rows;
  State state{position_of(n, record_of(n, then))};
  if (before != nullptr && needs.has(internal::family::kLastMove)) {
    state.last = last_stone(move_of(n, record_of(n, before)), state.position);
  }
  gather(state, View(l.frame, turn_of(n, record_of(n, now)), n), needs, bank);
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
