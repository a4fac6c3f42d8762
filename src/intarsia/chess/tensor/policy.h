// Policy codes: the moves of chess as numbers, in the orders that networks use.
//
//   const Policy& code = *find_policy("chess/az4672");
//   code.index(p, Move(kE2, kE4), kMoverFrame)      // 877
//   code.move(p, 877, kMoverFrame)                  // e2e4, if that is legal
//
// A code is a table: which number each move has, as squares of the frame (the
// mover's: ranks mirrored when Black moves). The tables are made from the rules
// in policy_rules.cc; nothing else differs from code to code but how castling is
// written. The way back looks among the legal moves for the one that has the
// number, so it cannot disagree with the way there.
//
// In White's frame a Black pawn promotes downwards. The codes were made for
// movers' frames and leave these numbers free: a promotion then has the number
// of its origin and direction (AlphaZero's family) or of its files (lc0).

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/layout/targets.h"

namespace intarsia::chess {

using layout::kNoPolicy;

// How a code writes castling.
enum class CastlingForm : std::uint8_t {
  kAsUci,      // the king's two squares (e1g1); in Chess960 the king takes its rook
  kTakesRook,  // the king takes its rook in every variant
  kByWing,     // two numbers of its own: queenside, kingside
};

class Policy {
 public:
  struct Rule;

  explicit Policy(const Rule& rule);

  const layout::PolicyInfo& info() const { return info_; }
  std::string_view id() const { return info_.id; }
  int size() const { return info_.size; }

  // The number of a legal move; kNoPolicy for Move::none() and for what no piece can do. Any bits may
  // be asked for: those of records that were not checked.
  std::int32_t index(const Setup& sound, Move m, layout::FrameId frame) const;
  std::int32_t index(const Position& p, Move m, layout::FrameId frame) const {
    return index(p.setup(), m, frame);
  }

  // The legal move that has the number. Where promotions share it, the one to `promotion`.
  Result<Move> move(const Position& p, std::int32_t index, layout::FrameId frame,
                    Kind promotion = kQueen) const;

  // 1 at the number of every legal move, else 0; `out` has size() elements.
  void mask(const Position& p, layout::FrameId frame, std::span<std::uint8_t> out) const;

  // For tensor/device.h: how castling is written, the number of castling queenside, and the numbers by
  // the bits of moves.
  std::vector<std::int32_t> table() const;

 private:
  Error no_move(const Position& p, std::int32_t index, layout::FrameId frame) const;

  static constexpr std::size_t kKeys = std::size_t{5} << 12;  // the 16 bits of moves

  layout::PolicyInfo info_;
  CastlingForm castling_;
  std::int16_t first_wing_;                  // of kByWing
  std::array<std::int16_t, kKeys> numbers_;  // by the bits of a move in the frame's squares
  std::vector<std::uint16_t> names_;         // by number: the bits of the first move that has it
};

// All of them, in the order of the documentation.
const std::vector<Policy>& policies();

// Nothing if there is none of that name.
const Policy* find_policy(std::string_view id);

}  // namespace intarsia::chess
