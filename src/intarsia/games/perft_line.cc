#include "intarsia/games/perft_line.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

// Whether a word is the name of a flag of any game.
bool is_flag(std::string_view word) {
  const auto games = all_games();
  return std::any_of(games.begin(), games.end(), [&](const GameType* g) {
    return std::any_of(g->options.begin(), g->options.end(), [&](const game::OptionInfo& o) {
      return o.name == word && o.choices.empty();
    });
  });
}

// "D4 197281": a depth and its count.
Result<PerftCount> read_count(std::string_view text, std::size_t at) {
  TextCursor in(text);
  const std::string_view first = in.word();
  const int depth = first.starts_with('D') ? read_number<int>(first.substr(1)).value_or(0) : 0;
  const auto leaves = read_number<std::uint64_t>(in.word());
  if (depth < 1 || depth > kMaxPerftDepth || !leaves || !in.word().empty()) {
    return Error{ErrorCode::kSyntax, at,
                 concat({in_quotes(text), ": expected a depth and its count, as in D4 197281"})};
  }
  return PerftCount{depth, *leaves};
}

}  // namespace

Result<PerftLine> read_perft_line(std::string_view line, game::Options options) {
  PerftLine out;
  const std::size_t first = std::min(line.find(';'), line.size());
  for (std::size_t at = first; at < line.size();) {
    const std::size_t end = std::min(line.find(';', at + 1), line.size());
    const std::string_view part = trimmed(line.substr(at + 1, end - at - 1));
    if (is_flag(part)) {
      options.set(part);
    } else if (!part.empty()) {
      const auto count = read_count(part, at + 1);
      if (!count) return count.error();
      out.counts.push_back(*count);
    }
    at = end;
  }
  const auto read = read_line(line.substr(0, first), options);
  if (!read) return read.error();
  if (out.counts.empty()) {
    return Error{ErrorCode::kSyntax, first, "expected counts behind the position: ;D1 20 ;D2 400"};
  }
  out.start = read->line->at(read->shown);
  return out;
}

}  // namespace intarsia::games
