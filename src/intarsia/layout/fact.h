// What can be said about a game's states: one catalogue per game, from which layouts choose.
//
// A fact is one row of a table, and all that is known about it stands there.
// Cells facts are sets of cells, value facts are numbers, codes facts put a number
// for each of several cells facts on one board (piece codes). A game fills a bank
// with the facts of a state (`gather`), a family at a time; everything else reads
// the table.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace intarsia::layout {

using FactId = std::uint16_t;

enum class FactKind : std::uint8_t {
  kCells,  // 1 on the cells of a set, 0 elsewhere
  kValue,  // one number: on every cell of a plane, or a single element of a flat layout
  kCodes,  // a number per cell: the sum of cells facts, each times its code
};

// One term of a codes fact.
struct Code {
  FactId cells;
  std::int8_t value;
};

// The side that a fact is about: one of the players, or the mover and the opponent.
enum class Whose : std::uint8_t { kNobody, kFirst, kSecond, kUs, kThem };

// Facts that a game gathers together have one family; its number is the game's own.
using FamilyId = std::uint8_t;
inline constexpr FamilyId kMaxFamilies = 64;
// Of a codes fact: only its cells facts are gathered.
inline constexpr FamilyId kNoFamily = 0xFF;

struct Fact {
  FactId id;  // its place in the table
  std::string_view name;
  std::string_view meaning;
  FactKind kind;
  double lo = 0;  // range of the raw value
  double hi = 1;
  FamilyId family = kNoFamily;
  // The fact that says the same about the other side: Black's for White's, the opponent's for the
  // mover's. A fact about neither side, or about both, is its own partner.
  FactId partner = id;
  bool needs_turn = false;           // nobody can fill it without knowing who moves
  bool is_derived = false;           // follows from others (attacks): decoding checks it, no more
  std::span<const Code> codes = {};  // of a codes fact
  Whose whose = Whose::kNobody;
};

// Facts that are usually chosen together. Closed: a group never grows.
struct Group {
  std::string_view name;
  std::span<const FactId> facts;
};

// A part of the game's state, and how layouts can show it: each of `shown_by` is a set of facts from
// which it can be read. A layout that has none of them loses the part; a reader of its tensors puts
// `stand_in` in its place.
struct Part {
  std::string_view name;
  std::string_view meaning;
  std::string_view stand_in;
  std::span<const std::span<const FactId>> shown_by;
};

// A way to look at the board: a permutation of cells, perhaps with colours exchanged, that may
// depend on the state.
struct Frame {
  std::string_view name;
  std::string_view meaning;
};

using FrameId = std::uint8_t;

struct Catalogue {
  std::string_view game;
  std::uint16_t rows;  // of the board; a cell is row * columns + column
  std::uint16_t columns;
  std::span<const Fact> facts;
  std::span<const Group> groups;
  std::span<const Frame> frames;
  std::span<const Part> parts;
  int size = 0;            // of the board, as the game numbers its boards
  bool has_sizes = false;  // one of several boards of the game: its size is named in files
  bool has_training_winner = false;  // winners are also written as 0 and 1 (ValueKind::kTraining)
  bool has_evals = false;            // records may hold an engine's evaluation

  std::uint16_t cells() const { return static_cast<std::uint16_t>(rows * columns); }
  std::uint16_t words() const { return static_cast<std::uint16_t>((cells() + 63) / 64); }

  std::optional<FactId> find(std::string_view name) const {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (facts[i].name == name) return static_cast<FactId>(i);
    }
    return std::nullopt;
  }
  const Group* find_group(std::string_view name) const {
    for (const Group& g : groups) {
      if (g.name == name) return &g;
    }
    return nullptr;
  }
  const Part* find_part(std::string_view name) const {
    for (const Part& p : parts) {
      if (p.name == name) return &p;
    }
    return nullptr;
  }
  std::optional<FrameId> find_frame(std::string_view name) const {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (frames[i].name == name) return static_cast<FrameId>(i);
    }
    return std::nullopt;
  }
};

}  // namespace intarsia::layout
