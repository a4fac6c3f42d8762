// Colours, kinds of pieces, and their letters.

#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>

namespace intarsia::chess {

enum Color : std::uint8_t { kWhite, kBlack };
enum Kind : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing };

inline constexpr int kColors = 2;
inline constexpr int kKinds = 6;

constexpr Color operator!(Color c) { return Color(c ^ 1); }
constexpr std::string_view name(Color c) { return c == kWhite ? "white" : "black"; }

// The rank, 0…7, that is `rank` for White: pawns of colour c start on relative_rank(c, 1).
constexpr int relative_rank(Color c, int rank) { return c == kWhite ? rank : 7 - rank; }

struct Piece {
  Color color;
  Kind kind;
  friend constexpr bool operator==(Piece, Piece) = default;
};

// What stands on a square, in one byte: nothing, or a piece. The codes are those of the layout
// chess/mailbox69: 0 for nothing, 1-6 for White's P N B R Q K, 7-12 for Black's.
class Occupant {
 public:
  static constexpr int kCodes = 1 + kColors * kKinds;

  constexpr Occupant() = default;  // nothing
  constexpr explicit Occupant(std::optional<Piece> p)
      : code_(p ? static_cast<std::int8_t>(1 + kKinds * p->color + p->kind) : std::int8_t{0}) {}

  static constexpr Occupant from_code(int code) {
    assert(code >= 0 && code < kCodes);
    Occupant o;
    o.code_ = static_cast<std::int8_t>(code);
    return o;
  }

  constexpr int code() const { return code_; }
  constexpr std::optional<Piece> piece() const {
    if (code_ == 0) return std::nullopt;
    return Piece{Color((code_ - 1) / kKinds), Kind((code_ - 1) % kKinds)};
  }

  friend constexpr bool operator==(Occupant, Occupant) = default;

 private:
  std::int8_t code_ = 0;
};

inline constexpr std::string_view kKindLetters = "PNBRQK";  // indexed by Kind

constexpr char letter(Kind kind) { return kKindLetters[kind]; }
constexpr char lower_letter(Kind kind) { return static_cast<char>(letter(kind) | 0x20); }
constexpr char letter(Piece p) { return p.color == kWhite ? letter(p.kind) : lower_letter(p.kind); }

constexpr char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// The kind of an upper-case piece letter; kPawn for P and for every other byte.
constexpr Kind kind_from(char upper) {
  const std::size_t at = kKindLetters.find(upper);
  return at == std::string_view::npos ? kPawn : Kind(at);
}

}  // namespace intarsia::chess
