// Tensors straight from records of Hex, as chess/tensor/record_encode.h has them.
//
// The records must be ones that `unpack` accepts, as those of a data set are. Earlier plies are the
// records just before; the one before a position also shows which stone came last.

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/hex/record.h"
#include "intarsia/hex/tensor/facts.h"
#include "intarsia/layout/moments.h"

namespace intarsia::hex {

// The record `then`, drawn in the view of `now` as the layout wants it.
void gather_record(const layout::Layout& l, const std::byte* now, const std::byte* then,
                   const std::byte* before, const Needs& needs, layout::Bank& bank);

class RecordEncoder : public layout::GameRecordEncoder<gather_record> {
 public:
  explicit RecordEncoder(const layout::Plan& plan)
      : GameRecordEncoder(plan, record_shape(plan.layout().catalogue->rows).bytes) {}
};

// How many earlier records a layout looks at.
int record_history(const layout::Layout& l);

// Whether a record is that of the position after another's move, as far as they tell: one that
// stores no move is followed by any of the next ply. Both must have been checked.
bool follows(int n, const std::byte* before, const std::byte* now);

}  // namespace intarsia::hex
