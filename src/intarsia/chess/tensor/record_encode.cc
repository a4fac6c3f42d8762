#include "intarsia/chess/tensor/record_encode.h"

#include "intarsia/chess/internal/nibbles.h"

namespace intarsia::chess {

void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte*, const Needs& needs, layout::Bank& bank) {
  const Record r = record_at(then);
  const Color mover = now == then ? turn_of(r) : turn_of(record_at(now));
  gather(internal::setup_from(r, internal::nibble_sets(r)), occurrences_of(r), View(l.frame, mover),
         needs, bank);
}

bool follows(const std::byte* before, const std::byte* now) {
  const auto a = unpack(record_at(before));
  const auto b = unpack(record_at(now));
  if (!a || !b) return false;
  const int step = a->position.turn() == kBlack ? 1 : 0;
  const bool is_next = a->position.turn() != b->position.turn() &&
                       b->position.fullmove() == a->position.fullmove() + step;
  if (!is_next || a->targets.move == Move::none()) return is_next;
  return a->position.after(a->targets.move).board() == b->position.board();
}

}  // namespace intarsia::chess
