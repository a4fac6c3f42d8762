// Any 32 bytes as a record of Connect Four: the one that its position packs to, or an error.

#include <cstdint>
#include <cstring>

#include "fuzz/check.h"
#include "intarsia/connect4/record.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  connect4::Record record{};
  if (size < sizeof record) return 0;
  std::memcpy(&record, data, sizeof record);
  const auto unpacked = connect4::unpack(record);
  FUZZ_CHECK(static_cast<bool>(unpacked) != connect4::check(record).has_value());
  if (!unpacked) {
    FUZZ_CHECK(unpacked.error().offset < sizeof record);
    return 0;
  }
  FUZZ_CHECK(connect4::pack(unpacked->position, unpacked->targets) == record);
  return 0;
}
