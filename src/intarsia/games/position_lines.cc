#include "intarsia/games/internal/position_lines.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

using game::Place;

Error wrong(std::size_t offset, std::string_view text, std::string_view what) {
  return Error{ErrorCode::kSyntax, offset, concat({in_quotes(text), ": expected ", what})};
}

std::optional<long> number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return read_number<long>(text);
}

class PositionLines final : public game::LineParser {
 public:
  PositionLines(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o) {}

 private:
  bool has_hash_lines() const override { return true; }

  void line(std::string_view text) override {
    const Place place = next_game();
    const std::size_t first_bar = text.find('|');
    const std::size_t second_bar = text.find('|', std::min(first_bar, text.size() - 1) + 1);
    auto read = read_line(text.substr(0, first_bar), options_.game);
    if (!read) return refuse(place, read.error());
    const auto column = [&](std::size_t bar, std::size_t end) {
      return trimmed(text.substr(bar + 1, end == text.npos ? end : end - bar - 1));
    };
    if (first_bar != text.npos) {
      const auto word = column(first_bar, second_bar);
      if (auto e = read_eval(word, *read))
        return refuse(place, std::move(*e).moved_by(first_bar + 1));
    }
    if (second_bar != text.npos) {
      const auto word = column(second_bar, text.npos);
      if (auto e = read_outcome(word, *read)) {
        return refuse(place, std::move(*e).moved_by(second_bar + 1));
      }
    }
    for (game::Fault& f : read->faults) {
      const std::string_view name = f.name;
      f = fault(place, f.error, f.is_refusal);
      f.name = name;
    }
    game::report_position(options_, place, *std::move(read), sink());
  }

  static std::optional<Error> read_eval(std::string_view word, game::ReadGame& read) {
    if (word.empty() || word == "none") return std::nullopt;
    const GameType& type = read.line->type();
    if (!type.catalogue(read.line->size()).has_evals) {
      return wrong(0, word, concat({"nothing: records of ", type.name, " hold no evaluation"}));
    }
    const auto eval = number(word);
    if (!eval) {
      return wrong(0, word, concat({"centipawns from ", type.words.players[0], "'s view"}));
    }
    const long most = kMaxEval;
    read.recorded.evals = {static_cast<std::int16_t>(std::clamp(*eval, -most, most))};
    return std::nullopt;
  }

  static std::optional<Error> read_outcome(std::string_view word, game::ReadGame& read) {
    if (word.empty()) return std::nullopt;
    std::string known;
    for (const game::OutcomeWord& w : read.line->type().words.outcome_words) {
      if (w.word == word) {
        read.recorded.outcome = w.outcome;
        return std::nullopt;
      }
      known += concat({known.empty() ? "" : ", ", w.word});
    }
    return wrong(0, word, concat({"an outcome: ", known}));
  }

  game::ParserOptions options_;
};

game::ParserPtr make_parser(const game::ParserOptions& o, const Place& first,
                            game::GameSink& sink) {
  return std::make_unique<PositionLines>(o, first, sink);
}

}  // namespace

const game::Format& position_lines() {
  static constexpr game::Format kFormat = {
      .name = "lines", .game = {}, .make_parser = make_parser, .last_start = game::after_last_line};
  return kFormat;
}

}  // namespace intarsia::games
