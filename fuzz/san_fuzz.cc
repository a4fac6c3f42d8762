// A FEN, a line end, then any bytes as a move: a legal move that reads back, or an error.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"

using namespace intarsia::chess;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return 0;
  const auto start = read_fen(text.substr(0, end));
  if (!start) return 0;
  const Position& p = start->position;
  const std::string_view move = text.substr(end + 1);
  const auto by_uci = read_uci(p, move);
  const auto m = read_san(p, move);
  FUZZ_CHECK(!by_uci || (m && *m == *by_uci));
  if (!m) {
    FUZZ_CHECK(m.error().offset <= move.size() && !m.error().detail.empty());
    return 0;
  }
  FUZZ_CHECK(is_legal(p, *m));
  FUZZ_CHECK(*read_san(p, to_san(p, *m)) == *m);
  FUZZ_CHECK(*read_uci(p, to_uci(p, *m)) == *m);
  return 0;
}
