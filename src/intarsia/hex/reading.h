// What the readers of game records answer, and the checks that they share.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/hex/connection.h"
#include "intarsia/hex/game.h"

namespace intarsia::hex {

struct ReadOptions {
  // What a swap does to the first stone.
  SwapRule swap_rule = SwapRule::kTransposed;
};

struct Reading {
  Game game;
  std::vector<Error> notes = {};             // what was put right: the game stands
  std::size_t comments = 0, variations = 0;  // which are not kept
  int shown = 0;                             // plies up to the position that a link shows; else all
  std::optional<Alphabet> alphabet = std::nullopt;  // of a TRMPH winner column
};

// Puts a game together move by move, each checked against the rules.
class GameBuilder {
 public:
  GameBuilder(int n, SwapRule rule) : chains_(n), reading_{.game = {n, rule, {}}} {}
  // From there on; a start as every game has it is none that is set up.
  explicit GameBuilder(const Position& start);

  int ply() const { return static_cast<int>(reading_.game.moves.size()); }
  Game& game() { return reading_.game; }

  // `offset` is the place of the move in the text. What comes after the win is left out and noted.
  [[nodiscard]] std::optional<Error> add(Move m, std::size_t offset);

  // What was put right besides.
  void note(Error e) { reading_.notes.push_back(std::move(e)); }
  // Whose chain is complete.
  std::optional<Color> winner() const { return chains_.winner(); }

  // The winner that the record names, if it does. A chain on the board must agree with it.
  Result<Reading> finish(std::optional<Color> recorded, std::size_t offset) &&;

 private:
  std::optional<Error> refuse(Move m, std::size_t offset, std::string_view why) const;
  // The stone that a swap would take now; nothing where none may be played.
  std::optional<Cell> stone_to_swap() const;

  Connection chains_;
  Color first_ = kBlue;   // who moves at the start
  bool has_cut_ = false;  // moves after the win
  Reading reading_;
};

// The game as an ordinary one without a swap: transposed, colours, persons and winner exchanged, and
// said so in its comment (GC). A game without a swap stays as it is.
Game without_swap(const Game& g);

// Why a form that begins on the empty board, with Blue, cannot say the game; nothing if it can.
std::optional<Error> refuse_setup(const Game& g, std::string_view form);

// Looks at every game of a file: the alphabets of TRMPH winners must not mix in it.
class AlphabetCheck {
 public:
  // A note at the first line whose letters differ from those before.
  std::optional<Error> add(const Reading& r);

 private:
  std::optional<Alphabet> seen_;
  bool is_noted_ = false;
};

// A tag's value, or nothing.
const std::string* find_tag(const Game& g, std::string_view name);

}  // namespace intarsia::hex
