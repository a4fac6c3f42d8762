// Tensors straight from records of Hex, as chess/record_encode.h has them.
//
// The records must be ones that `unpack` accepts, as those of a data set are. Earlier plies are the
// records just before; the one before a position also tells which stone came last.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "intarsia/hex/facts.h"
#include "intarsia/hex/record.h"
#include "intarsia/layout/encode.h"

namespace intarsia::hex {

// A record, and how many earlier ones of its game lie just before it in memory.
struct RecordMoment {
  const std::uint8_t* now;
  int history = 0;
};

// How many earlier records a layout looks at.
int record_history(const layout::Layout& l);

// Record i of boards of size n, with as many earlier ones of its game as there are, at most
// `history` (record_history).
RecordMoment moment_at(int n, std::span<const std::uint8_t> records, std::size_t i, int history);

class RecordEncoder {
 public:
  // The plan must outlive it.
  explicit RecordEncoder(const layout::Plan& plan);

  // Fills `out` with one tensor for each moment, `stride` bytes apart.
  void encode(std::span<const RecordMoment> moments, std::byte* out, std::ptrdiff_t stride,
              layout::Stores stores = layout::Stores::kBySize);

 private:
  bool gather_at(const RecordMoment& m, int ago, layout::Bank& bank) const;

  Needs needs_;
  layout::Encoder encoder_;
  int n_;
  std::ptrdiff_t bytes_;  // of a record
};

}  // namespace intarsia::hex
