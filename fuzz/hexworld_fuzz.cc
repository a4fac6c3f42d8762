// Any bytes as a HexWorld link: a game that both writers give back, or an error inside the text.

#include <cstdint>
#include <string_view>

#include "fuzz/hex_game_check.h"
#include "intarsia/hex/hexworld.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reading = hex::read_hexworld({reinterpret_cast<const char*>(data), size});
  if (reading) {
    fuzz::check_game(*reading);
  } else {
    fuzz::check_error(reading.error(), size);
  }
  return 0;
}
