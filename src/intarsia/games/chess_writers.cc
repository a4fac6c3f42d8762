// Chess games and positions as text: PGN, UCI lines, Stockfish's plain text.

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/pgn/write.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/uci.h"
#include "intarsia/game/tags.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_score.h"

namespace intarsia::games {

namespace {

Result<std::string> to_pgn(const game::ReadGame& game, const game::Options& options) {
  const ChessLine& line = ChessLine::of(*game.line);
  std::string out;
  chess::append_pgn(out, line.ended().game(), game.recorded.outcome, game.recorded.tags,
                    game.recorded.evals, game.recorded.clocks, en_passant_in(options));
  return out;
}

Result<std::string> to_uci(const game::ReadGame& game, const game::Options& options) {
  const ChessLine& line = ChessLine::of(*game.line);
  return chess::to_position_line(line.ended().game(), en_passant_in(options)) + "\n";
}

// Score and result are from the view of the side to move.
bool append_plain(int, std::span<const std::byte> record, const game::Options& options,
                  std::string& out) {
  const auto u = chess::unpack(chess::record_at(record.data()));
  if (!u || !u->targets.has_next || u->targets.outcome == Outcome::kUnknown) return false;
  const auto& [p, t] = *u;
  const bool is_black = p.turn() == chess::kBlack;
  const long score = t.eval == chess::kNoEval ? kNoScore : score_of(is_black ? -t.eval : t.eval);
  const int white = t.outcome == Outcome::kFirst ? 1 : t.outcome == Outcome::kSecond ? -1 : 0;
  out += "fen ";
  chess::append_fen(out, p, {en_passant_in(options)});
  out += "\nmove ";
  chess::append_uci(out, p, t.move);
  append_number(out += "\nscore ", score);
  append_number(out += "\nply ", 2 * (p.fullmove() - 1) + (is_black ? 1 : 0));
  append_number(out += "\nresult ", is_black ? -white : white);
  out += "\ne\n";
  return true;
}

constexpr std::string_view kUciEndings[] = {".uci"};

// UCI lines whatever the output is called: files of positions have no ending of their own.
constexpr game::Writer kWriters[] = {
    {.name = "uci",
     .endings = kUciEndings,
     .help = "one position line a game",
     .write_game = to_uci,
     .is_usual = true,
     .has_outcomes = false},
    {.name = "pgn",
     .endings = kPgnEndings,
     .help = "the games",
     .write_game = to_pgn,
     .has_notes = true},
    {.name = "plain",
     .help = "Stockfish's text",
     .append_record = append_plain,
     .left_out = "no move or no known outcome"},
};

std::vector<game::Tag> tags_of(const game::GameRow& row) {
  std::vector<game::Tag> tags;
  if (row.date != 0) tags.emplace_back("Date", game::dotted_date(row.date));
  if (row.ratings[0] != 0) tags.emplace_back("WhiteElo", std::to_string(row.ratings[0]));
  if (row.ratings[1] != 0) tags.emplace_back("BlackElo", std::to_string(row.ratings[1]));
  if (row.time_base != 0 || row.time_increment != 0) {
    tags.emplace_back("TimeControl", concat({std::to_string(row.time_base), "+",
                                             std::to_string(row.time_increment)}));
  }
  const auto terminations = chess_terminations();
  if (row.termination != 0 && row.termination + 1U < terminations.size()) {
    tags.emplace_back("Termination", terminations[row.termination]);
  }
  return tags;
}

}  // namespace

std::span<const game::Writer> chess_writers() { return kWriters; }

// Records may have been changed on the disk: each must follow from the one before.
Result<game::ReadGame> unpack_chess_game(const game::GameRow& row,
                                         std::span<const std::byte> records, const game::Options&) {
  game::ReadGame out;
  out.recorded.tags = tags_of(row);
  std::optional<chess::Replay> replay;
  for (std::size_t at = 0; at < records.size(); at += sizeof(chess::Record)) {
    const auto u = chess::unpack(chess::record_at(records.data() + at));
    if (!u) return Error(u.error()).moved_by(at);
    if (!replay) {
      replay.emplace(u->position);
      out.recorded.outcome = u->targets.outcome;
    }
    const chess::Position& now = replay->position();
    const chess::Move m = u->targets.move;
    if (u->position.board() != now.board() || u->position.turn() != now.turn() ||
        (m != chess::Move::none() && !chess::is_legal(now, m))) {
      return Error{ErrorCode::kInvalid, at, "the record does not follow from the one before"};
    }
    out.recorded.evals.push_back(u->targets.eval);
    if (m != chess::Move::none()) replay->play(m);
  }
  out.shown = replay->ply();
  out.line = std::make_unique<ChessLine>(*std::move(replay));
  return out;
}

}  // namespace intarsia::games
