#include "intarsia/connect4/position_line.h"

#include "intarsia/base/text.h"
#include "intarsia/connect4/game_line.h"

namespace intarsia::connect4 {

namespace {

constexpr std::string_view kGameWord = "connect4";
constexpr std::string_view kMovesWord = "moves";
constexpr std::string_view kTurnWord = "turn";

// The words after the board.
class WordReader {
 public:
  WordReader(TextCursor in, Board b) : in_(in), board_(b) {}

  Result<Replay> read() {
    next();
    const bool is_digits = !word_.empty() && is_digit(word_[0]);
    const auto start = is_digits ? Position(board_) : read_start();
    if (!start) return start.error();
    Replay replay(*start);
    auto error = is_digits ? play_digits(replay, word_, at_) : play_words(replay);
    if (error) return *std::move(error);
    next();
    if (!word_.empty()) return fail(ErrorCode::kSyntax, "expected the end of the line");
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

  bool is_keyword() const {
    return word_ == kMovesWord || word_ == kTurnWord || find_color(word_).has_value();
  }

  Result<Position> read_start() {
    for (Color c : {kFirst, kSecond}) {
      if (word_ != name(c)) continue;
      for (next(); !word_.empty() && !is_keyword(); next()) {
        if (auto error = add_disc(c)) return *std::move(error);
      }
    }
    auto start = Position::from_discs(board_, discs_[0], discs_[1]);
    if (!start) return misplaced(start.error());
    if (auto error = check_turn(start->turn())) return *std::move(error);
    return start;
  }

  std::optional<Error> add_disc(Color c) {
    auto cell = read_cell_name(word_, board_);
    if (!cell) return std::move(cell).error().moved_by(at_);
    if (discs_[0].contains(*cell) || discs_[1].contains(*cell)) {
      return fail(ErrorCode::kInvalid, "a second disc on this cell");
    }
    discs_[index(c)].insert(*cell);
    places_[*cell] = at_;
    return std::nullopt;
  }

  // The fault of a board names a cell: the place is where the line names it.
  Error misplaced(const Error& fault) const {
    const auto cell = static_cast<Cell>(fault.offset);
    return Error{fault.code, places_[cell], concat({cell_name(cell, board_), ": ", fault.detail})};
  }

  std::optional<Error> check_turn(Color turn) {
    if (word_ != kTurnWord) return std::nullopt;
    next();
    const auto said = find_color(word_);
    if (!said) return fail(ErrorCode::kSyntax, "expected first or second");
    if (*said != turn) {
      return fail(ErrorCode::kInvalid,
                  concat({"by the number of discs ", name(turn), " moves, not ", word_}));
    }
    next();
    return std::nullopt;
  }

  std::optional<Error> play_words(Replay& replay) {
    if (word_.empty()) return std::nullopt;
    if (word_ != kMovesWord) {
      return fail(ErrorCode::kSyntax, discs_[0].empty()
                                          ? "expected moves such as 4453, the words moves, first, "
                                            "second or turn, or the end of the line"
                                          : "expected a cell, the words second, turn or moves, or "
                                            "the end of the line");
    }
    for (next(); !word_.empty(); next()) {
      if (word_.size() > 1) {
        return fail(ErrorCode::kSyntax, "expected a move: the digit of one column");
      }
      if (auto error = play_digits(replay, word_, at_)) return error;
    }
    return std::nullopt;
  }

  TextCursor in_;
  Board board_;
  std::array<Cells, kColors> discs_{};
  std::array<std::size_t, kMaxCells> places_{};  // by cell: where its disc is named
  std::size_t at_ = 0;
  std::string_view word_;
};

void append_discs(std::string& out, Color c, const Cells& discs, Board b) {
  if (discs.empty()) return;
  out += concat({" ", name(c)});
  for (Cell cell : discs) {
    out += ' ';
    append_cell(out, cell, b);
  }
}

std::string line_start(Board b) {
  std::string out(kGameWord);
  if (b != Board()) {
    out += ' ';
    append_board(out, b);
  }
  return out;
}

}  // namespace

bool is_position_line(std::string_view line) { return cursor_on(line).word() == kGameWord; }

Result<Replay> read_position_line(std::string_view line) {
  TextCursor in = cursor_on(line);
  const std::size_t start = in.offset();
  if (in.word() != kGameWord) {
    return Error{ErrorCode::kSyntax, start, "expected a line that begins with connect4"};
  }
  const auto board = take_board(in);
  if (!board) return board.error();
  return WordReader(in, *board).read();
}

std::string to_position_line(Board b, const Cells& first, const Cells& second,
                             std::optional<Color> turn) {
  std::string out = line_start(b);
  append_discs(out, kFirst, first, b);
  append_discs(out, kSecond, second, b);
  const bool is_start = first.empty() && second.empty();
  if (turn && !is_start) out += concat({" ", kTurnWord, " ", name(*turn)});
  return out;
}

std::string to_position_line(const Position& p) {
  return to_position_line(p.board(), p.discs(kFirst), p.discs(kSecond), p.turn());
}

std::string to_position_line(const Replay& line, int plies, MoveText text) {
  std::string out = to_position_line(line.start());
  if (plies == 0) return out;
  const auto moves = std::span(line.moves()).first(static_cast<std::size_t>(plies));
  // Digits after discs would read as a cell.
  if (text == MoveText::kDigits && line.start().ply() == 0) {
    out += ' ';
    append_digits(out, moves);
    return out;
  }
  out += concat({" ", kMovesWord});
  for (Move m : moves) out += {' ', to_digit(m)};
  return out;
}

std::optional<int> peek_size(std::string_view line) {
  TextCursor in = cursor_on(line);
  if (in.word() != kGameWord) return std::nullopt;
  const auto board = take_board(in);
  if (!board) return std::nullopt;
  return board->size();
}

}  // namespace intarsia::connect4
