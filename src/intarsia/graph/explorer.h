// What a graph says of a position, as an opening explorer shows it.
//
//   const auto page = explore_at(view, node);
//   page->moves.front().notation;  // "e4", with games, outcomes and ratings
//   to_text(*page);                // the table

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph {

// A move from the position and the games in which it was played.
struct ExplorerMove {
  std::uint16_t move = 0;
  std::string text = {};      // as positions are written: e2e4
  std::string notation = {};  // as books write it: e4
  Counts counts = {};
  double share = 0;  // of the games in which some move was played here
  // The points that the mover scored in games whose outcome is known: 1 a win, 0.5 a draw.
  std::optional<double> points = {};
  std::optional<std::uint64_t> rating = {};  // the average, where games say one
  std::optional<Ended> end = {};             // of the game by this move
};

struct ExplorerPage {
  const game::GameType* type = nullptr;
  std::string position = {};  // as text
  bool is_second_to_move = false;
  bool is_explored = false;
  std::optional<Ended> end = {};
  Counts counts = {};                        // over all moves
  std::uint64_t finishes = 0;                // games that end here
  std::optional<std::uint64_t> rating = {};  // over all moves
  std::vector<ExplorerMove> moves = {};      // those played most come first, then by number
};

Result<ExplorerPage> explore_at(const View& view, const Node& node);

// The table for people, in UTF-8, a line for each move: at most so many.
std::string to_text(const ExplorerPage& page, std::size_t most = SIZE_MAX);

}  // namespace intarsia::graph
