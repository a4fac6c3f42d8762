#include "intarsia/chess/record_encode.h"

#include <cassert>

namespace intarsia::chess {

void gather_record(const layout::Layout& l, const Record& now, const Record& then,
                   const Needs& needs, layout::Bank& bank) {
  gather(setup_of(then), occurrences_of(then), View(l.frame, turn_of(now)), needs, bank);
}

RecordMoment moment_at(std::span<const Record> records, std::size_t i, int history) {
  assert(i < records.size());
  int known = 0;
  for (std::size_t j = i; known < history && j > 0 && !is_first(records[j]); --j) ++known;
  return {&records[i], known};
}

}  // namespace intarsia::chess
