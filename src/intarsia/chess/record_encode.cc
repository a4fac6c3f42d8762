#include "intarsia/chess/record_encode.h"

#include <cstring>

#include "intarsia/chess/internal/nibbles.h"

namespace intarsia::chess {

namespace {

// Records may lie at any address.
Record record_at(const std::byte* bytes) {
  Record r;
  std::memcpy(&r, bytes, sizeof r);
  return r;
}

}  // namespace

void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte*, const Needs& needs, layout::Bank& bank) {
  const Record r = record_at(then);
  const Color mover = now == then ? turn_of(r) : turn_of(record_at(now));
  gather(internal::setup_from(r, internal::nibble_sets(r)), occurrences_of(r), View(l.frame, mover),
         needs, bank);
}

layout::RecordMoment moment_at(std::span<const std::byte> records, std::size_t i, int history) {
  return layout::moment_at(records, sizeof(Record), i, history,
                           [](const std::byte* r) { return is_first(record_at(r)); });
}

}  // namespace intarsia::chess
