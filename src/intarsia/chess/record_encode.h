// Tensors straight from records: 32 bytes, their facts, the planes, without positions in between.
//
// The records must be ones that `check` accepts, as those of a data set are: nothing is checked here.
// Earlier plies are the records just before, back to the first position of the game.

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/chess/facts.h"
#include "intarsia/chess/record.h"
#include "intarsia/layout/moments.h"

namespace intarsia::chess {

// `then`, drawn in the view of `now` as the layout wants it.
void gather_record(const layout::Layout& l, const Record& now, const Record& then,
                   const Needs& needs, layout::Bank& bank);

using RecordMoment = layout::Moment<Record>;
using RecordEncoder = layout::GameEncoder<Record, Needs, gather_record>;

// Record i with as many earlier ones of its game as there are, at most `history` (Layout::history).
RecordMoment moment_at(std::span<const Record> records, std::size_t i, int history);

}  // namespace intarsia::chess
