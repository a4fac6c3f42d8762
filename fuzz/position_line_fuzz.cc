// Any bytes as a position line: a replay whose every step undoes, or an error inside the line.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/chess/position_line.h"

using namespace intarsia::chess;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto line = read_position_line(text);
  if (!line) {
    FUZZ_CHECK(line.error().offset <= size && !line.error().detail.empty());
    return 0;
  }
  Replay& r = line->replay;
  FUZZ_CHECK(r.occurrences() >= 1);
  FUZZ_CHECK(r.position().key() == polyglot_key(r.position().setup()));
  const Position start = r.start();
  while (r.undo()) {
  }
  FUZZ_CHECK(r.position() == start && r.occurrences() == 1);
  return 0;
}
