// A playable chess position: a value that knows its rules, its moves' results and its keys.
//
//   Position p;                                  // the start position
//   Position q = p.after(Move(kE2, kE4));
//   q.key(), q.identity(), q.is_check()
//
// Every Position obeys the rules that `faults_of` checks, so move generation,
// keys and encoding are defined for each. Legal moves: movegen.h. Text: fen.h,
// san.h, uci.h.

#pragma once

#include <optional>

#include "intarsia/base/keys.h"
#include "intarsia/chess/board.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/setup.h"

namespace intarsia::chess {

// When a state has an en passant square.
enum class EnPassant : std::uint8_t {
  kAlways,  // after every double step
  kPseudo,  // if a pawn stands ready to capture, pinned or not (Polyglot)
  kLegal,   // if a capture is legal (FIDE)
};

// A sound setup's en passant square in the given meaning, or kNoSquare.
Square en_passant(const Setup& s, EnPassant meaning);

// Whether it has rights that only Chess960 knows: castling must then be written king-takes-rook.
bool has_chess960_right(const Setup& s);

class Position {
  // Only from_setup can make one: the setup has been checked.
  class Checked {
    friend class Position;
    Checked() = default;
  };

 public:
  Position();  // the start position
  Position(Checked, const Setup& sound);

  // The setup, cleaned of impossible rights; nothing if `faults_of` refuses it. What was found
  // goes to `faults`.
  static std::optional<Position> from_setup(const Setup& setup, Faults* faults = nullptr);

  const Setup& setup() const { return setup_; }
  const Board& board() const { return setup_.board; }
  Color turn() const { return setup_.turn; }
  Bitboard castling() const { return setup_.castling; }
  bool is_chess960() const { return setup_.chess960; }

  // Both count to 65,535 and then stand still.
  int clock() const { return setup_.clock; }
  int fullmove() const { return setup_.fullmove; }

  // The en passant square in the given meaning, or kNoSquare.
  Square en_passant(EnPassant meaning) const { return chess::en_passant(setup_, meaning); }

  // Polyglot's key. Kept up to date by `after`.
  Key key() const { return key_; }

  // The key of FIDE identity (article 9.2): as `key`, but en passant counts only when a capture
  // is legal. Otherwise the same board reached by e2-e3-e4 and by e2-e4 would be two positions,
  // and a threefold repetition would be missed.
  Key identity() const;

  // The pieces of the side to move's opponent that attack its king.
  Bitboard checkers() const { return board().checkers(turn()); }
  bool is_check() const { return !checkers().empty(); }

  // The pieces of colour `by` that attack s.
  Bitboard attackers(Square s, Color by) const {
    return board().attackers(s, board().occupied()) & board().pieces(by);
  }

  // The pieces of colour c that stand alone between their king and an enemy slider.
  Bitboard pinned(Color c) const;

  // The position after a legal move.
  Position after(Move m) const;

  // The same for code that knows who moves: `Us` must be `turn()`.
  template <Color Us>
  Position after_move_of(Move m) const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  template <Color Us>
  void castle(Square king, Square rook);
  void drop_rights(Bitboard lost, Color owner);

  // Edits a copy. Only legal moves and sound null moves make one, so the result needs no check.
  friend class Transition;

  Setup setup_;
  Key key_;
};

// The position with ranks reversed and colours exchanged: it has the mirrored moves.
Position mirrored(const Position& p);

// The key from scratch: what `Position::key` must equal. Costs a walk over the board.
Key polyglot_key(const Setup& s);

// The part of it that is not the men: side to move, castling rights, en passant.
Key status_key(const Setup& s);

// Neither side can mate by any sequence of moves, for want of material: no pawns, rooks or
// queens, and at most one minor piece in all, or only bishops, all on squares of one colour.
bool is_insufficient_material(const Board& b);

}  // namespace intarsia::chess
