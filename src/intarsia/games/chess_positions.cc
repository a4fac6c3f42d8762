// EPD: chess positions, each a game of its own.

#include <algorithm>

#include "intarsia/base/expected.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/san.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_run.h"

namespace intarsia::games {

namespace {

using game::Place;

std::int16_t stored_eval(long centipawns) {
  return static_cast<std::int16_t>(std::clamp<long>(centipawns, -chess::kMaxEval, chess::kMaxEval));
}

// The outcome that EPD's comment c9 says.
Outcome outcome_in(std::string_view text) {
  for (const game::OutcomeWord& w : chess_game().words.outcome_words) {
    if (w.word == text) return w.outcome;
  }
  return Outcome::kUnknown;
}

// Four fields of a FEN, then operations: bm e4; ce 35; c9 "1-0";
class EpdLines final : public game::LineParser {
 public:
  EpdLines(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o), run_(o) {}

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
    const bool has_counters = read_signed(clock) && read_signed(fullmove);
    const std::size_t at = has_counters ? in.offset() : after;
    const auto hmvc = operand(text, at, "hmvc");
    const auto fmvn = operand(text, at, "fmvn");
    if (has_counters) {
      fen += concat({" ", clock, " ", fullmove});
    } else if (hmvc || fmvn) {
      fen += concat({" ", hmvc ? hmvc->text : "0", " ", fmvn ? fmvn->text : "1"});
    }
    const auto r = chess::read_fen(fen, options_.game.has(kChess960));
    if (!r) return r.error();
    chess::Targets t;
    if (auto error = read_operations(text, at, r->position, t)) return error;
    run_.begin(place, r->position);
    run_.note_cleaned(here(), r->faults, fen, 0);
    if (const auto ce = operand(text, at, "ce")) note_cut(*ce);
    run_.add(t.move, t.eval);
    run_.report(t.outcome, sink());
    return std::nullopt;
  }

  void note_cut(const Operand& ce) {
    const long cp = *read_signed(ce.text);
    const long kept = stored_eval(cp);
    if (kept == cp) return;
    run_.note(here(), {ErrorCode::kLimit, ce.offset,
                       concat({"the evaluation ", ce.text, " is read as ", std::to_string(kept),
                               ", the most that is kept"})});
  }

  // `ce` is from the view of the side to move.
  static std::optional<Error> read_operations(std::string_view text, std::size_t at,
                                              const chess::Position& p, chess::Targets& t) {
    if (const auto ce = operand(text, at, "ce")) {
      const auto cp = read_signed(ce->text);
      if (!cp) return expected(ce->offset, ce->text, "centipawns");
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

  game::ParserOptions options_;
  PositionRun run_;
};

}  // namespace

game::ParserPtr epd_parser(const game::ParserOptions& o, const Place& first, game::GameSink& sink) {
  return std::make_unique<EpdLines>(o, first, sink);
}

}  // namespace intarsia::games
