// Tensors straight from records: 32 bytes, their facts, the planes, without positions in between.
//
// The records must be ones that `check` accepts, as those of a data set are: nothing is checked here.
// Earlier plies are the records just before, back to the first position of the game.

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/chess/record.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/layout/moments.h"

namespace intarsia::chess {

// The record `then`, drawn in the view of `now` as the layout wants it.
void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte* before, const Needs& needs, layout::Bank& bank);

class RecordEncoder : public layout::GameRecordEncoder<gather_record> {
 public:
  explicit RecordEncoder(const layout::Plan& plan) : GameRecordEncoder(plan, sizeof(Record)) {}
};

// How many earlier records a layout looks at.
inline int record_history(const layout::Layout& l) { return l.history(); }

// Whether a record is that of the position after another's move, as far as they tell: one that
// stores no move is followed by any of the next ply. Both must have been checked.
bool follows(const std::byte* before, const std::byte* now);

}  // namespace intarsia::chess
