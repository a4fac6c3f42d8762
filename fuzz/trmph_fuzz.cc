// Any bytes as a TRMPH line: a game that both writers give back, or an error inside the line.

#include <cstdint>
#include <string_view>

#include "fuzz/hex_game_check.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto reading = hex::read_trmph(text);
  if (!reading) {
    fuzz::check_error(reading.error(), size);
    return 0;
  }
  fuzz::check_game(*reading);
  FUZZ_CHECK(hex::read_trmph(text, {.swap_rule = hex::SwapRule::kLiteral}));
  return 0;
}
