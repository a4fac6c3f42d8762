// The 64 squares: a1 = 0, b1 = 1, … h8 = 63.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace intarsia::chess {

// clang-format off
enum Square : std::uint8_t {
  kA1, kB1, kC1, kD1, kE1, kF1, kG1, kH1,
  kA2, kB2, kC2, kD2, kE2, kF2, kG2, kH2,
  kA3, kB3, kC3, kD3, kE3, kF3, kG3, kH3,
  kA4, kB4, kC4, kD4, kE4, kF4, kG4, kH4,
  kA5, kB5, kC5, kD5, kE5, kF5, kG5, kH5,
  kA6, kB6, kC6, kD6, kE6, kF6, kG6, kH6,
  kA7, kB7, kC7, kD7, kE7, kF7, kG7, kH7,
  kA8, kB8, kC8, kD8, kE8, kF8, kG8, kH8,
  kNoSquare,
};
// clang-format on

inline constexpr int kSquares = 64;

// File a = 0 … h = 7; rank 1 = 0 … rank 8 = 7.
constexpr int file_of(Square s) { return s & 7; }
constexpr int rank_of(Square s) { return s >> 3; }
constexpr Square square_at(int file, int rank) { return Square(8 * rank + file); }

// The board seen from the other side: ranks reversed, files kept. Never a rotation.
constexpr Square mirrored(Square s) { return Square(s ^ 56); }

constexpr char file_letter(int file) { return static_cast<char>('a' + file); }
constexpr char rank_digit(int rank) { return static_cast<char>('1' + rank); }
constexpr bool is_file_letter(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank_digit(char c) { return c >= '1' && c <= '8'; }

// "e4" -> kE4; nothing for any other text.
constexpr std::optional<Square> square_from(std::string_view text) {
  if (text.size() != 2 || !is_file_letter(text[0]) || !is_rank_digit(text[1])) return std::nullopt;
  return square_at(text[0] - 'a', text[1] - '1');
}

// Appends "e4" to a string.
template <class String>
void append_square(String& out, Square s) {
  out += file_letter(file_of(s));
  out += rank_digit(rank_of(s));
}

}  // namespace intarsia::chess
