// Positions as input, each a game of its own: lines with a score, EPD, Stockfish's plain text.

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "intarsia/games/internal/line_parser.h"
#include "intarsia/games/internal/sources.h"

namespace intarsia::games {

namespace {

using chess::Score;

Error wrong(std::size_t offset, std::string_view text, std::string_view what) {
  return Error{ErrorCode::kSyntax, offset, concat({in_quotes(text), ": expected ", what})};
}

std::optional<long> number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  long value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::int16_t stored_eval(long centipawns) {
  return static_cast<std::int16_t>(std::clamp<long>(centipawns, -chess::kMaxEval, chess::kMaxEval));
}

// Plain text counts mates down from the number that records do.
std::int16_t stored_plain_score(long score) {
  const bool is_mate = std::abs(score) > chess::kMaxEval && std::abs(score) < chess::kMateEval;
  return is_mate ? static_cast<std::int16_t>(score) : stored_eval(score);
}

std::optional<Score> score_of(std::string_view text) {
  struct Word {
    std::string_view word;
    Score score;
  };
  constexpr Word kWords[] = {
      {"1-0", Score::kWhite}, {"0-1", Score::kBlack}, {"1/2-1/2", Score::kDraw},
      {"1.0", Score::kWhite}, {"0.0", Score::kBlack}, {"0.5", Score::kDraw},
      {"1", Score::kWhite},   {"0", Score::kBlack},   {"1/2", Score::kDraw},
      {"*", Score::kUnknown}, {"", Score::kUnknown}};
  for (const Word& w : kWords) {
    if (w.word == text) return w.score;
  }
  return std::nullopt;
}

Score turned(Score s) {
  return s == Score::kWhite ? Score::kBlack : s == Score::kBlack ? Score::kWhite : s;
}

// Takes positions one by one into the batch.
class PositionParser : public LineParser {
 public:
  PositionParser(const FormatOptions& o, const data::Rules& rules, const data::Place& first)
      : LineParser(rules, first), options_(o) {}

 protected:
  Result<chess::Position> position(std::string_view fen, std::size_t at) const {
    const auto r = chess::read_fen(fen, options_.chess960, at);
    if (!r) return r.error();
    return r->position;
  }

  void accept(const data::Place& place, const chess::Position& p, chess::Targets t) {
    const data::Rules& rules = builder().rules();
    t.is_first = true;
    t.has_next = t.move != chess::Move::none();
    const chess::Record record = chess::pack(p, t);
    data::GameFacts facts;
    facts.row.size = 8;
    facts.row.variant = p.is_chess960() ? data::Variant::kChess960 : data::Variant::kStandard;
    if (const auto filter = data::dropped_by_tags(rules.filters, facts)) {
      return builder().drop(place, *filter);
    }
    facts.row.outcome = winner_of(t.score);
    facts.row.has_eval = t.eval != chess::kNoEval ? 1 : 0;
    const std::span<const chess::Record> records(&record, 1);
    facts.row.hash = hash_of_game(p, records, rules.seed, buffer_);
    builder().accept(place, facts, std::as_bytes(records), sizeof record,
                     [&](std::uint32_t) { return is_quiet(p, t.move); });
  }

  bool is_chess960() const { return options_.chess960; }

 private:
  FormatOptions options_;
  std::string buffer_;
};

bool is_note(std::string_view line) { return trimmed(line).empty() || line.starts_with("# "); }

// Position | centipawns | result, both from White's view; either may be left out. A position is a FEN or
// a line of UCI, whose moves say how often it has occurred.
class ScoredLines final : public PositionParser {
 public:
  using PositionParser::PositionParser;

 private:
  void line(std::string_view text) override {
    if (is_note(text)) return;
    const data::Place place = next_game();
    if (const auto error = read(text, place)) reject(place, *error);
  }

