// Any bytes as an SGF collection: games that both writers give back, or errors inside the text.

#include <cstdint>
#include <string_view>

#include "fuzz/hex_game_check.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hex::SgfReader reader(std::string_view(reinterpret_cast<const char*>(data), size));
  std::size_t games = 0;
  while (const auto reading = reader.next()) {
    FUZZ_CHECK(++games <= size && reader.start() < size);
    if (*reading) {
      fuzz::check_game(**reading);
    } else {
      fuzz::check_error(reading->error(), size);
    }
  }
  return 0;
}
