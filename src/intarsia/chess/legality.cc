#include "intarsia/chess/legality.h"

#include "intarsia/chess/castling.h"

namespace intarsia::chess {

namespace {

// The victim's square if a pawn that goes to `to` captures en passant, else none.
Bitboard en_passant_victim(const Position& p, Square from, Square to) {
  const bool is_capture = to == p.setup().en_passant && p.board().pieces(kPawn).contains(from);
  return is_capture ? squares(Square(to ^ 8)) : Bitboard{};
}

bool is_king_step_legal(const Position& p, Square from, Square to) {
  const Board& b = p.board();
  if (!king_attacks(from).contains(to)) return false;
  const Bitboard occupied = (b.occupied() - squares(from)) | squares(to);
  return (b.attackers(to, occupied) & b.pieces(!p.turn())).empty();
}

bool pawn_reaches(const Position& p, Square from, Square to) {
  const Board& b = p.board();
  const Color us = p.turn();
  const Bitboard targets =
      b.pieces(!us) |
      (p.setup().en_passant == kNoSquare ? Bitboard{} : squares(p.setup().en_passant));
  if (pawn_attacks(us, from).contains(to)) return targets.contains(to);
  const int up = us == kWhite ? kNorth : kSouth;
  if (b.occupied().contains(to)) return false;
  if (to == from + up) return true;
  return to == from + 2 * up && rank_of(from) == relative_rank(us, 1) &&
         !b.occupied().contains(Square(from + up));
}

}  // namespace

bool keeps_king_safe(const Position& p, Square from, Square to) {
  const Board& b = p.board();
  return b.keeps_king_safe(p.turn(), from, to, en_passant_victim(p, from, to) | squares(to));
}

bool can_castle(const Position& p, Square rook) {
  const Board& b = p.board();
  const Color us = p.turn();
  if (!(p.castling() & b.pieces(us)).contains(rook) || p.is_check()) return false;
  const Castling c(us, b.king(us), rook);
  if (!(c.must_be_empty() & b.occupied()).empty()) return false;
  for (Square s : c.king_path()) {
    if (!(b.attackers(s, b.occupied()) & b.pieces(!us)).empty()) return false;
  }
  // In Chess960 the rook may have shielded the king's new square.
  return (b.attackers(c.king_to, c.applied_to(b.occupied())) & b.pieces(!us)).empty();
}

bool is_legal(const Position& p, Move m) {
  const Board& b = p.board();
  const Square from = m.from();
  const Square to = m.to();
  if (!b.pieces(p.turn()).contains(from) || m.bits() >> 12 > kQueen) return false;
  const Kind kind = b.kind_at(from);
  const bool must_promote = kind == kPawn && rank_of(to) == relative_rank(p.turn(), 7);
  if (m.is_promotion() != must_promote) return false;
  if (b.pieces(p.turn()).contains(to)) return kind == kKing && can_castle(p, to);
  if (kind == kKing) return is_king_step_legal(p, from, to);
  const bool reaches =
      kind == kPawn ? pawn_reaches(p, from, to) : attacks(kind, from, b.occupied()).contains(to);
  return reaches && keeps_king_safe(p, from, to);
}

}  // namespace intarsia::chess
