#include "intarsia/chess/record.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>
#ifdef INTARSIA_PEXT
#include <immintrin.h>
#endif

#include "intarsia/base/text.h"
#include "intarsia/chess/legality.h"

static_assert(std::endian::native == std::endian::little,
              "records are stored as they lie in memory");

namespace intarsia::chess {

namespace {

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

Error bad(std::size_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

constexpr std::size_t kPiecesAt = offsetof(Record, pieces);

std::size_t nibble_offset(int i) { return kPiecesAt + static_cast<std::size_t>(i) / 2; }

// The squares of the men, by each bit of their nibbles.
struct NibbleSets {
  std::array<Bitboard, 4> bits;
  unsigned used = 0;  // bit i: nibble i is not 0
};

NibbleSets nibble_sets(const Record& r) {
  NibbleSets sets;
#ifdef INTARSIA_PEXT
  // Bit k of all nibbles side by side, then out to the squares: unpacking takes half the time of a
  // walk over the men.
  std::uint64_t low, high;
  std::memcpy(&low, r.pieces.data(), sizeof low);
  std::memcpy(&high, r.pieces.data() + sizeof low, sizeof high);
  constexpr std::uint64_t kFirstBits = 0x1111'1111'1111'1111;
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint64_t row = _pext_u64(low, kFirstBits << k) | _pext_u64(high, kFirstBits << k)
                                                                    << 16;
    sets.bits[k] = Bitboard(_pdep_u64(row, r.occupied));
    sets.used |= static_cast<unsigned>(row);
  }
#else
  Bitboard rest(r.occupied);
  for (unsigned i = 0; i < 2 * kMaxMen; ++i) {
    const unsigned nibble = r.pieces[i / 2] >> (4 * (i & 1)) & 15U;
    if (nibble != 0) sets.used |= 1U << i;
    if (rest.empty()) continue;
    for (unsigned k = 0; k < 4; ++k) {
      if ((nibble >> k & 1) != 0) sets.bits[k].insert(rest.first());
    }
    rest.erase(rest.first());
  }
#endif
  return sets;
}

// The other way: one set of squares for each bit, poured together.
NibbleSets nibble_sets(const Setup& s) {
  const auto& kinds = s.board.kinds;
  const Square step = stepped_pawn(s);
  const Bitboard stepped = step == kNoSquare ? Bitboard{} : squares(step);
  const Bitboard rooks = kinds[kRook];
  NibbleSets sets;
  sets.bits = {((kinds[kKnight] | rooks | kinds[kKing]) - s.castling) | stepped,
               kinds[kBishop] | rooks | stepped,
               kinds[kQueen] | kinds[kKing] | s.castling | stepped, s.board.pieces(kBlack)};
  return sets;
}

std::array<std::uint8_t, 16> to_nibbles(const NibbleSets& sets, Bitboard occupied) {
  std::array<std::uint8_t, 16> pieces{};
#ifdef INTARSIA_PEXT
  std::uint64_t words[2] = {};
  constexpr std::uint64_t kFirstBits = 0x1111'1111'1111'1111;
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint64_t row = _pext_u64(sets.bits[k].word(), occupied.word());
    words[0] |= _pdep_u64(row, kFirstBits << k);
    words[1] |= _pdep_u64(row >> 16, kFirstBits << k);
  }
  std::memcpy(pieces.data(), words, sizeof words);
#else
  unsigned i = 0;
  for (const Square sq : occupied) {
    unsigned nibble = 0;
    for (unsigned k = 0; k < 4; ++k) nibble |= (sets.bits[k].contains(sq) ? 1U : 0U) << k;
    pieces[i / 2] = static_cast<std::uint8_t>(pieces[i / 2] | nibble << (4 * (i & 1)));
    ++i;
  }
#endif
  return pieces;
}

// The nibble of the man on that square.
int nibble_index(Bitboard occupied, Square sq) {
  return (occupied & Bitboard((std::uint64_t{1} << sq) - 1)).size();
}

// The first pawn that cannot be the one which just made a double step: there is one such pawn, of
// the side that is not to move, on its fourth rank.
std::optional<Square> first_false_step(Bitboard stepped, Bitboard of_mover, Color mover) {
  const Bitboard fourth = rank_squares(relative_rank(mover, 3));
  const Bitboard sound = stepped & of_mover & fourth;
  const Bitboard first = sound.empty() ? Bitboard{} : squares(sound.first());
  const Bitboard wrong = stepped - first;
  return wrong.empty() ? std::nullopt : std::optional(wrong.first());
}

// Board, castling rights and the en passant square from the nibbles.
std::optional<Error> read_pieces(const Record& r, Setup& s) {
  const Bitboard occupied(r.occupied);
  const int men = occupied.size();
  if (men > 2 * kMaxMen) return bad(0, "more than 32 squares are occupied");
  const NibbleSets sets = nibble_sets(r);
  if (const std::uint64_t spare = std::uint64_t{sets.used} >> men; spare != 0) {
    return bad(nibble_offset(men + std::countr_zero(spare)), "an unused nibble is not 0");
  }
  const auto& [one, two, four, black] = sets.bits;
  const Bitboard stepped = one & two & four;
  s.castling = (two & four) - one;
  s.board.kinds = {(occupied - one - two - four) | stepped, one - two - four, two - one - four,
                   ((one & two) - four) | s.castling,       four - one - two, (four & one) - two};
  s.board.colors = {occupied - black, black};
  if (stepped.empty()) return std::nullopt;
  if (const auto wrong = first_false_step(stepped, s.board.pieces(!s.turn), !s.turn)) {
    return bad(nibble_offset(nibble_index(occupied, *wrong)),
               "a pawn that cannot just have made a double step");
  }
  s.en_passant = Square(stepped.first() ^ 8);
  return std::nullopt;
}

bool is_eval_in_range(std::int16_t eval) { return eval == kNoEval || std::abs(eval) <= kMateEval; }

}  // namespace

Record pack(const Position& p, const Targets& t) {
  assert(t.has_next == (t.move != Move::none()) && is_eval_in_range(t.eval));
  const Setup& s = p.setup();
  Record r{};
  r.occupied = s.board.occupied().word();
  r.pieces = to_nibbles(nibble_sets(s), s.board.occupied());
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

void set_score(Record& r, Score score) {
  const unsigned rest = r.flags & ~(3U << kScoreShift);
  r.flags = static_cast<std::uint8_t>(rest | static_cast<unsigned>(score) << kScoreShift);
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
