#include "intarsia/hex/position_line.h"

#include "intarsia/base/text.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/trmph.h"
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
      const auto given = Position::from_stones(n_, stones_[0], stones_[1], *turn);
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

  Result<Cell> cell() const {
    TextCursor letters(word_);
    auto c = read_cell(letters, n_);
    if (!c) return std::move(c).error().moved_by(at_);
    if (!letters.at_end()) return fail(ErrorCode::kSyntax, "expected a blank after the cell");
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
    std::optional<Color> turn;
    for (Color c : {kBlue, kRed}) {
      if (word_ == name(c)) turn = c;
    }
    if (word_ == "infer") {
      if (!counted) return fail(ErrorCode::kAmbiguous, "these stones do not tell who moves");
      turn = counted;
    }
    if (!turn) return fail(ErrorCode::kSyntax, "expected blue, red or infer");
    next();
    return *turn;
  }

  std::optional<Error> play_moves(Replay& replay) {
    if (word_.empty()) return std::nullopt;
    if (word_ != "moves") return fail(ErrorCode::kSyntax, "expected the word moves, or the end");
    for (next(); !word_.empty(); next()) {
      Move m = Move::swap();
      if (word_ != "swap") {
        const auto c = cell();
        if (!c) return c.error();
        m = Move(*c);
      }
      if (!replay.is_legal(m)) {
        return fail(ErrorCode::kIllegal, replay.winner() ? "the game is won"
                                         : m.is_swap()   ? "the swap is the second move or none"
                                                         : "the cell is taken");
      }
      replay.play(m);
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
  const std::string_view first = TextCursor(line).word();
  return first == "hex" || first == "trmph" || first.starts_with("hex,") ||
         first.find('#') != std::string_view::npos;
}

Result<Replay> read_position_line(std::string_view line, const ReadOptions& options) {
  TextCursor in(line);
  if (in.word() == "hex") {
    in.skip_blanks();
    const auto n = read_size(in);
    if (!n) return n.error();
    return WordReader(in, *n, options.swap_rule).read();
  }
  const auto reading = looks_like_hexworld(line) ? read_hexworld(line) : read_trmph(line, options);
  if (!reading) return reading.error();
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
  return to_position_line(p.size(), p.stones(kBlue), p.stones(kRed), p.turn());
}

}  // namespace intarsia::hex
