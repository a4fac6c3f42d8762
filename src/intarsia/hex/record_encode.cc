#include "intarsia/hex/record_encode.h"

#include <algorithm>
#include <cassert>

#include "intarsia/hex/internal/fact_index.h"

namespace intarsia::hex {

namespace {

std::span<const std::uint8_t> record_of(int n, const std::uint8_t* bytes) {
  return {bytes, record_shape(n).bytes};
}

}  // namespace

int record_history(const layout::Layout& l) {
  const auto reach = [](const layout::Feature& f) {
    return f.ago + (f.fact == internal::kLastMove ? 1 : 0);
  };
  int most = 0;
  for (const layout::Feature& f : l.features) most = std::max(most, reach(f));
  return most;
}

RecordMoment moment_at(int n, std::span<const std::uint8_t> records, std::size_t i, int history) {
  const std::size_t bytes = record_shape(n).bytes;
  assert((i + 1) * bytes <= records.size());
  int known = 0;
  for (std::size_t j = i; known < history && j > 0; --j) {
    if (is_first(n, records.subspan(j * bytes, bytes))) break;
    ++known;
  }
  return {&records[i * bytes], known};
}

RecordEncoder::RecordEncoder(const layout::Plan& plan)
    : needs_(plan),
      encoder_(plan),
      n_(plan.layout().catalogue->rows),
      bytes_(static_cast<std::ptrdiff_t>(record_shape(n_).bytes)) {}

void RecordEncoder::encode(std::span<const RecordMoment> moments, std::byte* out,
                           std::ptrdiff_t stride, layout::Stores stores) {
  const auto gather = [&](std::size_t i, int ago, layout::Bank& bank) {
    return gather_at(moments[i], ago, bank);
  };
  encoder_.encode(moments.size(), gather, out, stride, stores);
}

bool RecordEncoder::gather_at(const RecordMoment& m, int ago, layout::Bank& bank) const {
  if (ago > m.history) return false;
  const std::uint8_t* const then = m.now - ago * bytes_;
  State state{position_of(n_, record_of(n_, then))};
  if (ago < m.history && needs_.rest) {
    const auto before = record_of(n_, then - bytes_);
    state.last = position_of(n_, before).landing(move_of(n_, before));
  }
  const View view(encoder_.plan().layout().frame, turn_of(n_, record_of(n_, m.now)), n_);
  gather(state, view, needs_, bank);
  return true;
}

}  // namespace intarsia::hex
