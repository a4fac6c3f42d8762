#include "intarsia/connect4/game_line.h"

namespace intarsia::connect4 {

namespace {

constexpr std::string_view kNoMoves = "-";

std::string_view in_words(Outcome o) {
  return o == Outcome::kDraw    ? "the game was drawn"
         : o == Outcome::kFirst ? "first won"
                                : "second won";
}

Error illegal(const Replay& line, Move m, std::size_t offset) {
  std::string detail = concat({"the move ", move_name(m), " (ply "});
  append_number(detail, line.ply() + 1);
  return Error{ErrorCode::kIllegal, offset, detail + concat({"): ", line.why_not(m)})};
}

// The word after the moves. What the board says must agree with it.
Result<Outcome> read_outcome(std::string_view word, std::size_t offset, Outcome on_board) {
  if (word.empty()) return on_board;
  const auto said = word.size() == 1 ? from_letter(word[0]) : std::nullopt;
  if (!said) return Error{ErrorCode::kSyntax, offset, "expected the outcome: 1, 2 or d"};
  if (on_board != Outcome::kUnknown && on_board != *said) {
    return Error{ErrorCode::kInvalid, offset,
                 concat({"the line says that ", in_words(*said), ", but on the board ",
                         in_words(on_board)})};
  }
  return *said;
}

}  // namespace

Result<Game> read_game_line(std::string_view line) {
  if (line.size() > kMaxGameLineBytes) {
    return Error{ErrorCode::kLimit, kMaxGameLineBytes,
                 concat({"a game's line has at most ", binary_size(kMaxGameLineBytes)})};
  }
  TextCursor in = cursor_on(line);
  const auto board = take_board(in);
  if (!board) return board.error();
  in.skip_blanks();
  const std::size_t moves_at = in.offset();
  const std::string_view moves = in.word();
  if (moves.empty()) {
    return Error{ErrorCode::kSyntax, moves_at, "expected moves, such as 4453, or - for none"};
  }
  Replay replay{Position(*board)};
  if (moves != kNoMoves) {
    if (auto error = play_digits(replay, moves, moves_at)) return *std::move(error);
  }
  in.skip_blanks();
  const std::size_t outcome_at = in.offset();
  const auto outcome = read_outcome(in.word(), outcome_at, replay.position().outcome());
  if (!outcome) return outcome.error();
  in.skip_blanks();
  if (!in.at_end()) {
    return in.fail(ErrorCode::kSyntax, "expected the end of the line");
  }
  return Game{*board, replay.moves(), *outcome};
}

std::string to_game_line(const Game& g) {
  std::string out;
  if (g.board != Board()) {
    append_board(out, g.board);
    out += ' ';
  }
  if (g.moves.empty()) out += kNoMoves;
  append_digits(out, g.moves);
  if (g.outcome != Outcome::kUnknown) out += {' ', to_letter(g.outcome)};
  return out;
}

std::optional<Error> play_digits(Replay& line, std::string_view digits, std::size_t offset) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto m = read_move(digits.substr(i, 1), line.position().board());
    if (!m) return Error(m.error()).moved_by(offset + i);
    if (!line.is_legal(*m)) return illegal(line, *m, offset + i);
    line.play(*m);
  }
  return std::nullopt;
}

void append_digits(std::string& out, std::span<const Move> moves) {
  for (Move m : moves) out += to_digit(m);
}

}  // namespace intarsia::connect4
