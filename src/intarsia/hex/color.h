// The two colours of Hex, and the five codes in which programs write them.
//
//                            Blue        Red         empty
//   piece (N x N form)       1           2           0
//   channel (one-hot forms)  0           1
//   player (to move)         0           1
//   TRMPH winner             '1' or 'b'  '2' or 'r'
//   training winner          0.0         1.0
//
// No two of them agree, so a bare number never means a colour: `Color` is the one
// type inside, and each code has a conversion by name in both directions.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace intarsia::hex {

// Blue moves first and joins top and bottom; Red joins left and right.
enum class Color : std::uint8_t { kBlue, kRed };

enum class Piece : std::int8_t { kEmpty = 0, kBlue = 1, kRed = 2 };
enum class Channel : std::uint8_t { kBlue = 0, kRed = 1, kPlayer = 2 };
enum class Player : std::uint8_t { kBlue = 0, kRed = 1 };

// The letters of a TRMPH winner column: digits in old files, letters in new ones.
enum class Alphabet : std::uint8_t { kDigits, kLetters };

inline constexpr Color kBlue = Color::kBlue;
inline constexpr Color kRed = Color::kRed;
inline constexpr int kColors = 2;

constexpr Color operator!(Color c) { return c == kBlue ? kRed : kBlue; }
constexpr std::size_t index(Color c) { return static_cast<std::size_t>(c); }
constexpr std::string_view name(Color c) { return c == kBlue ? "blue" : "red"; }
constexpr std::string_view title(Color c) { return c == kBlue ? "Blue" : "Red"; }

constexpr Piece to_piece(Color c) { return c == kBlue ? Piece::kBlue : Piece::kRed; }
constexpr Channel to_channel(Color c) { return c == kBlue ? Channel::kBlue : Channel::kRed; }
constexpr Player to_player(Color c) { return c == kBlue ? Player::kBlue : Player::kRed; }
constexpr char to_trmph(Color c, Alphabet a) {
  return a == Alphabet::kDigits ? (c == kBlue ? '1' : '2') : (c == kBlue ? 'b' : 'r');
}
constexpr float to_training(Color c) { return c == kBlue ? 0.0F : 1.0F; }

constexpr std::optional<Color> from_piece(Piece p) {
  if (p == Piece::kEmpty) return std::nullopt;
  return p == Piece::kBlue ? kBlue : kRed;
}
constexpr std::optional<Color> from_channel(Channel c) {
  if (c == Channel::kPlayer) return std::nullopt;
  return c == Channel::kBlue ? kBlue : kRed;
}
constexpr Color from_player(Player p) { return p == Player::kBlue ? kBlue : kRed; }
constexpr std::optional<Color> from_trmph(char c) {
  if (c == '1' || c == 'b') return kBlue;
  if (c == '2' || c == 'r') return kRed;
  return std::nullopt;
}
constexpr std::optional<Color> from_training(float winner) {
  if (winner == to_training(kBlue)) return kBlue;
  if (winner == to_training(kRed)) return kRed;
  return std::nullopt;
}

// How the value of an occupied and of an empty cell is written in one-hot forms.
inline constexpr int kPieceOnehot = 1;
inline constexpr int kEmptyOnehot = 0;

// The constants by the names that Hex programs know them by; Python's are made from this table.
struct Constant {
  std::string_view name;
  std::variant<int, char, float> value;
};
inline constexpr Constant kConstants[] = {
    {"EMPTY_PIECE", static_cast<int>(Piece::kEmpty)},
    {"BLUE_PIECE", static_cast<int>(Piece::kBlue)},
    {"RED_PIECE", static_cast<int>(Piece::kRed)},
    {"PIECE_ONEHOT", kPieceOnehot},
    {"EMPTY_ONEHOT", kEmptyOnehot},
    {"BLUE_CHANNEL", static_cast<int>(Channel::kBlue)},
    {"RED_CHANNEL", static_cast<int>(Channel::kRed)},
    {"PLAYER_CHANNEL", static_cast<int>(Channel::kPlayer)},
    {"BLUE_PLAYER", static_cast<int>(Player::kBlue)},
    {"RED_PLAYER", static_cast<int>(Player::kRed)},
    {"TRMPH_BLUE_WIN", to_trmph(kBlue, Alphabet::kDigits)},
    {"TRMPH_RED_WIN", to_trmph(kRed, Alphabet::kDigits)},
    {"TRAINING_BLUE_WIN", to_training(kBlue)},
    {"TRAINING_RED_WIN", to_training(kRed)},
};

}  // namespace intarsia::hex
