// The rules of a game over many records at once.
//
// Records lie one after the other and were checked; moves are numbers as in the records' field `move`.
// What counts as the same position (for repetition, and for the nodes of a graph) is its identity: a
// key, and a record that is the same for all of them and tells two positions with one key apart.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/game/line.h"

namespace intarsia::game {

// Positions by their identities: the keys, and the records one after the other.
struct Identities {
  std::vector<Key> keys;
  std::vector<std::byte> records;

  std::size_t size() const { return keys.size(); }
  void clear() {
    keys.clear();
    records.clear();
  }
};

// The positions after every move of some others.
struct Expanded {
  // Of position i: first[i] to first[i + 1] - 1, of the moves and of the children.
  std::vector<std::uint32_t> first;
  std::vector<std::uint16_t> moves;
  Identities children;
};

// The moves of games as steps between positions.
struct Traced {
  struct Step {
    std::uint32_t from, to;  // numbers among the positions
    std::uint16_t move;
  };
  Identities positions;
  std::vector<Step> steps;

  void clear() {
    positions.clear();
    steps.clear();
  }
};

struct Rules {
  // The moves of record i are moves[first[i]] to moves[first[i + 1] - 1].
  void (*legal_moves)(int size, std::span<const std::byte> records,
                      std::vector<std::uint32_t>& first, std::vector<std::uint16_t>& moves);
  // Of each record the position after its move, as a record without targets.
  void (*successors)(int size, std::span<const std::byte> records,
                     std::span<const std::uint16_t> moves, std::byte* out);
  void (*identities)(int size, std::span<const std::byte> records, Key* out);
  void (*identity_records)(int size, std::span<const std::byte> records, std::byte* out);
  // How the game ended there; kUnknown while it goes on.
  void (*ends)(int size, std::span<const std::byte> records, End* out);
  // The children of each record. A position at which the game has ended has none, though some games
  // let it be played on.
  void (*expand)(int size, std::span<const std::byte> records, Expanded& out);
  // Adds the steps of one game: its records in order, with the moves that were played there, which must
  // be legal. At most so many steps.
  void (*trace)(int size, std::span<const std::byte> records, std::size_t most, Traced& out);
  // What each position is worth at a glance, by what stands on the board: the first player's view,
  // between -1 and 1, which are for games that are won.
  void (*scores)(int size, std::span<const std::byte> records, float* out);
  // A legal move as positions are written (e2e4), and as books write it (e4).
  std::string (*move_text)(int size, const std::byte* record, std::uint16_t move);
  std::string (*move_notation)(int size, const std::byte* record, std::uint16_t move);
};

}  // namespace intarsia::game
