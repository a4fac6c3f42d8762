// Any bytes as a FEN: a position whose rules are whole, or an error inside the text.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"

using namespace intarsia::chess;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto r = read_fen(text);
  if (!r) {
    FUZZ_CHECK(r.error().offset <= size && !r.error().detail.empty());
    return 0;
  }
  const Position& p = r->position;
  FUZZ_CHECK(faults_of(p.setup()).empty());
  FUZZ_CHECK(find_faults(text).empty() == r->faults.empty());
  for (EnPassant meaning : {EnPassant::kAlways, EnPassant::kPseudo, EnPassant::kLegal}) {
    const FenStyle style{meaning, p.is_chess960()};
    const auto again = read_fen(to_fen(p, style), p.is_chess960());
    FUZZ_CHECK(again && again->faults.empty());
    FUZZ_CHECK(to_fen(again->position, style) == to_fen(p, style));
    FUZZ_CHECK(again->position.identity() == p.identity());
  }
  for (Move m : legal_moves(p)) {
    const Position next = p.after(m);
    FUZZ_CHECK(faults_of(next.setup()).empty());
    FUZZ_CHECK(next.key() == polyglot_key(next.setup()));
  }
  return 0;
}
