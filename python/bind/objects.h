// What Python's positions and games hold, whatever the game.
//
// The classes of one game (chess/, hex/) derive from these and add nothing to them, so that a function
// that takes the base is safe with all.

#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "intarsia/base/outcome.h"
#include "intarsia/game/game_type.h"

namespace intarsia::bind {

namespace nb = nanobind;

using game::GameType;

// A line as a value: a copy goes its own way.
class LineValue {
 public:
  template <std::derived_from<game::Line> L>
  LineValue(std::unique_ptr<L> line) : line_(std::move(line)) {}  // NOLINT: it is one
  LineValue(const LineValue& other) : line_(other.line_->copy()) {}
  LineValue(LineValue&&) noexcept = default;
  LineValue& operator=(const LineValue& other) {
    line_ = other.line_->copy();
    return *this;
  }
  LineValue& operator=(LineValue&&) noexcept = default;
  ~LineValue() = default;

  const game::Line& operator*() const { return *line_; }
  const game::Line* operator->() const { return line_.get(); }
  game::Line& change() { return *line_; }

 private:
  game::LinePtr line_;
};

// A position, which never changes, with the moves that led to it.
struct PositionObject {
  LineValue line;
};

// What a file says of a game move by move.
struct Notes {
  std::vector<std::int16_t> evals;  // by position, as in game::Recorded, like the others
  std::vector<double> clocks;
  std::vector<std::pair<int, std::string>> comments;  // UTF-8

  bool is_empty() const { return evals.empty() && clocks.empty() && comments.empty(); }
};

// A game that goes on.
struct GameObject {
  LineValue line;
  Outcome recorded = Outcome::kUnknown;          // how it ended, if a file says so
  bool has_swapped_sides = false;                // the persons changed colours after the first move
  nb::dict tags = {};                            // the user's own: name to text
  std::shared_ptr<const Notes> notes = nullptr;  // shared between copies; null: none
};

// What a tensor shows where that is no position.
struct SetupObject {
  std::string game;
  int size;
  std::string text;
  friend bool operator==(const SetupObject&, const SetupObject&) = default;
};

// How a game ended.
struct OutcomeObject {
  std::optional<std::string> winner;  // of a draw nothing
  std::string reason;
  std::string result;  // 1-0 if the first player won
  friend bool operator==(const OutcomeObject&, const OutcomeObject&) = default;
};

// Not of an unknown one.
OutcomeObject outcome_object(const GameType& type, Outcome outcome, std::string_view reason);

// How the line ended by the rules.
std::optional<OutcomeObject> end_object(const game::Line& line);

// How the game ended: as it is recorded, with the reason that the board shows, if it does.
std::optional<OutcomeObject> outcome_of(const GameObject& game);

// A game with tags of its own.
GameObject copy_of(const GameObject& game);

// The notes of a game whose last move was taken back, or that will go another way: those as far as now.
void cut_notes(GameObject& game);

// The line of a position or of a game, whatever its game; null for other objects.
const game::Line* find_line(nb::handle object);

// The names and texts of a dict; TypeError for anything else.
nb::dict tags_in(nb::handle tags);

// ia.encode(self, …): arrays are made in Python.
nb::object encode_object(nb::handle self, nb::handle layout, nb::handle order, nb::handle dtype,
                         nb::handle out);

}  // namespace intarsia::bind
