#include "intarsia/hex/game_text.h"

#include "intarsia/base/text.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::hex {

Result<Reading> read_game_line(std::string_view line, const ReadOptions& options) {
  return looks_like_hexworld(line) ? read_hexworld(line) : read_trmph(line, options);
}

Result<Reading> read_game_text(std::string_view text, const ReadOptions& options) {
  const bool is_sgf = trimmed(text).starts_with('(');
  return is_sgf ? read_sgf(text, options) : read_game_line(text, options);
}

}  // namespace intarsia::hex
