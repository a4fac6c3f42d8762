#include "intarsia/connect4/tensor/record_encode.h"

#include <algorithm>

#include "intarsia/connect4/tensor/internal/fact_index.h"

namespace intarsia::connect4 {

void gather_record(const layout::Layout&, const std::byte* now, const std::byte* then,
                   const std::byte* before, const Needs& needs, layout::Bank& bank) {
  State state{position_of(record_at(then))};
  if (before != nullptr && needs.has(internal::family::kLastMove)) {
    const Record previous = record_at(before);
    const Move m = move_of(previous);
    if (!m.is_none()) state.last = position_of(previous).landing(m);
  }
  gather(state, turn_of(record_at(now)), needs, bank);
}

int record_history(const layout::Layout& l) {
  int most = 0;
  for (const layout::Feature& f : l.features) {
    most = std::max(most, f.ago + (f.fact == internal::kLastMove ? 1 : 0));
  }
  return most;
}

bool follows(const std::byte* before, const std::byte* now) {
  const Record a = record_at(before);
  const Position from = position_of(a);
  const Position to = position_of(record_at(now));
  const Move m = move_of(a);
  if (!m.is_none()) return from.after(m) == to;
  return comes_from(to, from, 1);
}

}  // namespace intarsia::connect4
