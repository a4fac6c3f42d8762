#include "intarsia/game/line_parser.h"

#include <utility>

#include "intarsia/base/comment.h"
#include "intarsia/base/text.h"
#include "intarsia/game/game_type.h"

namespace intarsia::game {

void LineParser::feed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view part = text.substr(0, end);
    if (line_.size() + part.size() > kMaxLineBytes) is_long_ = true;
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
    long_line({ErrorCode::kLimit, kMaxLineBytes,
               concat({"a line has at most ", std::to_string(kMaxLineBytes), " bytes"})});
  } else {
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (here_.offset == 0) text = without_byte_order_mark(text);
    if (!is_remark(text)) line(text);
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

Fault LineParser::fault(const Place& game, const Error& e, bool is_refusal) const {
  Place place = here_;
  place.game = game.game;
  place.offset += e.offset;
  return {place, e, is_refusal, /*column=*/e.offset + 1};
}

void LineParser::refuse(const Place& game, const Error& e) {
  ParsedGame parsed{.place = game};
  parsed.read.faults.push_back(fault(game, e));
  sink_.take(parsed);
}

void LineParser::report_position_line(const ParserOptions& options, std::string_view text,
                                      ReadPosition read) {
  const Place place = next_game();
  auto line = read_position_line(text, options.game, read);
  if (!line) return refuse(place, line.error());
  std::vector<Fault>& faults = line->read.faults;
  for (Fault& f : faults) {
    const Fault placed = fault(place, f.error, f.is_refusal);
    f.place = placed.place;
    f.column = placed.column;
  }
  for (const Error& note : line->notes) faults.push_back(fault(place, note, /*is_refusal=*/false));
  report_position(options, place, std::move(line->read), sink());
}

void report_position(const ParserOptions& options, const Place& place, ReadGame read,
                     GameSink& sink) {
  const Line& line = *read.line;
  const std::int16_t eval = read.recorded.evals.empty() ? kNoEval : read.recorded.evals.back();
  const auto end = line.end();
  if (read.recorded.outcome == Outcome::kUnknown && end) read.recorded.outcome = end->outcome;
  ParsedGame game{.place = place, .type = &line.type()};
  game.facts.row.size = static_cast<std::uint8_t>(line.size());
  game.facts.row.variant = line.variant();
  game.facts.row.outcome = read.recorded.outcome;
  game.facts.row.has_eval = eval != kNoEval ? 1 : 0;
  std::vector<std::byte> record;
  std::string content;
  if (options.wants_records) {
    const RecordTargets targets{read.recorded.outcome, eval};
    record.resize(line.type().record_type(line.size()).bytes);
    line.pack(line.ply(), line.ply(), /*is_first=*/true, {&targets, 1}, record.data());
    content = line.position_text() + "\n";
    game.records = record;
    game.record_bytes = record.size();
    game.content = content;
    game.is_quiet = [is_quiet = line.is_quiet()](std::uint32_t) { return is_quiet; };
  }
  game.read = std::move(read);
  sink.take(game);
}

}  // namespace intarsia::game
