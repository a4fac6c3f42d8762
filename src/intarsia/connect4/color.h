// The two players of Connect Four, and how a game ends.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "intarsia/base/outcome.h"

namespace intarsia::connect4 {

// First begins, always. Pictures show first's discs in yellow, second's in red.
enum class Color : std::uint8_t { kFirst, kSecond };

inline constexpr Color kFirst = Color::kFirst;
inline constexpr Color kSecond = Color::kSecond;
inline constexpr int kColors = 2;

constexpr Color operator!(Color c) { return c == kFirst ? kSecond : kFirst; }
constexpr std::size_t index(Color c) { return static_cast<std::size_t>(c); }
constexpr std::string_view name(Color c) { return c == kFirst ? "first" : "second"; }
constexpr std::string_view title(Color c) { return c == kFirst ? "First" : "Second"; }

// The player with that name.
constexpr std::optional<Color> find_color(std::string_view word) {
  if (word == name(kFirst)) return kFirst;
  if (word == name(kSecond)) return kSecond;
  return std::nullopt;
}

constexpr Outcome won_by(Color c) { return c == kFirst ? Outcome::kFirst : Outcome::kSecond; }
constexpr std::optional<Color> winner_of(Outcome o) {
  if (o == Outcome::kFirst) return kFirst;
  if (o == Outcome::kSecond) return kSecond;
  return std::nullopt;
}

// The letter at the end of a game's line: 1, 2 or d; NUL for unknown.
constexpr char to_letter(Outcome o) {
  constexpr char kLetters[] = {'\0', '1', 'd', '2'};
  return kLetters[static_cast<std::size_t>(o)];
}
constexpr std::optional<Outcome> from_letter(char c) {
  if (c == '1') return Outcome::kFirst;
  if (c == '2') return Outcome::kSecond;
  if (c == 'd') return Outcome::kDraw;
  return std::nullopt;
}

}  // namespace intarsia::connect4