  std::optional<Error> read(std::string_view text, const data::Place& place) {
    const std::size_t first_bar = text.find('|');
    const std::size_t second_bar = text.find('|', std::min(first_bar, text.size() - 1) + 1);
    chess::Targets t;
    const auto p = read_position(trimmed(text.substr(0, first_bar)), t);
    if (!p) return p.error();
    if (first_bar != std::string_view::npos) {
      const auto word = trimmed(text.substr(first_bar + 1, second_bar - first_bar - 1));
      const auto cp = number(word);
      if (!cp && !word.empty() && word != "none") {
        return wrong(first_bar + 1, word, "centipawns from White's view");
      }
      if (cp) t.eval = stored_eval(*cp);
    }
    if (second_bar != std::string_view::npos) {
      const auto word = trimmed(text.substr(second_bar + 1));
      const auto score = score_of(word);
      if (!score) return wrong(second_bar + 1, word, "a result: 1.0, 0.5, 0.0, 1-0, 0-1, 1/2-1/2");
      t.score = *score;
    }
    accept(place, *p, t);
    return std::nullopt;
  }

  Result<chess::Position> read_position(std::string_view text, chess::Targets& t) const {
    const bool is_fen = !text.starts_with("startpos") && !text.starts_with("fen ") &&
                        text.find(" moves") == std::string_view::npos;
    if (is_fen) return position(text, 0);
    const auto line = chess::read_position_line(text, is_chess960());
    if (!line) return line.error();
    t.occurrences = line->replay.occurrences();
    return line->replay.position();
  }
};

// Four fields of a FEN, then operations: bm e4; ce 35; c9 "1-0";
class EpdLines final : public PositionParser {
 public:
  using PositionParser::PositionParser;

 private:
  void line(std::string_view text) override {
    if (is_note(text)) return;
    const data::Place place = next_game();
    if (const auto error = read(text, place)) reject(place, *error);
  }

  // The value of an operation, with its offset in the line.
  struct Operand {
    std::string_view text;
    std::size_t offset;
  };
  static std::optional<Operand> operand(std::string_view line, std::size_t at,
                                        std::string_view opcode) {
    while (at < line.size()) {
      std::size_t end = at;
      for (bool is_quoted = false; end < line.size() && (is_quoted || line[end] != ';'); ++end) {
        if (line[end] == '"') is_quoted = !is_quoted;
      }
      TextCursor in(line.substr(at, end - at));
      if (in.word() == opcode) {
        in.skip_blanks();
        return Operand{trimmed(in.rest()), at + in.offset()};
      }
      at = end + 1;
    }
    return std::nullopt;
  }

  std::optional<Error> read(std::string_view text, const data::Place& place) {
    TextCursor in(text);
    for (int i = 0; i < 4; ++i) in.word();
    std::string fen(text.substr(0, in.offset()));
    // Counters may stand there as in a FEN, or as operations.
    const std::size_t after = in.offset();
    const auto clock = in.word();
    const auto fullmove = in.word();
    const bool has_counters = number(clock) && number(fullmove);
    const std::size_t at = has_counters ? in.offset() : after;
    const auto hmvc = operand(text, at, "hmvc");
    const auto fmvn = operand(text, at, "fmvn");
    if (has_counters) {
      fen += concat({" ", clock, " ", fullmove});
    } else if (hmvc || fmvn) {
      fen += concat({" ", hmvc ? hmvc->text : "0", " ", fmvn ? fmvn->text : "1"});
    }
    const auto p = position(fen, 0);
    if (!p) return p.error();
    chess::Targets t;
    if (auto error = read_operations(text, at, *p, t)) return error;
    accept(place, *p, t);
    return std::nullopt;
  }

