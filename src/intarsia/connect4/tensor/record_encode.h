// Tensors straight from records of Connect Four, as chess/tensor/record_encode.h has them.
//
// The records must be ones that `check` accepts, as those of a data set are. Earlier plies are the
// records just before; the one before a position also shows which disc fell last.

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/connect4/record.h"
#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/layout/moments.h"

namespace intarsia::connect4 {

// The record `then`, drawn in the view of `now`. Records lie at any address.
void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte* before, const Needs& needs, layout::Bank& bank);

class RecordEncoder : public layout::GameRecordEncoder<gather_record> {
 public:
  explicit RecordEncoder(const layout::Plan& plan) : GameRecordEncoder(plan, sizeof(Record)) {}
};

// How many earlier records a layout looks at.
int record_history(const layout::Layout& l);

// Whether a record is that of the position after another's move, as far as they tell: one that
// stores no move may be followed by any position of the next ply that has its discs. Both must have
// been checked.
bool follows(const std::byte* before, const std::byte* now);

}  // namespace intarsia::connect4
