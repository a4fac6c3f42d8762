#include "intarsia/chess/position_line.h"

#include "intarsia/base/text.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"

namespace intarsia::chess {

namespace {

constexpr std::string_view kMovesWord = "moves";

// The text up to the word "moves", which the cursor then stands behind; or all of it.
std::string_view take_until_moves(TextCursor& in) {
  const std::string_view all = in.rest();
  const std::size_t start = in.offset();
  while (true) {
    in.skip_blanks();
    const std::size_t word_start = in.offset();
    const std::string_view word = in.word();
    if (word.empty() || word == kMovesWord) return all.substr(0, word_start - start);
  }
}

// `in` stands behind the word "moves".
Result<Replay> replay_moves(Replay replay, TextCursor& in) {
  while (true) {
    in.skip_blanks();
    const std::size_t at = in.offset();
    const std::string_view word = in.word();
    if (word.empty()) return replay;
    if (replay.ply() == kMaxPlies) {
      return Error{ErrorCode::kLimit, at,
                   concat({"a line of more than ", std::to_string(kMaxPlies), " plies"})};
    }
    const Result<Move> m = read_move(replay.position(), word);
    if (!m) {
      Error e = m.error();
      e.detail += " (ply ";
      append_number(e.detail, replay.ply() + 1);
      e.detail += ", ";
      append_fen(e.detail, replay.position());
      e.detail += ")";
      return std::move(e).moved_by(at);
    }
    replay.play(*m);
  }
}

}  // namespace

Result<Move> read_move(const Position& p, std::string_view text) {
  return looks_like_uci(text) || text == kNullMove ? read_uci(p, text) : read_san(p, text);
}

Result<PositionLine> read_position_line(std::string_view line, bool chess960) {
  TextCursor in = cursor_on(line);
  TextCursor lookahead = in;
  const std::string_view first = lookahead.word();
  if (first == "startpos" || first == "fen") in = lookahead;
  in.skip_blanks();

  const std::size_t at = in.offset();
  const std::string_view given = trimmed(take_until_moves(in));
  if (first == "startpos" && !given.empty()) {
    return Error{ErrorCode::kSyntax, at, "after startpos comes nothing or: moves e2e4 ..."};
  }
  const std::string_view fen = first == "startpos" ? kStartFen : given;
  Result<FenReading> start = read_fen(fen, chess960, at);
  if (!start) return std::move(start).error();

  std::vector<PlacedFault> faults;
  if (!start->faults.empty()) faults = find_faults(fen, at);
  Result<Replay> replay = replay_moves(Replay(start->position), in);
  if (!replay) return std::move(replay).error();
  return PositionLine{*std::move(replay), std::move(faults)};
}

std::string to_position_line(const Game& game, EnPassant en_passant) {
  std::string out = "startpos";
  if (game.start != Position{}) {
    out = "fen ";
    append_fen(out, game.start, {.en_passant = en_passant, .shredder = game.start.is_chess960()});
  }
  if (!game.moves.empty()) out += " moves";
  Position p = game.start;
  for (const Move m : game.moves) {
    out += ' ';
    append_uci(out, p, m);
    p = p.after(m);
  }
  return out;
}

}  // namespace intarsia::chess
