// Whole games from PGN, for callers that want them one by one.
//
//   PgnGames games({.evals = true});
//   games.feed(chunk);
//   while (auto game = games.next()) use(*game);
//   games.finish();  // and once more
//
// Reading a file, compressed or not: games/game_files.h.

#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "intarsia/chess/game.h"
#include "intarsia/chess/pgn/parser.h"

namespace intarsia::chess {

struct PgnGame {
  PgnPlace place;
  std::vector<std::pair<std::string, std::string>> tags;
  Position start;
  std::vector<Move> moves;
  // By position: [0] is the start's, [i] that after i moves. Empty if none was read.
  std::vector<std::int16_t> evals;  // kNoEval where there is none
  // By move: what its mover had left. Empty if none was read.
  std::vector<double> clocks;  // seconds, NaN where there is none
  Position last;               // after the moves
  Outcome outcome = Outcome::kUnknown;
  bool is_refused = false;  // `moves` are those before the fault
  std::vector<PgnFault> faults;

  Game game() const { return {start, moves}; }
};

// A tag's value, or nothing.
const std::string* find_tag(const PgnGame& g, std::string_view name);

class PgnGames {
 public:
  explicit PgnGames(const PgnOptions& options = {});
  ~PgnGames();
  PgnGames(PgnGames&&) noexcept;

  void feed(std::string_view chunk);
  void finish();
  // The next game that is complete.
  std::optional<PgnGame> next();

 private:
  class Collector;
  std::unique_ptr<Collector> collector_;
  std::unique_ptr<PgnParser> parser_;
};

}  // namespace intarsia::chess
