// A chess move in 16 bits, and a list of moves that needs no memory of its own.
//
//   bits 0–5 from · bits 6–11 to · bits 12–14 promotion (0 none, 1 N, 2 B, 3 R, 4 Q)
//
// Castling is "king takes own rook", in standard chess too: one form for every
// variant, never confused with a king's step. This is also the form in records
// (docs/formats.md). What else a move does (capture, en passant, double step)
// follows from the position in which it is played.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "intarsia/chess/piece.h"
#include "intarsia/chess/square.h"

namespace intarsia::chess {

class Move {
 public:
  Move() = default;  // indeterminate, so that move lists cost nothing to make
  constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(from | to << 6)) {}
  constexpr Move(Square from, Square to, Kind promotion)
      : bits_(static_cast<std::uint16_t>(from | to << 6 | promotion << 12)) {
    assert(promotion >= kKnight && promotion <= kQueen);
  }

  static constexpr Move none() { return from_bits(0); }
  static constexpr Move from_bits(std::uint16_t bits) {
    Move m(kA1, kA1);
    m.bits_ = bits;
    return m;
  }

  constexpr std::uint16_t bits() const { return bits_; }
  constexpr Square from() const { return Square(bits_ & 63); }
  constexpr Square to() const { return Square(bits_ >> 6 & 63); }
  constexpr bool is_promotion() const { return bits_ >> 12 != 0; }
  constexpr Kind promotion() const {
    assert(is_promotion());
    return Kind(bits_ >> 12);
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t bits_;
};

static_assert(sizeof(Move) == 2);

// The same move on the board with its ranks reversed.
constexpr Move mirrored(Move m) {
  return Move::from_bits(static_cast<std::uint16_t>(m.bits() ^ (56 | 56 << 6)));
}

// All legal moves of a position, in an order that depends on the position alone.
class MoveList {
 public:
  // Reachable positions have at most 218 moves. A FEN may stand fifteen queens beside the king:
  // 27 moves is the most for any one man but the king, whose 8 steps and 2 castlings come on top.
  static constexpr std::size_t kCapacity = 15 * 27 + 8 + 2;
  // Generators write whole vectors and may spoil this many places beyond the last move.
  static constexpr std::size_t kRoom = kCapacity + 32;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const {
    assert(i < size());
    return moves_[i];
  }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }
  operator std::span<const Move>() const { return {begin(), size()}; }  // NOLINT: a list is a span

  bool contains(Move wanted) const {
    for (Move m : *this) {
      if (m == wanted) return true;
    }
    return false;
  }

  // For the generator: fills from `buffer()` and says where it stopped.
  Move* buffer() { return moves_; }
  void set_end(Move* end) {
    size_ = static_cast<std::size_t>(end - moves_);
    assert(size_ <= kCapacity);
  }

 private:
  std::size_t size_ = 0;
  Move moves_[kRoom];
};

}  // namespace intarsia::chess
