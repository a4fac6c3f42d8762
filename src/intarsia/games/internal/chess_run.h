// Positions of a file, gathered into what is reported of them: a run of positions that follow from
// each other is a game, one alone a position.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "intarsia/chess/recorder.h"
#include "intarsia/chess/setup.h"
#include "intarsia/game/parser.h"

namespace intarsia::games {

class PositionRun {
 public:
  explicit PositionRun(const game::ParserOptions& o) : options_(o) {}

  // A new one; what was gathered before is forgotten.
  void begin(const game::Place& place, const chess::Position& start);
  // The move from the position that stands now, or none; `eval` is that position's, White's view.
  void add(chess::Move m, std::int16_t eval);
  // A fault that was put right, in the line that begins at `line`. Where lines are
  // not asked for, the first of a run is enough: then games are counted.
  void note(const game::Place& line, Error e, std::string_view name = {});
  // What was cleaned of a FEN, which begins at `at` in its line. (Counters may be missing.)
  void note_cleaned(const game::Place& line, chess::Faults faults, std::string_view fen,
                    std::size_t at);
  void report(Outcome outcome, game::GameSink& sink);

  const chess::Position& now() const { return now_; }
  std::size_t size() const { return moves_.size(); }

 private:
  void add_records(Outcome outcome, game::ParsedGame& game);
  void add_line(Outcome outcome, game::ReadGame& out);
  bool is_game() const { return moves_.size() > 1; }
  bool has_enough_notes() const { return !options_.wants_lines && !faults_.empty(); }

  game::ParserOptions options_;
  game::Place place_;
  chess::Position start_, now_;
  std::vector<chess::Move> moves_;
  std::vector<std::int16_t> evals_;
  std::vector<bool> quiet_;
  std::vector<game::Fault> faults_;
  chess::Recorder recorder_;
  std::string buffer_;
};

}  // namespace intarsia::games
