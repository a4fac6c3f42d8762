#include "intarsia/chess/uci.h"

#include "intarsia/base/text.h"
#include "intarsia/chess/castling.h"
#include "intarsia/chess/legality.h"

namespace intarsia::chess {

namespace {

// The kind for a promotion letter of either case; kPawn for any other byte.
Kind promotion_kind(char c) {
  const Kind kind = kind_from(to_upper(c));
  return kind == kKing ? kPawn : kind;
}

}  // namespace

bool looks_like_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  return square_from(text.substr(0, 2)) && square_from(text.substr(2, 2)) &&
         (text.size() == 4 || promotion_kind(text[4]) != kPawn);
}

Move move_between(const Position& p, Square from, Square to) {
  const Board& b = p.board();
  const Color us = p.turn();
  // A king that steps two squares from e1 means to castle: its rook is on that side.
  if (b.pieces(us, kKing).contains(from) && rank_of(from) == rank_of(to) &&
      (from - to == 2 || to - from == 2)) {
    for (Square rook : p.castling() & b.pieces(us)) {
      if (Castling(us, from, rook).king_to == to && wing_of(from, rook) == wing_of(from, to)) {
        return {from, rook};
      }
    }
  }
  return {from, to};
}

Result<Move> read_uci(const Position& p, std::string_view text) {
  if (text == kNullMove) {
    return Error{ErrorCode::kUnsupported, 0, "a null move (0000) is not a legal move"};
  }
  if (!looks_like_uci(text)) {
    return Error{ErrorCode::kSyntax, 0,
                 in_quotes(text) + " is not a UCI move such as e2e4 or e7e8q"};
  }
  const Square from = *square_from(text.substr(0, 2));
  const Square to = *square_from(text.substr(2, 2));
  const Move m =
      text.size() == 5 ? Move(from, to, promotion_kind(text[4])) : move_between(p, from, to);
  if (!is_legal(p, m)) {
    return Error{ErrorCode::kIllegal, 0, in_quotes(text) + " is not legal here"};
  }
  return m;
}

void append_uci(std::string& out, const Position& p, Move m) {
  const bool is_castling = p.board().pieces(p.turn()).contains(m.to());
  append_square(out, m.from());
  append_square(
      out, is_castling && !p.is_chess960() ? Castling(p.turn(), m.from(), m.to()).king_to : m.to());
  if (m.is_promotion()) out += lower_letter(m.promotion());
}

std::string to_uci(const Position& p, Move m) {
  std::string out;
  append_uci(out, p, m);
  return out;
}

}  // namespace intarsia::chess
