// PGN in pieces of any size tells what it tells in one; and so do two parsers at any border.
//
// The first byte chooses the pieces, the rest is the text.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "tests/support/pgn_transcript.h"

using namespace intarsia;  // NOLINT: a whole program in one function

namespace {

// Pieces whose sizes follow from a seed: mostly small, some large.
std::string in_pieces(std::string_view pgn, std::uint32_t seed) {
  test::PgnTranscript t;
  chess::PgnParser parser(t, test::kAllPgn);
  while (!pgn.empty()) {
    seed = seed * 1664525 + 1013904223;
    const std::size_t piece = seed >> 30 == 0 ? seed % 300 : 1 + (seed >> 8) % 7;
    const std::string copy(pgn.substr(0, piece));
    parser.feed(copy);
    pgn.remove_prefix(copy.size());
  }
  parser.finish();
  return t.text;
}

std::string by_two(std::string_view pgn, std::size_t cut) {
  test::PgnTranscript t;
  chess::PgnParser first(t, test::kAllPgn);
  first.feed(pgn.substr(0, cut));
  if (!first.is_border()) return {};
  const chess::PgnPlace place = first.next_place();
  FUZZ_CHECK(place.offset == cut);
  first.finish();
  chess::PgnParser second(t, test::kAllPgn, place);
  second.feed(pgn.substr(cut));
  second.finish();
  return t.text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view pgn(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = test::transcript(pgn);
  FUZZ_CHECK(in_pieces(pgn, data[0]) == whole);
  FUZZ_CHECK(test::transcript(pgn, 1) == whole);
  const std::size_t cut = chess::last_game_start(pgn);
  if (cut > 0) {
    const std::string two = by_two(pgn, cut);
    FUZZ_CHECK(two.empty() || two == whole);
  }
  return 0;
}
