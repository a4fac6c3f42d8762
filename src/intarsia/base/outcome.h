// Who won, in any game.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace intarsia {

// The first player is who begins: White, Blue. The numbers are stored in records and tables.
enum class Outcome : std::uint8_t { kUnknown, kFirst, kDraw, kSecond };

inline constexpr std::string_view kOutcomeNames[] = {"unknown", "first", "draw", "second"};
constexpr std::string_view name(Outcome o) { return kOutcomeNames[static_cast<std::size_t>(o)]; }

// The same with the players exchanged.
constexpr Outcome turned(Outcome o) {
  return o == Outcome::kFirst ? Outcome::kSecond : o == Outcome::kSecond ? Outcome::kFirst : o;
}

}  // namespace intarsia
