// Chess positions as input, each a game of its own: EPD and Stockfish's plain text.

#include <algorithm>
#include <cstdlib>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_records.h"

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

std::int16_t stored_eval(long centipawns) {
  return static_cast<std::int16_t>(std::clamp<long>(centipawns, -chess::kMaxEval, chess::kMaxEval));
}

// Plain text counts mates down from the number that records do.
std::int16_t stored_plain_score(long score) {
  const bool is_mate = std::abs(score) > chess::kMaxEval && std::abs(score) < chess::kMateEval;
  return is_mate ? static_cast<std::int16_t>(score) : stored_eval(score);
}

// The outcome that EPD's comment c9 says.
Outcome outcome_in(std::string_view text) {
  for (const game::OutcomeWord& w : chess_game().words.outcome_words) {
    if (w.word == text) return w.outcome;
  }
  return Outcome::kUnknown;
}

// Reports positions one by one.
class PositionParser : public game::LineParser {
 public:
  PositionParser(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o) {}

 protected:
  Result<chess::Position> position(std::string_view fen, std::size_t at) const {
    const auto r = chess::read_fen(fen, options_.game.has(kChess960), at);
    if (!r) return r.error();
    return r->position;
  }

  void accept(const Place& place, const chess::Position& p, chess::Targets t) {
    t.is_first = true;
    t.has_next = t.move != chess::Move::none();
    // A position in which the game has ended says how.
    const auto end = Chess::end_of(p);
    if (t.outcome == Outcome::kUnknown && end) t.outcome = end->outcome;
    const chess::Record record = chess::pack(p, t);
    const std::span<const chess::Record> records(&record, 1);
    game::ParsedGame game{.place = place, .type = &chess_game()};
    game.facts.row.size = Chess::kSize;
    game.facts.row.variant = Chess::variant_of(p);
    game.facts.row.outcome = t.outcome;
    game.facts.row.has_eval = t.eval != chess::kNoEval ? 1 : 0;
    game.records = std::as_bytes(records);
    game.record_bytes = sizeof record;
    game.content = content_of(p, records, buffer_);
    game.is_quiet = [&](std::uint32_t) { return is_quiet(p, t.move); };
    if (options_.wants_lines) add_line(p, t, game.read);
    sink().take(game);
  }

 private:
  // The move is one that was played, or should be: it follows the position that is meant.
  static void add_line(const chess::Position& p, const chess::Targets& t, game::ReadGame& out) {
    chess::Replay replay(p);
    if (t.has_next) replay.play(t.move);
    out.line = std::make_unique<ChessLine>(std::move(replay));
    out.is_game = false;
    out.shown = 0;
    out.recorded.outcome = t.outcome;
    if (t.eval != chess::kNoEval) out.recorded.evals = {t.eval};
  }

  game::ParserOptions options_;
  std::string buffer_;
};

// Four fields of a FEN, then operations: bm e4; ce 35; c9 "1-0";
class EpdLines final : public PositionParser {
 public:
  using PositionParser::PositionParser;

 private:
  void line(std::string_view text) override {
    const Place place = next_game();
    if (const auto error = read(text, place)) refuse(place, *error);
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

  std::optional<Error> read(std::string_view text, const Place& place) {
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
      t.outcome = outcome_in(quoted.substr(quoted.starts_with('"') ? 1 : 0));
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
    const Place place = *place_;
    place_.reset();
    if (!fault_ && !position_) fault_ = wrong(0, "e", "a position before its end");
    if (fault_) {
      Place at = fault_place_.value_or(here());
      at.game = place.game;
      at.offset += fault_->offset;
      game::ParsedGame game{.place = place, .type = &chess_game()};
      game.read.faults.push_back({at, *fault_, /*is_refusal=*/true, fault_->offset + 1});
      return sink().take(game);
    }
    const bool is_black = position_->turn() == chess::kBlack;
    if (score_ && std::abs(*score_) != kNoValue) {
      targets_.eval = stored_plain_score(is_black ? -*score_ : *score_);
    }
    if (result_) {
      const Outcome o = *result_ > 0   ? Outcome::kFirst
                        : *result_ < 0 ? Outcome::kSecond
                                       : Outcome::kDraw;
      targets_.outcome = is_black ? turned(o) : o;
    }
    accept(place, *position_, targets_);
  }

  // A position without its end is one that was cut.
  void end() override {
    if (!place_) return;
    if (!fault_) fault_ = wrong(0, "", "e after the position");
    finish_position();
  }

  std::optional<Place> place_;  // of the position that is being read
  std::optional<Error> fault_;
  std::optional<Place> fault_place_;
  std::optional<chess::Position> position_;
  chess::Targets targets_;
  std::optional<long> score_, result_;
};

}  // namespace

game::ParserPtr epd_parser(const game::ParserOptions& o, const Place& first, game::GameSink& sink) {
  return std::make_unique<EpdLines>(o, first, sink);
}

game::ParserPtr plain_parser(const game::ParserOptions& o, const Place& first,
                             game::GameSink& sink) {
  return std::make_unique<PlainText>(o, first, sink);
}

}  // namespace intarsia::games
