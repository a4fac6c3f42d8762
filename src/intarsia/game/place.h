// Where something stands in the sources, and what is wrong there.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::game {

// A place in the sources, all counted from the source's start: the game and its line from 1.
struct Place {
  std::uint32_t source = 0;
  std::uint64_t offset = 0;
  std::uint64_t line = 1;
  std::uint64_t game = 1;
  friend bool operator==(const Place&, const Place&) = default;
};

// A fault of a game.
struct Fault {
  Place place;
  Error error;
  bool is_refusal = true;       // else the game stands, and this was put right
  std::uint64_t column = 0;     // from 1; 0: not known
  std::optional<int> ply = {};  // half-moves before it, if known
  std::string_view name = {};   // among the game's faults; else that of the error's code
  bool is_usual = false;        // a form that many texts have: only who asks for all is told

  std::string_view code() const { return name.empty() ? intarsia::name(error.code) : name; }
};

}  // namespace intarsia::game
