// Stockfish's plain text: entries of lines, each a position with its move, score and result from the
// view of the side to move. Entries that follow from each other are one game.

#include <algorithm>
#include <limits>
#include <utility>

#include "intarsia/base/expected.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/uci.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_run.h"
#include "intarsia/games/internal/chess_score.h"

namespace intarsia::games {

namespace {

using game::Place;

// A line as its first word and the rest.
struct Words {
  std::string_view first;
  std::string_view rest;
};

Words words_of(std::string_view line) {
  TextCursor in(line);
  const std::string_view first = in.word();
  return {first, trimmed(in.rest())};
}

// A value, with where it stands.
struct Value {
  std::string text;
  Place line;
  std::size_t at;  // in its line
};

struct Entry {
  Place place;
  std::optional<Value> fen, move, score;
  std::optional<long> ply, result;
  chess::Faults cleaned = {};  // of its FEN
  std::optional<Error> fault;
  Place fault_line = {};

  void refuse(const Place& line, Error e) {
    if (fault) return;
    fault = std::move(e);
    fault_line = line;
  }
};

// Whether the numbers of an entry let it be the one after another's.
bool may_follow(std::optional<long> before, std::optional<long> now) {
  return before && now && *before < std::numeric_limits<long>::max() && *now == *before + 1;
}

// White's view of a result.
Outcome outcome_of(std::optional<long> result, bool is_black) {
  if (!result) return Outcome::kUnknown;
  const Outcome o = *result > 0 ? Outcome::kFirst : *result < 0 ? Outcome::kSecond : Outcome::kDraw;
  return is_black ? turned(o) : o;
}

class PlainText final : public game::LineParser {
 public:
  PlainText(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o), run_(o) {}

  // Of a text that `last_plain_start` has cut: there no run goes on.
  bool is_border() const override { return LineParser::is_border() && !entry_; }
  void abandon() override { end_run(); }

 private:
  void line(std::string_view text) override {
    const Words words = words_of(text);
    if (words.first.empty()) return;
    Entry& e = open();
    if (words.first == "e") return close();
    const std::size_t at = words.rest.empty()
                               ? text.size()
                               : static_cast<std::size_t>(words.rest.data() - text.data());
    take_words(e, words, at);
  }

  void long_line(const Error& e) override { open().refuse(here(), e); }

  Entry& open() {
    if (!entry_) entry_.emplace().place = here();
    return *entry_;
  }

  void take_words(Entry& e, const Words& w, std::size_t at) {
    if (w.first == "fen" || w.first == "move" || w.first == "score") {
      if (w.first == "score" && !read_signed(w.rest)) {
        return e.refuse(here(), expected(at, w.rest, "a number"));
      }
      (w.first == "fen"    ? e.fen
       : w.first == "move" ? e.move
                           : e.score) = Value{std::string(w.rest), here(), at};
    } else if (w.first == "ply" || w.first == "result") {
      const auto n = read_signed(w.rest);
      if (!n) return e.refuse(here(), expected(at, w.rest, "a number"));
      if (w.first == "result" && (*n < -1 || *n > 1)) {
        return e.refuse(here(), expected(at, w.rest, "-1, 0 or 1"));
      }
      (w.first == "ply" ? e.ply : e.result) = n;
    } else {
      e.refuse(here(), expected(0, w.first, "fen, move, score, ply, result or e"));
    }
  }

  // The entry is whole: it goes on with the run, or begins another.
  void close() {
    Entry e = *std::exchange(entry_, std::nullopt);
    const auto position = position_of(e);
    const auto move = position ? move_of(e, *position) : chess::Move::none();
    if (e.fault) {
      end_run();
      return refuse_entry(e);
    }
    const bool is_black = position->turn() == chess::kBlack;
    const Outcome outcome = outcome_of(e.result, is_black);
    if (!goes_on(e, *position, outcome) || move == chess::Move::none()) {
      end_run();
      run_.begin(next_game(e.place), *position);
      is_running_ = true;
      outcome_ = outcome;
    }
    run_.note_cleaned(e.fen->line, e.cleaned, e.fen->text, e.fen->at);
    run_.add(move, eval_of(e, is_black));
    ply_ = move == chess::Move::none() ? std::nullopt : e.ply;
  }

