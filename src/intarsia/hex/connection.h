// Which stones are joined, stone by stone: union-find with undo.
//
//   Connection chains(11);
//   chains.play(cell, kBlue);
//   chains.winner()            // Blue, once a chain joins top and bottom
//   chains.undo();
//
// The board has a rim of one cell on each side: top and bottom are Blue's, left and
// right Red's, so that a chain that reaches an edge is joined to it like to any
// stone and nothing asks where the board ends. The smaller group is hung under the
// larger one and paths are never shortened: taking back a stone is cutting the
// links that it made. A step costs a few nanoseconds for each neighbour of its
// colour; an object is about 6 KB without memory of its own.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "intarsia/hex/cell.h"
#include "intarsia/hex/color.h"

namespace intarsia::hex {

class Connection {
 public:
  explicit Connection(int n);

  int size() const { return n_; }
  int stones() const { return played_; }
  bool is_empty(Cell c) const { return owners_[node_of(c)] == kNobody; }

  // A stone on a cell that must be empty. Going on after the win is allowed.
  void play(Cell c, Color color);
  // Takes back the last stone; there must be one.
  void undo();

  std::optional<Color> winner() const { return winner_; }
  // How many stones stood when the winner's chain was completed; 0 while there is none.
  int winning_stone() const { return winning_stone_; }

 private:
  using Node = std::uint16_t;
  static constexpr int kPadded = (kMaxSize + 2) * (kMaxSize + 2);
  static constexpr std::uint8_t kNobody = 2;
  // Heavier than any group of stones, so that an edge is always the root.
  static constexpr std::uint16_t kEdgeWeight = 4'096;

  Node node_of(Cell c) const {
    return static_cast<Node>((row_of(c, n_) + 1) * width_ + column_of(c, n_) + 1);
  }
  Node root(Node n) const {
    while (parents_[n] != n) n = parents_[n];
    return n;
  }
  void add_edge(Color c, int row, int column, int row_step, int column_step);
  void join(Node a, Node b, Color color);

  int n_;
  int width_;
  int played_ = 0;
  int links_ = 0;
  int winning_stone_ = 0;
  std::optional<Color> winner_;
  std::array<int, 6> steps_;  // to the neighbours of a node
  std::array<std::uint8_t, kPadded> owners_;
  std::array<Node, kPadded> parents_;
  std::array<std::uint16_t, kPadded> weights_;
  std::array<Node, kPadded> linked_;                   // roots that were hung, in order
  std::array<Node, kMaxCells> stones_;                 // nodes, in order
  std::array<std::uint16_t, kMaxCells> links_before_;  // by stone: the links made before it
};

}  // namespace intarsia::hex