  // `ce` is from the view of the side to move.
  static std::optional<Error> read_operations(std::string_view text, std::size_t at,
                                              const chess::Position& p, chess::Targets& t) {
    if (const auto ce = operand(text, at, "ce")) {
      const auto cp = number(ce->text);
      if (!cp) return wrong(ce->offset, ce->text, "centipawns");
      t.eval = stored_eval(p.turn() == chess::kBlack ? -*cp : *cp);
    }
    if (const auto bm = operand(text, at, "bm")) {
      const auto m = chess::read_san(p, TextCursor(bm->text).word());
      if (!m) return Error(m.error()).moved_by(bm->offset);
      t.move = *m;
    }
    if (const auto c9 = operand(text, at, "c9")) {
      const auto quoted = c9->text.substr(0, c9->text.find('"', 1));
      t.score = score_of(quoted.substr(quoted.starts_with('"') ? 1 : 0)).value_or(Score::kUnknown);
    }
    return std::nullopt;
  }
};

// fen …, move …, score …, ply …, result …, e: score and result from the view of the side to move.
class PlainText final : public PositionParser {
 public:
  using PositionParser::PositionParser;

  bool is_border() const override { return PositionParser::is_border() && !place_; }

 private:
  void line(std::string_view text) override {
    TextCursor in(text);
    const std::string_view word = in.word();
    const std::string_view value = trimmed(in.rest());
    if (word.empty()) return;
    if (!place_) begin();
    if (word == "e") return finish_position();
    const std::size_t at =
        value.empty() ? text.size() : static_cast<std::size_t>(value.data() - text.data());
    if (!fault_) fault_ = take_word(word, value, at);
    if (fault_ && !fault_place_) fault_place_ = here();
  }

  void begin() {
    place_ = next_game();
    fault_.reset();
    fault_place_.reset();
    position_.reset();
    targets_ = {};
    score_.reset();
    result_.reset();
  }

  std::optional<Error> take_word(std::string_view word, std::string_view value, std::size_t at) {
    if (word == "fen") {
      const auto p = position(value, at);
      if (!p) return p.error();
      position_ = *p;
    } else if (word == "move") {
      if (!position_) return wrong(0, word, "fen first");
      const auto m = chess::read_uci(*position_, value);
      if (!m) return Error(m.error()).moved_by(at);
      targets_.move = *m;
    } else if (word == "score" || word == "result") {
      const auto n = number(value);
      if (!n) return wrong(at, value, "a number");
      (word == "score" ? score_ : result_) = *n;
    } else if (word != "ply") {
      return wrong(0, word, "fen, move, score, ply, result or e");
    }
    return std::nullopt;
  }

  void finish_position() {
    constexpr long kNoValue = 32'002;  // Stockfish's VALUE_NONE
    const data::Place place = *place_;
    place_.reset();
    if (!fault_ && !position_) fault_ = wrong(0, "e", "a position before its end");
    if (fault_) {
      data::Place at = fault_place_.value_or(here());
      at.game = place.game;
      at.offset += fault_->offset;
      return builder().reject(place, {fault_->code, at, 0, fault_->detail});
    }
    const bool is_black = position_->turn() == chess::kBlack;
    if (score_ && std::abs(*score_) != kNoValue) {
      targets_.eval = stored_plain_score(is_black ? -*score_ : *score_);
    }
    if (result_) {
      const Score s = *result_ > 0 ? Score::kWhite : *result_ < 0 ? Score::kBlack : Score::kDraw;
      targets_.score = is_black ? turned(s) : s;
    }
    accept(place, *position_, targets_);
  }

  // A position without its end is one that was cut.
  void end() override {
    if (!place_) return;
    if (!fault_) fault_ = wrong(0, "", "e after the position");
    finish_position();
  }

  std::optional<data::Place> place_;  // of the position that is being read
  std::optional<Error> fault_;
  std::optional<data::Place> fault_place_;
  std::optional<chess::Position> position_;
  chess::Targets targets_;
  std::optional<long> score_, result_;
};

}  // namespace

ParserPtr lines_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first) {
  return std::make_unique<ScoredLines>(o, rules, first);
}

ParserPtr epd_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first) {
  return std::make_unique<EpdLines>(o, rules, first);
}

ParserPtr plain_parser(const FormatOptions& o, const data::Rules& rules, const data::Place& first) {
  return std::make_unique<PlainText>(o, rules, first);
}

}  // namespace intarsia::games
