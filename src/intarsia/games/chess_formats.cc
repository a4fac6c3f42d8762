// The formats of chess, and PGN: tags into rows, moves into records and lines.

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/game/tags.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_records.h"

namespace intarsia::games {

namespace {

using game::Place;

// As the PGN standard has them; what a file says otherwise is "other".
constexpr std::string_view kTerminations[] = {
    "unknown",          "normal",       "time forfeit", "abandoned", "adjudication",
    "rules infraction", "unterminated", "death",        "emergency", "other"};

std::uint8_t termination_of(std::string_view tag) {
  if (tag.empty() || tag == "?") return 0;
  std::string plain(trimmed(tag));
  for (char& c : plain) {
    if (c == '-' || c == '_') c = ' ';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  const auto found = std::find(std::begin(kTerminations), std::end(kTerminations) - 1, plain);
  return static_cast<std::uint8_t>(found - std::begin(kTerminations));
}

std::uint16_t rating_of(std::string_view tag) {
  std::uint16_t rating = 0;
  const std::string_view digits = trimmed(tag);
  std::from_chars(digits.data(), digits.data() + digits.size(), rating);
  return rating;
}

// What the tags of one game leave in its row.
class TagKeeper {
 public:
  void keep(std::string_view name, std::string_view value, game::GameFacts& facts) {
    game::GameRow& row = facts.row;
    if (name == "WhiteElo") row.ratings[0] = rating_of(value);
    if (name == "BlackElo") row.ratings[1] = rating_of(value);
    if (name == "Termination") row.termination = termination_of(value);
    if (name == "UTCDate" || (name == "Date" && !has_utc_date_)) {
      if (const std::uint32_t date = game::date_of(value); date != 0) row.date = date;
      has_utc_date_ = name == "UTCDate" && row.date != 0;
    }
    if (name == "TimeControl") {
      facts.time_control = value;
      game::set_time_control(value, row);
    }
  }

 private:
  bool has_utc_date_ = false;
};

class PgnGames final : public game::GameParser, private chess::PgnVisitor {
 public:
  PgnGames(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : options_(o),
        sink_(sink),
        source_(first.source),
        parser_(*this,
                {.evals = true,
                 .clocks = o.wants_notes,
                 .comments = o.wants_notes,
                 .chess960 = o.game.has(kChess960)},
                {first.offset, first.line, first.game}) {}

  void feed(std::string_view text) override { parser_.feed(text); }
  void finish() override { parser_.finish(); }
  std::uint64_t begun() const override { return begun_; }
  bool is_border() const override { return parser_.is_border(); }
  Place next_place() const override { return to_place(parser_.next_place()); }

 private:
  Place to_place(const chess::PgnPlace& p) const { return {source_, p.offset, p.line, p.game}; }

  void begin_game(const chess::PgnPlace& place) override {
    ++begun_;
    game_.place = to_place(place);
    game_.type = &chess_game();
    game_.facts = {};
    game_.facts.row.size = Chess::kSize;
    game_.read.recorded = {};
    game_.read.faults.clear();
    tags_ = {};
    comment_bytes_ = 0;
    recorder_.begin();
    quiet_.clear();
    start_ = {};
    moves_.clear();
  }

  void tag(std::string_view name, std::string_view value) override {
    game::note_tag(name, value, options_.tags, game_.facts);
    if (options_.wants_lines) game_.read.recorded.tags.emplace_back(name, value);
    tags_.keep(name, value, game_.facts);
  }

  bool end_tags(const chess::Position& start) override {
    start_ = start;
    game_.facts.row.variant = Chess::variant_of(start);
    return sink_.wants_moves(chess_game(), game_.facts);
  }

  void move(const chess::Position& before, chess::Move m) override {
    if (options_.wants_records) recorder_.move(before, m);
    if (options_.wants_quiet) quiet_.push_back(is_quiet(before, m));
    if (options_.wants_lines) moves_.push_back(m);
  }

  void eval(std::int16_t eval) override {
    recorder_.eval(eval);
    game_.facts.row.has_eval = 1;
    if (!options_.wants_lines) return;
    auto& evals = game_.read.recorded.evals;
    evals.resize(moves_.size() + 1, chess::kNoEval);
    evals.back() = eval;
  }

  void clock(double seconds) override {
    if (moves_.empty()) return;
    auto& clocks = game_.read.recorded.clocks;
    clocks.resize(moves_.size(), std::numeric_limits<double>::quiet_NaN());
    clocks.back() = seconds;
  }

  // A game has room for as much as one comment may be: memory is bounded whatever a file says.
  void comment(std::string_view text) override {
    comment_bytes_ += text.size();
    if (comment_bytes_ > chess::kMaxPgnCommentBytes) return;
    auto& comments = game_.read.recorded.comments;
    const int ply = static_cast<int>(moves_.size());
    if (comments.empty() || comments.back().first != ply) comments.emplace_back(ply, "");
    std::string& said = comments.back().second;
    said += concat({said.empty() ? "" : " ", text});
  }

  void fault(const chess::PgnFault& f) override {
    // Who wants records alone counts the games: the first thing put right in each is enough.
    if (!f.is_refusal && !options_.wants_lines && !game_.read.faults.empty()) return;
    game_.read.faults.push_back({to_place(f.place),
                                 {f.code, f.place.offset, f.detail},
                                 f.is_refusal,
                                 /*column=*/0,
                                 f.ply});
  }

  void end_game(const chess::PgnEnd& end, const chess::Position& last) override {
    game_.facts.row.outcome = end.outcome;
    if (options_.wants_records) {
      recorder_.end(last, end.outcome, options_.with_final);
      if (options_.with_final && options_.wants_quiet) quiet_.push_back(!last.is_check());
      game_.records = std::as_bytes(recorder_.records());
      game_.record_bytes = sizeof(chess::Record);
      game_.content = content_of(start_, recorder_.records(), buffer_);
      game_.is_quiet = [this](std::uint32_t ply) { return quiet_[ply]; };
    }
    game_.read.recorded.unkept = {end.unkept.comments, end.unkept.variations, end.unkept.marks};
    if (options_.wants_lines) add_line(end.outcome);
    sink_.take(game_);
  }

  void add_line(Outcome outcome) {
    chess::Replay replay(start_);
    for (const chess::Move m : moves_) replay.play(m);
    game_.read.shown = replay.ply();
    game_.read.recorded.outcome = outcome;
    game_.read.line = std::make_unique<ChessLine>(std::move(replay));
  }

  game::ParserOptions options_;
  game::GameSink& sink_;
  std::uint32_t source_;
  std::uint64_t begun_ = 0;
  game::ParsedGame game_;
  TagKeeper tags_;
  std::size_t comment_bytes_ = 0;  // of the game
  chess::Position start_;
  std::vector<chess::Move> moves_;  // if lines are wanted
  chess::Recorder recorder_;
  std::vector<bool> quiet_;  // by ply, if it is asked for
  std::string buffer_;
  chess::PgnParser parser_;
};

// A tag, a comment, an escape, a result or a move: no position begins like that.
bool looks_like_pgn(std::string_view line, std::string_view) {
  constexpr std::string_view kMarks = "[{;%*";
  constexpr std::string_view kMen = "KQRBNabcdefgh";
  if (line.empty() || line.find('/') < line.find(' ')) return line.starts_with("1/2-1/2");
  if (kMarks.find(line[0]) != kMarks.npos || line.starts_with("O-O")) return true;
  const std::string_view word = TextCursor(line).word();
  if (is_digit(word[0])) {
    const std::string_view rest =
        word.substr(std::min(word.find_first_not_of("0123456789"), word.size()));
    const bool is_number = rest.starts_with('.') && (rest.size() == 1 || !is_digit(rest[1]));
    return is_number || word.starts_with("1-0") || word.starts_with("0-1") ||
           word.starts_with("0-0");
  }
  const bool is_move = word.find_first_not_of("KQRBNabcdefgh12345678x=+#!?") == word.npos;
  const bool has_rank = word.find_first_of("12345678") != word.npos;
  return is_move && has_rank && kMen.find(word[0]) != kMen.npos;
}

bool looks_like_epd(std::string_view line, std::string_view) {
  const std::string_view board = TextCursor(line).word();
  return std::count(board.begin(), board.end(), '/') == 7 && line.find('|') == line.npos &&
         line.find(';') != line.npos;
}

constexpr std::string_view kEpdEndings[] = {".epd"};
constexpr std::string_view kPlainEndings[] = {".plain"};

constexpr game::Format kFormats[] = {
    {.name = "pgn",
     .game = "chess",
     .endings = kPgnEndings,
     .is_text = looks_like_pgn,
     .make_parser = pgn_parser,
     .last_start = chess::last_game_start},
    {.name = "epd",
     .game = "chess",
     .endings = kEpdEndings,
     .is_text = looks_like_epd,
     .make_parser = epd_parser,
     .last_start = game::after_last_line},
    {.name = "plain",
     .game = "chess",
     .endings = kPlainEndings,
     .is_text = looks_like_plain,
     .make_parser = plain_parser,
     .last_start = last_plain_start},
};

}  // namespace

std::span<const std::string_view> chess_terminations() { return kTerminations; }

std::span<const game::Format> chess_formats() { return kFormats; }

game::ParserPtr pgn_parser(const game::ParserOptions& o, const Place& first, game::GameSink& sink) {
  return std::make_unique<PgnGames>(o, first, sink);
}

bool is_quiet(const chess::Position& p, chess::Move m) {
  if (p.is_check()) return false;
  if (m == chess::Move::none()) return true;
  const chess::Board& board = p.board();
  const bool is_pawn = board.kinds[chess::kPawn].contains(m.from());
  const bool takes = board.pieces(!p.turn()).contains(m.to()) ||
                     (is_pawn && chess::file_of(m.from()) != chess::file_of(m.to()));
  return !takes && !m.is_promotion();
}

std::string chess_content(const game::Line& line) {
  const ChessLine& game = ChessLine::of(line);
  std::string bytes;
  chess::append_fen(bytes, game.replay().start());
  bytes += '\n';
  for (const chess::Move m : game.played()) {
    const std::uint16_t stored = m.bits();
    bytes.append(reinterpret_cast<const char*>(&stored), sizeof stored);
  }
  return bytes;
}

void keep_chess_tags(std::span<const game::Tag> tags, game::GameFacts& facts) {
  TagKeeper keeper;
  for (const auto& [name, value] : tags) keeper.keep(name, value, facts);
}

std::string_view content_of(const chess::Position& start, std::span<const chess::Record> records,
                            std::string& buffer) {
  buffer.clear();
  chess::append_fen(buffer, start);
  buffer += '\n';
  for (const chess::Record& r : records) {
    if (r.move == 0) continue;
    buffer.append(reinterpret_cast<const char*>(&r.move), sizeof r.move);
  }
  return buffer;
}

}  // namespace intarsia::games
