// The way from a position of any game to another, as a stack of transitions.
//
//   const auto steps = type.make_steps(*line);
//   steps->push(move);      // a number as in records
//   steps->pack(record);
//   steps->pop();
//
// The position goes forth and back by the edits of each transition; nothing is played again.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "intarsia/base/keys.h"
#include "intarsia/base/result.h"
#include "intarsia/game/line.h"

namespace intarsia::game {

class Steps {
 public:
  virtual ~Steps() = default;

  // The numbers of the moves since the start.
  virtual std::span<const std::uint16_t> moves() const = 0;

  // An error, and no step, unless the rules allow the move (Rules::legal_moves).
  [[nodiscard]] virtual std::optional<Error> push(std::uint16_t move) = 0;
  virtual bool pop() = 0;  // false at the start

  // The position here: its keys, its record without history or targets, and its identity record. The
  // identity is that of the record, as in graphs.
  virtual Key key() const = 0;
  virtual Key identity() const = 0;
  virtual void pack(std::byte* out) const = 0;
  virtual void pack_identity(std::byte* out) const = 0;

  // The line that it started from, with the moves to here.
  virtual LinePtr line() const = 0;

 protected:
  Steps() = default;
  Steps(const Steps&) = default;
  Steps& operator=(const Steps&) = default;
};

}  // namespace intarsia::game
