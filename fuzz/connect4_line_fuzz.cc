// Any bytes as a game or a position of Connect Four: one that is written and read again as the same,
// or an error inside the line.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/position_line.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto game = connect4::read_game_line(text);
  if (game) {
    const auto again = connect4::read_game_line(connect4::to_game_line(*game));
    FUZZ_CHECK(again && *again == *game);
  } else {
    FUZZ_CHECK(game.error().offset <= size && !game.error().detail.empty());
  }
  const auto line = connect4::read_position_line(text);
  if (line) {
    const auto again = connect4::read_position_line(connect4::to_position_line(*line, line->ply()));
    FUZZ_CHECK(again && again->position() == line->position() && again->moves() == line->moves());
  } else {
    FUZZ_CHECK(line.error().offset <= size && !line.error().detail.empty());
  }
  return 0;
}
