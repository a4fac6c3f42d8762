// A position of a graph as a value: what is known of it and of the moves from it.
//
// What a graph in memory and a stored one have in common: both answer with these (view.h).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/base/outcome.h"
#include "intarsia/base/result.h"
#include "intarsia/game/game_row.h"

namespace intarsia::graph {

// No game says a greater one.
inline constexpr std::uint64_t kMaxRating = 65'535;
// Of the games of an edge, or the sum of their ratings: so sums over a node cannot overflow.
inline constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 48;

// What is known of the games in which a move was played.
struct Counts {
  std::array<std::uint64_t, 4> outcomes = {};  // games, by the number of their outcome
  std::uint64_t rated = 0;                     // games that say a rating
  std::uint64_t rating_sum = 0;                // of those: the players' mean, rounded down

  std::uint64_t games() const { return outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3]; }
  std::uint64_t with(Outcome o) const { return outcomes[static_cast<std::size_t>(o)]; }
  // One game.
  static Counts of(const game::GameRow& row);
  Counts& operator+=(const Counts& other);
  // None of them is beyond kMaxCount.
  bool are_in_range() const;
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct Edge {
  std::uint16_t move = 0;  // as records number it
  Key child = 0;
  Counts counts = {};
  friend bool operator==(const Edge&, const Edge&) = default;
};

// How a game ended by its rules, whatever was played before: draws by counters are none.
struct Ended {
  Outcome outcome = Outcome::kUnknown;
  std::string reason = {};
  friend bool operator==(const Ended&, const Ended&) = default;
};

struct Node {
  Key key = 0;
  std::vector<std::byte> record = {};  // its identity record
  std::optional<Ended> end = {};
  bool is_explored = false;      // it has an edge for every move
  std::uint64_t starts = 0;      // games that begin here
  std::uint64_t finishes = 0;    // games whose last known position it is
  std::vector<Edge> edges = {};  // by move

  // Over all its edges.
  Counts counts() const;
  friend bool operator==(const Node&, const Node&) = default;
};

// Adds what another graph says of the same position. An error if they cannot both be right, or
// if a count grows beyond all bounds.
[[nodiscard]] std::optional<Error> merge(Node& into, const Node& other);

}  // namespace intarsia::graph
