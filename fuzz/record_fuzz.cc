// Any 32 bytes as a record: refused, or unpacked to what packs to the same bytes.

#include <cstdint>
#include <cstring>

#include "fuzz/check.h"
#include "intarsia/chess/record.h"

using namespace intarsia::chess;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Record record;
  if (size != sizeof record) return 0;
  std::memcpy(&record, data, sizeof record);
  const auto u = unpack(record);
  if (u) {
    FUZZ_CHECK(pack(u->position, u->targets) == record);
  } else {
    FUZZ_CHECK(u.error().offset < sizeof record && !u.error().detail.empty());
  }
  return 0;
}
