// Any bytes as a Hex position line: a position whose own line reads back, or an error inside the line.

#include <cstdint>
#include <string_view>

#include "fuzz/hex_game_check.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto replay = hex::read_position_line({reinterpret_cast<const char*>(data), size});
  if (!replay) {
    fuzz::check_error(replay.error(), size);
    return 0;
  }
  const auto again = hex::read_position_line(hex::to_position_line(replay->position()));
  FUZZ_CHECK(again && again->position() == replay->position());
  FUZZ_CHECK(again->winner() == replay->winner());
  FUZZ_CHECK(hex::winner(replay->position()) == replay->winner());
  const hex::Position start = replay->start();
  while (replay->undo()) {
  }
  FUZZ_CHECK(replay->position() == start);
  return 0;
}
