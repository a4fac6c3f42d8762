// Any 32 bytes as a record: refused, or unpacked to what packs to the same bytes and encoded, without
// unpacking, as its position is.

#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz/check.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/record_encode.h"

using namespace intarsia;         // NOLINT: a whole program in one file
using namespace intarsia::chess;  // NOLINT

namespace {

// Every fact, so that every way of gathering is taken.
const layout::Plan& plan_of_all() {
  static const layout::Plan kPlan = [] {
    layout::Layout l = layouts()[0];
    l.features.clear();
    for (std::size_t f = 0; f < catalogue().facts.size(); ++f) {
      l.features.push_back({static_cast<layout::FactId>(f)});
    }
    return *layout::Plan::make(l);
  }();
  return kPlan;
}

void check_encoding(const Record& record, const Unpacked& u) {
  const layout::Plan& plan = plan_of_all();
  const auto stride = static_cast<std::ptrdiff_t>(plan.bytes());
  std::vector<std::byte> wanted(plan.bytes());
  std::vector<std::byte> found(plan.bytes());
  const State state{u.position, u.targets.occurrences};
  const Moment moment{&state};
  const layout::RecordMoment bytes{reinterpret_cast<const std::byte*>(&record)};
  encode(plan, {&moment, 1}, wanted.data(), stride);
  RecordEncoder(plan).encode({&bytes, 1}, found.data(), stride);
  FUZZ_CHECK(found == wanted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Record record;
  if (size != sizeof record) return 0;
  std::memcpy(&record, data, sizeof record);
  const auto u = unpack(record);
  if (u) {
    FUZZ_CHECK(pack(u->position, u->targets) == record);
    FUZZ_CHECK(!check(record));
    check_encoding(record, *u);
  } else {
    FUZZ_CHECK(u.error().offset < sizeof record && !u.error().detail.empty());
  }
  return 0;
}
