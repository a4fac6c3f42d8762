// A size, then any bytes as a Hex record: refused, or unpacked to what packs to the same bytes.

#include <cstdint>
#include <vector>

#include "fuzz/check.h"
#include "intarsia/hex/record.h"

using namespace intarsia::hex;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const int n = kMinSize + data[0] % kMaxSize;
  const std::vector<std::uint8_t> record(data + 1, data + size);
  const auto u = unpack(n, record);
  if (!u) {
    FUZZ_CHECK(u.error().offset <= record.size() && !u.error().detail.empty());
    return 0;
  }
  std::vector<std::uint8_t> again(record.size());
  pack(u->position, u->targets, again);
  FUZZ_CHECK(again == record);
  return 0;
}
