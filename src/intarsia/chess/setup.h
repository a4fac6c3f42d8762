// What a FEN says, playable or not, and what is wrong with it.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "intarsia/chess/bitboard.h"
#include "intarsia/chess/board.h"
#include "intarsia/chess/piece.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

// A plain description of a state. Anything goes; `faults_of` says whether it can be played.
struct Setup {
  Board board{};
  Bitboard castling{};  // the rooks that may castle
  Color turn = kWhite;
  Square en_passant = kNoSquare;  // the square passed over by the last move's double step
  bool chess960 = false;          // castling is written king-takes-rook
  std::uint16_t clock = 0;        // plies since the last capture or pawn move
  std::uint16_t fullmove = 1;

  friend constexpr bool operator==(const Setup&, const Setup&) = default;
};

// Clock and fullmove number count to 65,535 and then stand still.
constexpr std::uint16_t incremented(std::uint16_t counter) {
  constexpr auto kEnd = std::numeric_limits<std::uint16_t>::max();
  return static_cast<std::uint16_t>(counter + (counter != kEnd));
}

constexpr Setup mirrored(const Setup& s) {
  Setup m = s;
  m.board = mirrored(s.board);
  m.castling = mirrored(s.castling);
  m.turn = !s.turn;
  if (s.en_passant != kNoSquare) m.en_passant = mirrored(s.en_passant);
  return m;
}

// What can be wrong with a FEN or a Setup. The first group is refused, the second cleaned.
enum class Fault : std::uint8_t {
  kTooLong,
  kPlacement,
  kTurn,
  kCastlingText,
  kEnPassantText,
  kClockText,
  kFullmoveText,
  kTooFewFields,
  kExtraField,
  // From here on: readable, but no state of the game.
  kBoard,
  kWhiteKings,
  kBlackKings,
  kPawnOnEdge,
  kWhiteMen,
  kBlackMen,
  kWhitePawns,
  kBlackPawns,
  kOppositeCheck,
  // From here on: cleaned and reported.
  kCastling,
  kEnPassant,
  kClock,
  kFullmove,
  kMissingCounters,
  kCastlingOrder,
};

struct FaultInfo {
  Fault fault;
  std::string_view name;  // in JSON
  std::string_view meaning;
};

// One line for each fault, in the order of the enum.
std::span<const FaultInfo> fault_table();

inline const FaultInfo& info(Fault f) { return fault_table()[static_cast<std::size_t>(f)]; }

// A set of faults.
class Faults {
 public:
  constexpr Faults() = default;
  constexpr void add(Fault f) { bits_ |= bit(f); }
  constexpr void add_if(bool condition, Fault f) { bits_ |= condition ? bit(f) : 0; }
  constexpr void remove(Fault f) { bits_ &= ~bit(f); }
  constexpr bool contains(Fault f) const { return (bits_ & bit(f)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::uint32_t bits() const { return bits_; }

  // Text that cannot be read; a state that cannot be played (which includes the former).
  constexpr bool unreadable() const { return (bits_ & (bit(Fault::kBoard) - 1)) != 0; }
  constexpr bool refused() const { return (bits_ & (bit(Fault::kCastling) - 1)) != 0; }

  friend constexpr Faults operator|(Faults a, Faults b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(Faults, Faults) = default;

 private:
  static constexpr std::uint32_t bit(Fault f) { return std::uint32_t{1} << static_cast<int>(f); }
  std::uint32_t bits_ = 0;
};

inline constexpr int kMaxMen = 16;   // a side
inline constexpr int kMaxPawns = 8;  // a side

// Everything that keeps the setup from being played, and what `cleaned` would change.
Faults faults_of(const Setup& s);

// The setup without castling rights and en passant squares that cannot be.
Setup cleaned(const Setup& s);

// The square that shows the fault best (the second king, the pawn on the edge), if one does.
Square place_of(Fault f, const Setup& s);

}  // namespace intarsia::chess
