#include "intarsia/chess/position.h"

#include <bit>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/keys.h"

namespace intarsia::chess {

namespace {

Setup start_setup() {
  constexpr Kind kBackRank[] = {kRook, kKnight, kBishop, kQueen, kKing, kBishop, kKnight, kRook};
  Setup s;
  for (Color c : {kWhite, kBlack}) {
    for (int file = 0; file < 8; ++file) {
      s.board.put(square_at(file, relative_rank(c, 0)), {c, kBackRank[file]});
      s.board.put(square_at(file, relative_rank(c, 1)), {c, kPawn});
    }
  }
  s.castling = squares(kA1) | squares(kH1) | squares(kA8) | squares(kH8);
  return s;
}

// The pawns of the side to move that stand ready to capture on the en passant square.
Bitboard en_passant_capturers(const Setup& s) {
  if (s.en_passant == kNoSquare) return {};
  return pawn_attacks(!s.turn, s.en_passant) & s.board.pieces(s.turn, kPawn);
}

// The xor over the men of one kind and colour. As many as a side starts with are taken without a
// branch on how many there are, which nobody can predict: FEN reading gains a tenth by it.
template <Kind K, int AtStart>
Key men_key(const Board& b, Color c) {
  Bitboard men = b.pieces(c, K);
  Key key = 0;
  for (int i = 0; i < AtStart; ++i) {
    const Key keep = Key{0} - static_cast<Key>(!men.empty());  // else a stranger's constant is read
    key ^= piece_key(c, K, Square(std::countr_zero(men.word()))) & keep;
    men = Bitboard(men.word() & (men.word() - 1));
  }
  for (Square s : men) key ^= piece_key(c, K, s);
  return key;
}

Key rights_key(const Setup& s, Color c) {
  Key key = 0;
  for (Square rook : s.castling& s.board.pieces(c)) {
    key ^= castling_key(c, wing_of(s.board.king(c), rook));
  }
  return key;
}

Key turn_and_en_passant_key(const Setup& s) {
  Key key = s.turn == kWhite ? white_to_move_key() : 0;
  if (!en_passant_capturers(s).empty()) key ^= en_passant_key(file_of(s.en_passant));
  return key;
}

}  // namespace

bool has_chess960_right(const Setup& s) {
  constexpr Bitboard kCorners = squares(kA1) | squares(kH1) | squares(kA8) | squares(kH8);
  if (!(s.castling - kCorners).empty()) return true;
  for (Color c : {kWhite, kBlack}) {
    if (!(s.castling & s.board.pieces(c)).empty() && file_of(s.board.king(c)) != 4) return true;
  }
  return false;
}

Key polyglot_key(const Setup& s) {
  Key key = turn_and_en_passant_key(s);
  for (Color c : {kWhite, kBlack}) {
    key ^= men_key<kPawn, 8>(s.board, c) ^ men_key<kKnight, 2>(s.board, c) ^
           men_key<kBishop, 2>(s.board, c) ^ men_key<kRook, 2>(s.board, c) ^
           men_key<kQueen, 1>(s.board, c) ^ men_key<kKing, 1>(s.board, c) ^ rights_key(s, c);
  }
  return key;
}

Key status_key(const Setup& s) {
  return turn_and_en_passant_key(s) ^ rights_key(s, kWhite) ^ rights_key(s, kBlack);
}

Position::Position(Checked, const Setup& sound) : setup_(sound), key_(polyglot_key(sound)) {
  setup_.chess960 |= has_chess960_right(sound);
}

Position::Position() {
  static const Position kStart(Checked{}, start_setup());
  *this = kStart;
}

std::optional<Position> Position::from_setup(const Setup& setup, Faults* faults) {
  const Faults found = faults_of(setup);
  if (faults != nullptr) *faults = found;
  if (found.refused()) return std::nullopt;
  if (found.empty()) return std::optional<Position>(std::in_place, Checked{}, setup);
  return std::optional<Position>(std::in_place, Checked{}, cleaned(setup));
}

Square en_passant(const Setup& s, EnPassant meaning) {
  const Square target = s.en_passant;
  if (meaning == EnPassant::kAlways || target == kNoSquare) return target;
  const Bitboard capturers = en_passant_capturers(s);
  if (meaning == EnPassant::kPseudo) return capturers.empty() ? kNoSquare : target;
  const auto victim = squares(Square(target ^ 8));
  for (Square from : capturers) {
    if (s.board.keeps_king_safe(s.turn, from, target, victim)) return target;
  }
  return kNoSquare;
}

Key Position::identity() const {
  if (setup_.en_passant == kNoSquare || en_passant_capturers(setup_).empty()) return key_;
  if (en_passant(EnPassant::kLegal) != kNoSquare) return key_;
  return key_ ^ en_passant_key(file_of(setup_.en_passant));
}

Bitboard Position::pinned(Color c) const {
  const Board& b = board();
  const Square king = b.king(c);
  const Bitboard snipers = ((internal::kRookLines[king] & b.straight_sliders()) |
                            (internal::kBishopLines[king] & b.diagonal_sliders())) &
                           b.pieces(!c);
  Bitboard found;
  for (Square sniper : snipers) {
    const Bitboard blockers = between(king, sniper) & b.occupied();
    if (!blockers.has_several()) found |= blockers & b.pieces(c);
  }
  return found;
}

void Position::drop_rights(Bitboard lost, Color owner) {
  for (Square rook : lost) {
    key_ ^= castling_key(owner, wing_of(setup_.board.king(owner), rook));
  }
  setup_.castling -= lost;
}

template <Color Us>
void Position::castle(Square king, Square rook) {
  const Castling c(Us, king, rook);
  Board& b = setup_.board;
  drop_rights(setup_.castling & rank_squares(back_rank(Us)), Us);
  // Xor, because the squares may overlap in Chess960: king and rook can change places.
  const Bitboard king_travel = squares(c.king_from) ^ squares(c.king_to);
  const Bitboard rook_travel = squares(c.rook_from) ^ squares(c.rook_to);
  b.kinds[kKing] ^= king_travel;
  b.kinds[kRook] ^= rook_travel;
  b.colors[Us] ^= king_travel ^ rook_travel;
  key_ ^= piece_key(Us, kKing, c.king_from) ^ piece_key(Us, kKing, c.king_to) ^
          piece_key(Us, kRook, c.rook_from) ^ piece_key(Us, kRook, c.rook_to);
}

template <Color Us>
Position Position::after_move_of(Move m) const {
  constexpr Color kThem = !Us;
  assert(turn() == Us);
  Position next = *this;
  Setup& s = next.setup_;
  Board& b = s.board;
  const Square from = m.from();
  const Square to = m.to();
  const Kind kind = b.kind_at(from);

  next.key_ ^= white_to_move_key();
  s.turn = kThem;
  s.clock = incremented(s.clock);
  if constexpr (Us == kBlack) s.fullmove = incremented(s.fullmove);
  if (s.en_passant != kNoSquare) {
    if (!en_passant_capturers(setup_).empty()) next.key_ ^= en_passant_key(file_of(s.en_passant));
    s.en_passant = kNoSquare;
  }

  if (kind == kKing && b.colors[Us].contains(to)) {
    next.castle<Us>(from, to);
    return next;
  }

  if (b.colors[kThem].contains(to)) {
    const Kind captured = b.kind_at(to);
    if (s.castling.contains(to)) next.drop_rights(squares(to), kThem);
    b.kinds[captured].erase(to);
    b.colors[kThem].erase(to);
    next.key_ ^= piece_key(kThem, captured, to);
    s.clock = 0;
  }
  if (!s.castling.empty()) {
    if (kind == kKing) next.drop_rights(s.castling & b.colors[Us], Us);
    if (s.castling.contains(from)) next.drop_rights(squares(from), Us);
  }

  const Kind landing = m.is_promotion() ? m.promotion() : kind;
  b.kinds[kind].erase(from);
  b.kinds[landing].insert(to);
  b.colors[Us] ^= squares(from) ^ squares(to);
  next.key_ ^= piece_key(Us, kind, from) ^ piece_key(Us, landing, to);

  if (kind == kPawn) {
    s.clock = 0;
    if ((from ^ to) == 2 * kNorth) {
      s.en_passant = Square((from + to) / 2);
      if (!en_passant_capturers(s).empty()) next.key_ ^= en_passant_key(file_of(to));
    } else if (to == setup_.en_passant) {
      const auto victim = Square(to ^ 8);
      b.kinds[kPawn].erase(victim);
      b.colors[kThem].erase(victim);
      next.key_ ^= piece_key(kThem, kPawn, victim);
    }
  }
  return next;
}

template Position Position::after_move_of<kWhite>(Move) const;
template Position Position::after_move_of<kBlack>(Move) const;

Position Position::after(Move m) const {
  return turn() == kWhite ? after_move_of<kWhite>(m) : after_move_of<kBlack>(m);
}

Position mirrored(const Position& p) { return *Position::from_setup(mirrored(p.setup())); }

bool is_insufficient_material(const Board& b) {
  if (!(b.pieces(kPawn) | b.straight_sliders()).empty()) return false;
  const Bitboard minor = b.pieces(kKnight) | b.pieces(kBishop);
  if (!minor.has_several()) return true;
  return b.pieces(kKnight).empty() &&
         ((minor & kLightSquares).empty() || (minor & kDarkSquares).empty());
}

}  // namespace intarsia::chess
