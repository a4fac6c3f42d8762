#include "intarsia/hex/position_line.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/turn.h"

namespace intarsia::hex {

namespace {

// The words after `hex <size>`.
class WordReader {
 public:
  WordReader(TextCursor in, int n, SwapRule rule) : in_(in), n_(n), rule_(rule) {}

  Result<Replay> read() {
    next();
    const bool is_set_up = word_ == "blue" || word_ == "red" || word_ == "turn";
    if (is_set_up) {
      if (auto error = read_stones()) return *std::move(error);
    }
    Position start(n_, rule_);
    if (is_set_up) {
      const auto turn = read_turn();
      if (!turn) return turn.error();
      const auto first = read_first();
      if (!first) return first.error();
      const auto given = Position::from_stones(n_, stones_[0], stones_[1], *turn, *first, rule_);
      if (!given) return fail(given.error().code, given.error().detail);
      start = *given;
    }
    Replay replay(start);
    if (auto error = play_moves(replay)) return *std::move(error);
    return replay;
  }

 private:
  void next() {
    in_.skip_blanks();
    at_ = in_.offset();
    word_ = in_.word();
  }

  Error fail(ErrorCode code, std::string_view detail) const {
    return Error{code, at_, std::string(detail)};
  }

  std::optional<Color> color() const {
    for (Color c : {kBlue, kRed}) {
      if (word_ == name(c)) return c;
    }
    return std::nullopt;
  }

  Result<Cell> cell() const {
    auto c = read_cell_name(word_, n_);
    if (!c) return std::move(c).error().moved_by(at_);
    return c;
  }

  std::optional<Error> read_stones() {
    for (Color c : {kBlue, kRed}) {
      if (word_ != name(c)) continue;
      for (next(); !word_.empty() && word_ != "red" && word_ != "turn"; next()) {
        const auto stone = cell();
        if (!stone) return stone.error();
        if (stones_[0].contains(*stone) || stones_[1].contains(*stone)) {
          return fail(ErrorCode::kInvalid, "a second stone on this cell");
        }
        stones_[index(c)].insert(*stone);
      }
    }
    return std::nullopt;
  }

  Result<Color> read_turn() {
    if (word_ != "turn")
      return fail(ErrorCode::kSyntax, "expected turn blue, turn red or turn infer");
    next();
    const auto counted = color_of(infer_turn(stones_[0].size(), stones_[1].size()));
    auto turn = color();
    if (word_ == "infer") {
      if (!counted) return fail(ErrorCode::kAmbiguous, "these stones do not tell who moves");
      turn = counted;
    }
    if (!turn) return fail(ErrorCode::kSyntax, "expected blue, red or infer");
    next();
    return *turn;
  }

  Result<Color> read_first() {
    if (word_ != "first") return kBlue;
    next();
    const auto first = color();
    if (!first) return fail(ErrorCode::kSyntax, "expected blue or red");
    next();
    return *first;
  }

  std::optional<Error> play_moves(Replay& replay) {
    if (word_.empty()) return std::nullopt;
    if (word_ != "moves") return fail(ErrorCode::kSyntax, "expected the word moves, or the end");
    for (next(); !word_.empty(); next()) {
      const auto m = read_move(word_, n_);
      if (!m) return Error(m.error()).moved_by(at_);
      if (!replay.is_legal(*m)) return fail(ErrorCode::kIllegal, replay.why_not(*m));
      replay.play(*m);
    }
    return std::nullopt;
  }

  TextCursor in_;
  int n_;
  SwapRule rule_;
  std::array<Cells, kColors> stones_{};
  std::size_t at_ = 0;
  std::string_view word_;
};

void append_stones(std::string& out, Color c, const Cells& stones, int n) {
  if (stones.empty()) return;
  out += concat({" ", name(c)});
  for (Cell cell : stones) {
    out += ' ';
    append_cell(out, cell, n);
  }
}

}  // namespace

bool is_position_line(std::string_view line) {
  const std::string_view first = cursor_on(line).word();
  if (first == "hex" || first == "trmph" || first.starts_with("hex,")) return true;
  const std::size_t hash = first.find('#');
  return hash < first.size() - 1 && is_digit(first[hash + 1]) &&
         (hash == 0 || first.substr(0, hash).find('/') != first.npos);
}

Result<Replay> read_position_line(std::string_view line, const ReadOptions& options,
                                  std::optional<Error>* note) {
  TextCursor in = cursor_on(line);
  if (in.word() == "hex") {
    in.skip_blanks();
    const auto n = read_size(in);
    if (!n) return n.error();
    return WordReader(in, *n, options.swap_rule).read();
  }
  const auto reading = read_game_line(line, options);
  if (!reading) return reading.error();
  if (note != nullptr && !reading->notes.empty()) *note = reading->notes.front();
  return replay_of(*reading);
}

Replay replay_of(const Game& g, int plies) {
  Replay replay(g.start());
  for (int i = 0; i < plies; ++i) replay.play(g.moves[static_cast<std::size_t>(i)]);
  return replay;
}

std::string to_position_line(int n, const Cells& blue, const Cells& red,
                             std::optional<Color> turn) {
  std::string out = "hex ";
  append_number(out, n);
  append_stones(out, kBlue, blue, n);
  append_stones(out, kRed, red, n);
  if (turn) out += concat({" turn ", name(*turn)});
  return out;
}

std::string to_position_line(const Position& p) {
  std::string out = to_position_line(p.size(), p.stones(kBlue), p.stones(kRed), p.turn());
  if (p.first() != kBlue) out += concat({" first ", name(p.first())});
  return out;
}

std::string to_position_line(const Replay& line, int plies) {
  const int n = line.start().size();
  const bool is_empty = line.start() == Position(n, line.start().swap_rule());
  std::string out = is_empty ? "hex " : to_position_line(line.start());
  if (is_empty) append_number(out, n);
  for (int i = 0; i < plies; ++i) {
    out += i == 0 ? " moves " : " ";
    append_move(out, line.moves()[static_cast<std::size_t>(i)], n);
  }
  return out;
}

std::optional<int> peek_size(std::string_view line) {
  TextCursor in = cursor_on(line);
  for (std::string_view word : {"trmph", "hex"}) {
    TextCursor after = in;
    if (after.word() != word) continue;
    in = after;
    in.skip_blanks();
  }
  const std::size_t number = in.rest().starts_with("hex,") ? 4 : in.rest().find('#') + 1;
  in.take(std::min(number, in.rest().size()));
  const auto n = read_size(in);
  if (!n) return std::nullopt;
  return *n;
}

}  // namespace intarsia::hex
