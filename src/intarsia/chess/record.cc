#include "intarsia/chess/record.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

#include "intarsia/base/text.h"
#include "intarsia/chess/legality.h"

static_assert(std::endian::native == std::endian::little,
              "records are stored as they lie in memory");

namespace intarsia::chess {

namespace {

constexpr unsigned kBlackBit = 8;
constexpr unsigned kCastlingRook = 6;
constexpr unsigned kSteppedPawn = 7;

constexpr unsigned kBlackToMove = 1U << 0;
constexpr unsigned kOccurrencesShift = 1;
constexpr unsigned kScoreShift = 3;
constexpr unsigned kIsFirst = 1U << 5;
constexpr unsigned kHasNext = 1U << 6;
constexpr unsigned kIsChess960 = 1U << 7;

// The pawn whose double step the en passant square remembers.
constexpr Square stepped_pawn(const Setup& s) {
  return s.en_passant == kNoSquare ? kNoSquare : Square(s.en_passant ^ 8);
}

unsigned nibble_of(const Setup& s, Square sq) {
  const Piece p = *s.board.piece_at(sq);
  unsigned kind = p.kind;
  if (s.castling.contains(sq)) kind = kCastlingRook;
  if (sq == stepped_pawn(s)) kind = kSteppedPawn;
  return kind | (p.color == kBlack ? kBlackBit : 0);
}

Error bad(std::size_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

constexpr std::size_t kPiecesAt = offsetof(Record, pieces);

std::size_t nibble_offset(int i) { return kPiecesAt + static_cast<std::size_t>(i) / 2; }

unsigned nibble_at(const Record& r, int i) {
  return static_cast<unsigned>(r.pieces[static_cast<std::size_t>(i) / 2] >> (4 * (i & 1)) & 15);
}

// Board, castling rights and the en passant square from the nibbles.
std::optional<Error> read_pieces(const Record& r, Setup& s) {
  const Bitboard occupied(r.occupied);
  if (occupied.size() > 2 * kMaxMen) return bad(0, "more than 32 squares are occupied");
  int i = 0;
  for (Square sq : occupied) {
    const unsigned nibble = nibble_at(r, i);
    const Color color = (nibble & kBlackBit) != 0 ? kBlack : kWhite;
    unsigned kind = nibble & 7;
    if (kind == kCastlingRook) {
      s.castling.insert(sq);
      kind = kRook;
    } else if (kind == kSteppedPawn) {
      const int fourth = relative_rank(color, 3);
      if (s.en_passant != kNoSquare || color == s.turn || rank_of(sq) != fourth) {
        return bad(nibble_offset(i), "a pawn that cannot just have made a double step");
      }
      s.en_passant = Square(sq ^ 8);
      kind = kPawn;
    }
    s.board.put(sq, {color, Kind(kind)});
    ++i;
  }
  for (; i < 2 * kMaxMen; ++i) {
    if (nibble_at(r, i) != 0) return bad(nibble_offset(i), "an unused nibble is not 0");
  }
  return std::nullopt;
}

bool is_eval_in_range(std::int16_t eval) { return eval == kNoEval || std::abs(eval) <= kMateEval; }

}  // namespace

Record pack(const Position& p, const Targets& t) {
  assert(t.has_next == (t.move != Move::none()) && is_eval_in_range(t.eval));
  const Setup& s = p.setup();
  Record r{};
  r.occupied = s.board.occupied().word();
  std::size_t i = 0;
  for (Square sq : s.board.occupied()) {
    r.pieces[i / 2] =
        static_cast<std::uint8_t>(r.pieces[i / 2] | nibble_of(s, sq) << (4 * (i & 1)));
    ++i;
  }
  const auto occurrences = static_cast<unsigned>(std::clamp(t.occurrences, 1, kThreefoldStored));
  r.clock = static_cast<std::uint8_t>(std::min(p.clock(), 255));
  r.flags = static_cast<std::uint8_t>(
      (s.turn == kBlack ? kBlackToMove : 0) | (occurrences - 1) << kOccurrencesShift |
      static_cast<unsigned>(t.score) << kScoreShift | (t.is_first ? kIsFirst : 0) |
      (t.has_next ? kHasNext : 0) | (s.chess960 ? kIsChess960 : 0));
  r.fullmove = s.fullmove;
  r.move = t.move.bits();
  r.eval = t.eval;
  return r;
}

Result<Unpacked> unpack(const Record& r) {
  Setup s;
  s.turn = (r.flags & kBlackToMove) != 0 ? kBlack : kWhite;
  s.chess960 = (r.flags & kIsChess960) != 0;
  s.clock = r.clock;
  s.fullmove = r.fullmove;
  if (auto error = read_pieces(r, s)) return *std::move(error);

  Targets t;
  t.occurrences = (r.flags >> kOccurrencesShift & 3) + 1;
  t.score = static_cast<Score>(r.flags >> kScoreShift & 3);
  t.is_first = (r.flags & kIsFirst) != 0;
  t.has_next = (r.flags & kHasNext) != 0;
  t.move = Move::from_bits(r.move);
  t.eval = r.eval;
  if (t.occurrences > kThreefoldStored) {
    return bad(offsetof(Record, flags), "occurrences above three are stored as three");
  }
  if (!is_eval_in_range(t.eval)) return bad(offsetof(Record, eval), "eval is out of range");

  Faults faults;
  const auto position = Position::from_setup(s, &faults);
  if (!faults.empty()) {
    std::string detail = "no playable position:";
    for (const FaultInfo& f : fault_table()) {
      if (faults.contains(f.fault)) detail.append(" ").append(f.name);
    }
    return bad(faults.contains(Fault::kFullmove) ? offsetof(Record, fullmove) : kPiecesAt, detail);
  }
  if (position->is_chess960() != s.chess960) {
    return bad(offsetof(Record, flags), "castling rights of Chess960 without its flag");
  }
  if (t.has_next != (t.move != Move::none())) {
    return bad(offsetof(Record, move), "a move without the flag that one follows, or the reverse");
  }
  if (t.has_next && !is_legal(*position, t.move)) {
    return bad(offsetof(Record, move), "the move is not legal here");
  }
  return Unpacked{*position, t};
}

}  // namespace intarsia::chess
