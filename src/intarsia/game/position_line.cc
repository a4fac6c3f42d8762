#include "intarsia/game/position_line.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/expected.h"
#include "intarsia/base/text.h"
#include "intarsia/game/game_type.h"

namespace intarsia::game {

namespace {

// What stands behind a bar.
struct Column {
  std::string_view text;
  std::size_t offset;
};

Error wrong(const Column& c, std::string_view what) { return expected(c.offset, c.text, what); }

std::optional<Error> read_eval(const Column& c, PositionLine& out) {
  if (c.text.empty() || c.text == "none") return std::nullopt;
  const GameType& type = out.read.line->type();
  if (!type.catalogue(out.read.line->size()).has_evals) {
    return wrong(c, concat({"nothing: records of ", type.name, " hold no evaluation"}));
  }
  const auto eval = read_signed(c.text);
  if (!eval) return wrong(c, concat({"centipawns from ", type.words.players[0], "'s view"}));
  const long most = kMaxEval;
  const auto stored = static_cast<std::int16_t>(std::clamp(*eval, -most, most));
  if (stored != *eval) {
    out.notes.push_back({ErrorCode::kLimit, c.offset,
                         concat({"the evaluation ", c.text, " is read as ", std::to_string(stored),
                                 ", the most that is kept"})});
  }
  auto& evals = out.read.recorded.evals;
  evals.assign(static_cast<std::size_t>(out.read.line->ply()), kNoEval);
  evals.push_back(stored);
  return std::nullopt;
}

// Where the game has ended on the board, the board is right.
std::optional<Error> read_outcome(const Column& c, PositionLine& out) {
  if (c.text.empty()) return std::nullopt;
  const auto& words = out.read.line->type().words.outcome_words;
  const auto is_it = [&](const OutcomeWord& w) { return w.word == c.text; };
  const auto found = std::find_if(words.begin(), words.end(), is_it);
  if (found == words.end()) {
    std::string known;
    for (const OutcomeWord& w : words) known += concat({known.empty() ? "" : ", ", w.word});
    return wrong(c, concat({"an outcome: ", known}));
  }
  const auto end = out.read.line->end();
  const bool is_other =
      end && found->outcome != Outcome::kUnknown && end->outcome != found->outcome;
  if (is_other) {
    out.notes.push_back({ErrorCode::kInvalid, c.offset,
                         concat({"the outcome ", in_quotes(c.text),
                                 " is not that of the board, which is taken instead"})});
  }
  out.read.recorded.outcome = is_other ? end->outcome : found->outcome;
  return std::nullopt;
}

}  // namespace

Result<PositionLine> read_position_line(std::string_view line, const Options& options,
                                        ReadPosition read) {
  const std::size_t first = std::min(line.find('|'), line.size());
  const std::size_t second = std::min(line.find('|', first + 1), line.size());
  const auto column = [line](std::size_t bar, std::size_t end) {
    TextCursor in(line.substr(0, end));
    in.take(std::min(bar + 1, end));
    in.skip_blanks();
    return Column{trimmed(in.rest()), in.offset()};
  };
  auto position = read(line.substr(0, first), options);
  if (!position) return std::move(position).error();
  PositionLine out{*std::move(position), {}};
  if (auto error = read_eval(column(first, second), out)) return *std::move(error);
  if (auto error = read_outcome(column(second, line.size()), out)) return *std::move(error);
  return out;
}

}  // namespace intarsia::game
