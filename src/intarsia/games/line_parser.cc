#include "intarsia/games/internal/line_parser.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/io/lines.h"

namespace intarsia::games {

void LineParser::feed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view part = text.substr(0, end);
    if (line_.size() + part.size() > io::kMaxLineBytes) is_long_ = true;
    const bool is_whole = end != std::string_view::npos;
    next_.offset += part.size() + (is_whole ? 1 : 0);
    if (!is_whole) {
      if (!is_long_) line_ += part;
      return;
    }
    if (line_.empty()) {
      end_line(part);
    } else {
      end_line(line_ += part);
    }
    text.remove_prefix(end + 1);
  }
}

void LineParser::end_line(std::string_view text) {
  if (is_long_) {
    const data::Place game = next_game();
    reject(game,
           Error{ErrorCode::kLimit, io::kMaxLineBytes,
                 concat({"a line of more than ", std::to_string(io::kMaxLineBytes), " bytes"})});
  } else {
    if (text.ends_with('\r')) text.remove_suffix(1);
    line(here_.offset == 0 ? without_byte_order_mark(text) : text);
  }
  is_long_ = false;
  line_.clear();
  ++next_.line;
  here_.offset = next_.offset;
  here_.line = next_.line;
}

void LineParser::finish() {
  if (!line_.empty() || is_long_) end_line(std::exchange(line_, {}));
  end();
}

void LineParser::reject(const data::Place& game, const Error& e) {
  data::Place place = here_;
  place.game = game.game;
  place.offset += e.offset;
  builder_.reject(game, {e.code, place, 0, e.detail});
}

}  // namespace intarsia::games
