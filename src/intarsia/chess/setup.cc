#include "intarsia/chess/setup.h"

#include "intarsia/chess/castling.h"
#include "intarsia/chess/fen.h"

namespace intarsia::chess {

namespace {

// The table quotes these limits.
static_assert(kMaxMen == 16 && kMaxPawns == 8 && kMaxFenBytes == 256);

constexpr FaultInfo kTable[] = {
    {Fault::kTooLong, "too_long", "a FEN has at most 256 bytes"},
    {Fault::kPlacement, "placement", "the board is not 8 ranks of 8 squares in FEN letters"},
    {Fault::kTurn, "turn", "the side to move is neither w nor b"},
    {Fault::kCastlingText, "castling_text", "castling is - or letters of KQkq or of rook files"},
    {Fault::kEnPassantText, "en_passant_text", "en passant is - or a square"},
    {Fault::kClockText, "clock_text", "the halfmove clock is not a whole number"},
    {Fault::kFullmoveText, "fullmove_text", "the fullmove number is not a whole number"},
    {Fault::kTooFewFields, "too_few_fields",
     "a FEN has at least placement, side to move, castling and en passant"},
    {Fault::kExtraField, "extra_field", "text after the sixth field"},
    {Fault::kBoard, "board", "a square with two men, or a man without kind or colour"},
    {Fault::kWhiteKings, "white_kings", "White needs exactly one king"},
    {Fault::kBlackKings, "black_kings", "Black needs exactly one king"},
    {Fault::kPawnOnEdge, "pawn_on_edge", "a pawn on rank 1 or 8"},
    {Fault::kWhiteMen, "white_men", "White has more than 16 men"},
    {Fault::kBlackMen, "black_men", "Black has more than 16 men"},
    {Fault::kWhitePawns, "white_pawns", "White has more than 8 pawns"},
    {Fault::kBlackPawns, "black_pawns", "Black has more than 8 pawns"},
    {Fault::kOppositeCheck, "opposite_check", "the side that is not to move is in check"},
    {Fault::kCastling, "castling",
     "a castling right without its king and rook in place, or named twice"},
    {Fault::kEnPassant, "en_passant", "no double step can have passed this square"},
    {Fault::kClock, "clock", "the halfmove clock is not within 0-65535"},
    {Fault::kFullmove, "fullmove", "the fullmove number is not within 1-65535"},
    {Fault::kMissingCounters, "missing_counters",
     "the clock (else 0) or the fullmove number (else 1) is missing"},
    {Fault::kCastlingOrder, "castling_order", "castling letters stand in another order than KQkq"},
};

constexpr bool is_in_enum_order() {
  for (std::size_t i = 0; i < std::size(kTable); ++i) {
    if (static_cast<std::size_t>(kTable[i].fault) != i) return false;
  }
  return true;
}
static_assert(is_in_enum_order());

// Every occupied square has one colour and one kind.
bool is_consistent(const Board& b) {
  Bitboard seen;
  Bitboard twice = b.pieces(kWhite) & b.pieces(kBlack);
  for (Bitboard men : b.kinds) {
    twice |= seen & men;
    seen |= men;
  }
  return twice.empty() && seen == b.occupied();
}

Bitboard pawns_on_edge(const Board& b) {
  return b.pieces(kPawn) & (rank_squares(0) | rank_squares(7));
}

// The rights of one colour that can stand: the king on its back rank, an own rook on each
// square, one on each side of the king (of two, the outer).
Bitboard sound_rights(const Setup& s, Color c) {
  const Bitboard kings = s.board.pieces(c, kKing) & rank_squares(back_rank(c));
  if (kings.empty() || kings.has_several()) return {};
  const Bitboard rooks = s.castling & s.board.pieces(c, kRook) & rank_squares(back_rank(c));
  Bitboard sound;
  for (Wing wing : {kKingside, kQueenside}) {
    const Square rook = outermost_rook(rooks, kings.first(), wing);
    if (rook != kNoSquare) sound.insert(rook);
  }
  return sound;
}

// Whether the other side's pawn can just have stepped over the square.
bool is_sound_en_passant(const Setup& s) {
  const Color mover = !s.turn;
  if (rank_of(s.en_passant) != relative_rank(mover, 2)) return false;
  const int up = mover == kWhite ? kNorth : kSouth;
  const auto pawn = Square(s.en_passant + up);
  const auto origin = Square(s.en_passant - up);
  return s.board.pieces(mover, kPawn).contains(pawn) &&
         (s.board.occupied() & (squares(s.en_passant) | squares(origin))).empty();
}

bool is_opposite_check(const Setup& s) {
  const Bitboard kings = s.board.pieces(!s.turn, kKing);
  if (kings.empty() || kings.has_several()) return false;  // a fault of its own
  const Board& b = s.board;
  return !(b.attackers(kings.first(), b.occupied()) & b.pieces(s.turn)).empty();
}

}  // namespace

std::span<const FaultInfo> fault_table() { return kTable; }

Faults faults_of(const Setup& s) {
  const Board& b = s.board;
  Faults f;
  f.add_if(!is_consistent(b), Fault::kBoard);
  f.add_if(b.pieces(kWhite, kKing).size() != 1, Fault::kWhiteKings);
  f.add_if(b.pieces(kBlack, kKing).size() != 1, Fault::kBlackKings);
  f.add_if(!pawns_on_edge(b).empty(), Fault::kPawnOnEdge);
  f.add_if(b.pieces(kWhite).size() > kMaxMen, Fault::kWhiteMen);
  f.add_if(b.pieces(kBlack).size() > kMaxMen, Fault::kBlackMen);
  f.add_if(b.pieces(kWhite, kPawn).size() > kMaxPawns, Fault::kWhitePawns);
  f.add_if(b.pieces(kBlack, kPawn).size() > kMaxPawns, Fault::kBlackPawns);
  f.add_if(is_opposite_check(s), Fault::kOppositeCheck);
  if (!s.castling.empty()) {
    f.add_if((sound_rights(s, kWhite) | sound_rights(s, kBlack)) != s.castling, Fault::kCastling);
  }
  if (s.en_passant != kNoSquare) f.add_if(!is_sound_en_passant(s), Fault::kEnPassant);
  f.add_if(s.fullmove == 0, Fault::kFullmove);
  return f;
}

Setup cleaned(const Setup& s) {
  Setup c = s;
  c.castling = sound_rights(s, kWhite) | sound_rights(s, kBlack);
  if (s.en_passant != kNoSquare && !is_sound_en_passant(s)) c.en_passant = kNoSquare;
  if (s.fullmove == 0) c.fullmove = 1;
  return c;
}

Square place_of(Fault f, const Setup& s) {
  const Board& b = s.board;
  const auto last_beyond = [](Bitboard men, int allowed) {
    int n = 0;
    for (Square sq : men) {
      if (++n > allowed) return sq;
    }
    return kNoSquare;
  };
  switch (f) {
    case Fault::kWhiteKings:
      return last_beyond(b.pieces(kWhite, kKing), 1);
    case Fault::kBlackKings:
      return last_beyond(b.pieces(kBlack, kKing), 1);
    case Fault::kPawnOnEdge:
      return last_beyond(pawns_on_edge(b), 0);
    case Fault::kWhiteMen:
      return last_beyond(b.pieces(kWhite), kMaxMen);
    case Fault::kBlackMen:
      return last_beyond(b.pieces(kBlack), kMaxMen);
    case Fault::kWhitePawns:
      return last_beyond(b.pieces(kWhite, kPawn), kMaxPawns);
    case Fault::kBlackPawns:
      return last_beyond(b.pieces(kBlack, kPawn), kMaxPawns);
    case Fault::kOppositeCheck:
      return b.king(!s.turn);
    default:
      return kNoSquare;
  }
}

}  // namespace intarsia::chess
