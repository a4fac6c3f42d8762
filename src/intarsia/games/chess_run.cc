#include "intarsia/games/internal/chess_run.h"

#include <algorithm>
#include <utility>

#include "intarsia/chess/fen.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_records.h"

namespace intarsia::games {

void PositionRun::begin(const game::Place& place, const chess::Position& start) {
  place_ = place;
  start_ = now_ = start;
  moves_.clear();
  evals_.clear();
  quiet_.clear();
  faults_.clear();
  recorder_.begin();
}

void PositionRun::add(chess::Move m, std::int16_t eval) {
  const bool has_next = m != chess::Move::none();
  moves_.push_back(m);
  evals_.push_back(eval);
  if (options_.wants_quiet) quiet_.push_back(is_quiet(now_, m));
  recorder_.eval(eval);
  if (has_next) {
    recorder_.move(now_, m);
    now_ = now_.after(m);
  }
}

void PositionRun::note(const game::Place& line, Error e, std::string_view name) {
  if (has_enough_notes()) return;
  game::Place place = line;
  place.offset += e.offset;
  place.game = place_.game;
  const std::uint64_t column = e.offset + 1;
  faults_.push_back(
      {place, std::move(e), /*is_refusal=*/false, column, static_cast<int>(moves_.size()), name});
}

void PositionRun::note_cleaned(const game::Place& line, chess::Faults faults, std::string_view fen,
                               std::size_t at) {
  faults.remove(chess::Fault::kMissingCounters);  // these formats may do without
  if (faults.empty() || has_enough_notes()) return;
  for (const chess::PlacedFault& f : chess::find_faults(fen, at)) {
    if (faults.contains(f.fault))
      note(line, {ErrorCode::kInvalid, f.offset, f.detail}, info(f.fault).name);
  }
}

void PositionRun::report(Outcome outcome, game::GameSink& sink) {
  // A position in which the game has ended says how.
  const auto end = is_game() ? std::nullopt : Chess::end_of(start_);
  if (outcome == Outcome::kUnknown && end) outcome = end->outcome;
  const bool has_eval =
      std::any_of(evals_.begin(), evals_.end(), [](std::int16_t e) { return e != chess::kNoEval; });
  game::ParsedGame game{.place = place_, .type = &chess_game()};
  game.facts.row.size = Chess::kSize;
  game.facts.row.variant = Chess::variant_of(start_);
  game.facts.row.outcome = outcome;
  game.facts.row.has_eval = has_eval ? 1 : 0;
  if (options_.wants_records) add_records(outcome, game);
  if (options_.wants_lines) add_line(outcome, game.read);
  game.read.faults = std::exchange(faults_, {});
  sink.take(game);
}

// A lone position's move is one that should be played, perhaps: where it leads is nobody's position.
void PositionRun::add_records(Outcome outcome, game::ParsedGame& game) {
  const bool is_last = moves_.back() == chess::Move::none();
  const bool with_last = is_last || (is_game() && options_.with_final);
  recorder_.end(now_, outcome, with_last);
  if (options_.wants_quiet && with_last && !is_last) quiet_.push_back(!now_.is_check());
  game.records = std::as_bytes(recorder_.records());
  game.record_bytes = sizeof(chess::Record);
  game.content = content_of(start_, recorder_.records(), buffer_);
  game.is_quiet = [this](std::uint32_t ply) { return !options_.wants_quiet || quiet_[ply]; };
}

void PositionRun::add_line(Outcome outcome, game::ReadGame& out) {
  chess::Replay replay(start_);
  for (const chess::Move m : moves_) {
    if (m != chess::Move::none()) replay.play(m);
  }
  out.is_game = is_game();
  out.shown = is_game() ? replay.ply() : 0;
  out.line = std::make_unique<ChessLine>(std::move(replay));
  out.recorded.outcome = outcome;
  if (is_game() || evals_.front() != chess::kNoEval) out.recorded.evals = std::move(evals_);
}

}  // namespace intarsia::games
