#include "intarsia/chess/record.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/chess/internal/nibbles.h"
#include "intarsia/chess/legality.h"

static_assert(std::endian::native == std::endian::little,
              "records are stored as they lie in memory");

namespace intarsia::chess {

namespace {

using namespace internal;  // NOLINT: what this file is about

// The pawn whose double step the en passant square remembers.
constexpr Square stepped_pawn(const Setup& s) {
  return s.en_passant == kNoSquare ? kNoSquare : Square(s.en_passant ^ 8);
}

Error bad(std::uint64_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

constexpr std::size_t kPiecesAt = offsetof(Record, pieces);

std::size_t nibble_offset(int i) { return kPiecesAt + static_cast<std::size_t>(i) / 2; }

// Nibbles from sets, the way back of internal/nibbles.h: one set of squares for each bit,
// joined.
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

// What is wrong with the nibbles themselves.
std::optional<Error> nibble_fault(const Record& r, const NibbleSets& sets, const Setup& s) {
  const Bitboard occupied(r.occupied);
  const int men = occupied.size();
  if (men > 2 * kMaxMen)
    return bad(0, concat({"more than ", std::to_string(2 * kMaxMen), " squares are occupied"}));
  if (const std::uint64_t spare = std::uint64_t{sets.used} >> men; spare != 0) {
    return bad(nibble_offset(men + std::countr_zero(spare)), "an unused nibble is not 0");
  }
  const Bitboard stepped = stepped_pawns(sets);
  if (stepped.empty()) return std::nullopt;
  if (const auto wrong = first_false_step(stepped, s.board.pieces(!s.turn), !s.turn)) {
    return bad(nibble_offset(nibble_index(occupied, *wrong)),
               "a pawn that cannot just have made a double step");
  }
  return std::nullopt;
}

bool is_eval_in_range(std::int16_t eval) { return eval == kNoEval || std::abs(eval) <= kMateEval; }

Error unplayable(Faults faults) {
  std::string detail = "no playable position:";
  for (const FaultInfo& f : fault_table()) {
    if (faults.contains(f.fault)) detail.append(" ").append(f.name);
  }
  return bad(faults.contains(Fault::kFullmove) ? offsetof(Record, fullmove) : kPiecesAt,
             std::move(detail));
}

// Everything but whether the move is legal. `faults` are the setup's.
std::optional<Error> fault_of(const Record& r, const NibbleSets& sets, const Setup& s,
                              Faults faults) {
  if (auto error = nibble_fault(r, sets, s)) return error;
  if (occurrences_of(r) > kThreefoldStored) {
    return bad(offsetof(Record, flags), "occurrences above three are stored as three");
  }
  if (!is_eval_in_range(r.eval)) return bad(offsetof(Record, eval), "eval is out of range");
  if (!faults.empty()) return unplayable(faults);
  if (has_chess960_right(s) && !s.chess960) {
    return bad(offsetof(Record, flags), "castling rights of Chess960 without its flag");
  }
  if (((r.flags & kHasNext) != 0) != (r.move != Move::none().bits())) {
    return bad(offsetof(Record, move), "a move without the flag that one follows, or the reverse");
  }
  return std::nullopt;
}

}  // namespace

Record identity_record(const Position& p) {
  Setup s = p.setup();
  s.en_passant = p.en_passant(EnPassant::kLegal);
  const bool is_chess960 = s.chess960 && has_chess960_right(s);
  Record r{};
  r.occupied = s.board.occupied().word();
  r.pieces = to_nibbles(nibble_sets(s), s.board.occupied());
  r.flags = static_cast<std::uint8_t>((s.turn == kBlack ? kBlackToMove : 0) |
                                      (is_chess960 ? kIsChess960 : 0));
  r.fullmove = 1;
  r.move = Move::none().bits();
  r.eval = kNoEval;
  return r;
}

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
      static_cast<unsigned>(t.outcome) << kOutcomeShift | (t.is_first ? kFirstOfGame : 0) |
      (t.has_next ? kHasNext : 0) | (s.chess960 ? kIsChess960 : 0));
  r.fullmove = s.fullmove;
  r.move = t.move.bits();
  r.eval = t.eval;
  return r;
}

Setup setup_of(const Record& r) { return setup_from(r, nibble_sets(r)); }

Targets targets_of(const Record& r) {
  return {.occurrences = occurrences_of(r),
          .outcome = static_cast<Outcome>(r.flags >> kOutcomeShift & 3),
          .is_first = is_first(r),
          .has_next = (r.flags & kHasNext) != 0,
          .move = Move::from_bits(r.move),
          .eval = r.eval};
}

std::optional<Error> check(const Record& r) {
  const NibbleSets sets = nibble_sets(r);
  const Setup s = setup_from(r, sets);
  return fault_of(r, sets, s, faults_of(s));
}

void set_outcome(Record& r, Outcome outcome) {
  const unsigned rest = r.flags & ~(3U << kOutcomeShift);
  r.flags = static_cast<std::uint8_t>(rest | static_cast<unsigned>(outcome) << kOutcomeShift);
}

Result<Unpacked> unpack(const Record& r) {
  const NibbleSets sets = nibble_sets(r);
  const Setup s = setup_from(r, sets);
  Faults faults;
  const auto position = Position::from_setup(s, &faults);
  if (auto error = fault_of(r, sets, s, faults)) return *std::move(error);
  const Unpacked u{*position, targets_of(r)};
  if (u.targets.has_next && !is_legal(u.position, u.targets.move)) {
    return bad(offsetof(Record, move), "the move is not legal here");
  }
  return u;
}

}  // namespace intarsia::chess
