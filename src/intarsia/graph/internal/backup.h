// Values of positions from the scores of those that the moves lead to: minimax over a graph with
// cycles.
//
// What a value means: depth first from the root, the first player takes the largest and the second the
// smallest value among the moves; a position without moves (or whose moves were not all scored) has its
// score; one that stands on the path already is a draw, 0. What is found below such a draw holds on
// that path only, so a search that follows this definition takes exponential time.
//
// The same values, exactly and in linear time. The definition is a game that ends when a position
// comes again. Compare it with the game that goes on for ever, in which an infinite play is worth 0 (a
// deterministic graphical game: Washburn 1990; solved by sorting: Andersson, Hansen, Miltersen and
// Sørensen 2008). There both players have optimal strategies without memory, and retrograde analysis
// finds them: a position is worth t > 0 if the first player can force a leaf of at least t, and the
// rank, the number of plies until then, falls with every ply. So no position comes twice on the way,
// and the strategy forces as much in the game that ends with a repetition. Where the value is 0, it
// keeps the play away from leaves below 0, and a cycle is worth 0 in both games. The second player does
// the same, so the two games have the same value in every position. Positions on the path are leaves
// that are worth 0.
//
// The path only has to hold the root: to make a leaf worth 0 of a position that is worth 0 changes no
// value, since no strategy for a value above or below 0 ever leads there; and where the best line is
// worth something else, it follows the ranks, which come twice nowhere. So one solution has the values
// of the root's moves and the whole best line.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/graph/internal/positions.h"

namespace intarsia::graph::internal {

class Backup {
 public:
  // The positions must stay as they are.
  explicit Backup(const Positions& positions);

  // Values for paths that begin at this root, which itself counts as a draw.
  void solve(Number root);

  float value(Number i) const { return values_[i]; }
  // Plies until the leaf from which a value that is not 0 comes: as few as possible for the player
  // whom the value favours, as many as possible for the other.
  std::uint32_t distance(Number i) const { return distances_[i]; }
  bool is_open(Number i) const { return is_open_[i] != 0; }

  // Whether the player who moves in i prefers one of its moves, by number, to another: the value, then
  // the sooner win or the later loss, then the smaller number.
  bool is_better(Number i, std::size_t move, std::size_t other) const;
  // The number of the move that is played: by the solution, the best one.
  std::size_t best_move(Number i) const;

 private:
  struct Leaf {
    float value;
    Number number;
  };

  void link();
  void attract(std::span<const Leaf> leaves, bool is_for_second);
  void reach(Number i, float value, std::uint32_t distance);

  const Positions& positions_;
  std::vector<std::uint8_t> is_open_;
  std::vector<Leaf> leaves_;  // that are not 0, by value
  // The positions from which moves lead to i: before_[first_[i]] to before_[first_[i + 1] - 1].
  std::vector<std::uint64_t> first_;
  std::vector<Number> before_;

  std::vector<float> values_;
  std::vector<std::uint32_t> distances_;
  std::vector<std::uint8_t> is_done_;
  std::vector<std::uint32_t> left_;  // moves that the player who is to lose has not lost yet
  std::vector<Number> reached_;      // with one value, by distance
};

}  // namespace intarsia::graph::internal
