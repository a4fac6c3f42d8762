// A Hex position with the moves that led to it: what Python's HexPosition holds.
//
// Positions of one game share its replay and differ in their ply, so that a list of
// them costs no more than the game.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include "intarsia/hex/game.h"
#include "intarsia/hex/reading.h"

namespace intarsia::bind {

namespace nb = nanobind;

struct HexLine {
  std::shared_ptr<const hex::Replay> replay;
  int ply = 0;

  explicit HexLine(hex::Replay r)
      : replay(std::make_shared<const hex::Replay>(std::move(r))), ply(replay->ply()) {}
  HexLine(std::shared_ptr<const hex::Replay> shared, int plies)
      : replay(std::move(shared)), ply(plies) {}

  const hex::State& state(int ago = 0) const { return replay->state(replay->ply() - ply + ago); }
  const hex::Position& position() const { return state().position; }
  // A won position has no moves after it, so only the last one can be won.
  std::optional<hex::Color> winner() const {
    return ply == replay->ply() ? replay->winner() : std::nullopt;
  }

  // Adds this state and up to `history` before it, oldest first; answers how many were before it.
  int append_states(int history, std::vector<hex::State>& out) const;

  // A replay that ends here.
  hex::Replay to_replay() const;

  friend bool operator==(const HexLine& a, const HexLine& b);
};

// The classes of Python: a value, a game that goes on, and what a tensor says.
struct HexPositionObject {
  HexLine line;
};
struct HexGameObject {
  hex::Replay replay;
  std::optional<hex::Color> recorded = std::nullopt;  // the winner, if no chain tells
  bool has_swapped_sides = false;
  nb::dict tags = {};  // the user's own: name to text

  std::optional<hex::Color> winner() const { return replay.winner() ? replay.winner() : recorded; }
};
struct HexSetupObject {
  int size;
  std::array<hex::Cells, hex::kColors> stones;
  std::optional<hex::Color> turn;
  friend bool operator==(const HexSetupObject&, const HexSetupObject&) = default;
};

// 'pieces' or 'literal', as --swap has it.
hex::SwapRule swap_rule_in(std::string_view name);

// 'blue' or 'red'; nothing else means a colour, numbers least of all.
hex::Color color_in(nb::handle name);

nb::object name_or_none(std::optional<hex::Color> c);

// What Python calls with: a size, a text in any form, a HexPosition or a HexGame.
HexGameObject hex_game_from(nb::handle source, hex::SwapRule rule);
HexLine hex_line_from(nb::handle source, hex::SwapRule rule);

// A game that was read, with all its moves.
HexGameObject object_of(const hex::Game& g);

// The game as readers and writers know it. A game that began from stones has none: ValueError.
hex::Game to_game(const HexGameObject& object);

// A text as a move; one that is not legal raises IllegalError, which says why.
hex::Move hex_move_from(const hex::Replay& line, nb::handle move);

std::vector<std::string> hex_moves(const hex::Replay& line, int plies);

// "hex 13 moves a3 swap", reads back as the same line.
std::string to_text(const HexLine& line);

// The names of cells from the lowest up.
std::vector<std::string> cell_names(const hex::Cells& cells, int n);

}  // namespace intarsia::bind