  // The men, the turn, the rights and legal en passant must be what the move before led to. Counters
  // are not compared: some writers cut them.
  bool goes_on(const Entry& e, const chess::Position& p, Outcome outcome) const {
    const chess::Position& now = run_.now();
    return is_running_ && may_follow(ply_, e.ply) && outcome == outcome_ &&
           run_.size() < static_cast<std::size_t>(chess::kMaxPlies) && p.board() == now.board() &&
           p.turn() == now.turn() && p.castling() == now.castling() &&
           p.en_passant(chess::EnPassant::kLegal) == now.en_passant(chess::EnPassant::kLegal);
  }

  std::optional<chess::Position> position_of(Entry& e) const {
    if (!e.fen) {
      e.refuse(here(), expected(0, "e", "a position before its end"));
      return std::nullopt;
    }
    const auto r = chess::read_fen(e.fen->text, options_.game.has(kChess960), e.fen->at);
    if (r) {
      e.cleaned = r->faults;
      return r->position;
    }
    e.refuse(e.fen->line, r.error());
    return std::nullopt;
  }

  static chess::Move move_of(Entry& e, const chess::Position& p) {
    if (!e.move) return chess::Move::none();
    const auto m = chess::read_uci(p, e.move->text);
    if (m) return *m;
    e.refuse(e.move->line, Error(m.error()).moved_by(e.move->at));
    return chess::Move::none();
  }

  std::int16_t eval_of(const Entry& e, bool is_black) {
    if (!e.score) return chess::kNoEval;
    const long score = *read_signed(e.score->text);
    if (score == kNoScore || score == -kNoScore) return chess::kNoEval;
    const StoredScore stored = stored_score(score);
    if (!stored.is_exact) {
      run_.note(e.score->line,
                {ErrorCode::kInvalid, e.score->at,
                 concat({"score ", e.score->text, " cannot be stored as it is: taken as ",
                         std::to_string(score_of(stored.eval))})});
    }
    return static_cast<std::int16_t>(is_black ? -stored.eval : stored.eval);
  }

  void refuse_entry(const Entry& e) {
    Place at = e.fault_line;
    game::ParsedGame game{.place = next_game(e.place), .type = &chess_game()};
    at.game = game.place.game;
    at.offset += e.fault->offset;
    game.read.faults.push_back({at, *e.fault, /*is_refusal=*/true, e.fault->offset + 1});
    sink().take(game);
  }

  void end_run() {
    if (std::exchange(is_running_, false)) run_.report(outcome_, sink());
  }

  // An entry without its end is one that was cut.
  void end() override {
    if (entry_) {
      entry_->refuse(here(), expected(0, "", "e after the position"));
      close();
    }
    end_run();
  }

  game::ParserOptions options_;
  std::optional<Entry> entry_;  // that is being read
  PositionRun run_;
  bool is_running_ = false;
  std::optional<long> ply_;  // of the run's last entry
  Outcome outcome_ = Outcome::kUnknown;
};

}  // namespace

game::ParserPtr plain_parser(const game::ParserOptions& o, const Place& first,
                             game::GameSink& sink) {
  return std::make_unique<PlainText>(o, first, sink);
}

// Positions may begin with the same word: their lines stand alone.
bool looks_like_plain(std::string_view line, std::string_view rest) {
  if (!line.starts_with("fen ")) return false;
  constexpr std::string_view kWords[] = {"move", "score", "ply", "result", "e"};
  const std::string_view second = words_of(rest.substr(0, rest.find('\n'))).first;
  return std::find(std::begin(kWords), std::end(kWords), trimmed(second)) != std::end(kWords);
}

// Walks from the end backwards to the last whole entry whose number says that it does not go on with
// the one before. Lines are taken as the parser takes them.
std::size_t last_plain_start(std::string_view text) {
  int ends = 0;                    // lines that end an entry, met so far
  std::size_t start = 0;           // of the entry below the one that is walked through
  std::optional<long> below, ply;  // their numbers
  for (std::size_t end = text.rfind('\n'); end != text.npos;) {
    const std::size_t before = end == 0 ? text.npos : text.rfind('\n', end - 1);
    const std::size_t line_start = before == text.npos ? 0 : before + 1;
    std::string_view line = text.substr(line_start, end - line_start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const Words words = words_of(without_byte_order_mark(line));
    if (words.first == "e") {
      // The third end from below is that before the last two whole entries.
      if (++ends > 2 && !may_follow(ply, below)) return start;
      start = end + 1;
      below = std::exchange(ply, std::nullopt);
    } else if (words.first == "ply" && !ply) {
      ply = read_signed(words.rest);
    }
    end = before;
  }
  // The text may begin in the midst of an entry: then its number decides only if it is there.
  return ends > 1 && ply && !may_follow(ply, below) ? start : 0;
}

}  // namespace intarsia::games
