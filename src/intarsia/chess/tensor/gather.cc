// How a bank is filled with a state's facts (facts.h): a method per family, a line per fact.

#include <algorithm>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/tensor/internal/fact_index.h"

namespace intarsia::chess {

namespace {

using namespace internal;  // NOLINT: the index of the catalogue

// Fills one state's facts; a method per family, a line per fact. Whether ranks are mirrored is known
// to the compiler: every mask asks.
template <bool kIsFlipped>
class Gatherer {
 public:
  Gatherer(const Setup& setup, int occurrences, const View& view, layout::Bank& bank)
      : s_(setup),
        occurrences_(occurrences),
        us_(view.us()),
        masks_(bank.masks.data()),
        values_(bank.values.data()) {}

  void run(const Needs& needs) {
    add_side<kOfWhite>(needs);
    add_side<kOfBlack>(needs);
    add_side<kOfUs>(needs);
    add_side<kOfThem>(needs);
    for (int m = 0; m < kMeanings; ++m) {
      if (needs.en_passant[m]) add_en_passant(m, needs.en_passant_files[m]);
    }
    add_turn();
    if (needs.counters) add_counters();
    if (needs.rest) add_rest();
  }

 private:
  std::int32_t& value(int fact) { return values_[fact]; }
  void put(int fact, Bitboard b) { masks_[fact] = (kIsFlipped ? mirrored(b) : b).word(); }
  static int cell(Square s) { return kIsFlipped ? mirrored(s) : s; }

  // What is asked about one side; which one is known to the compiler too.
  template <Side kSide>
  void add_side(const Needs& needs) {
    if (needs.pieces[kSide]) add_pieces(kSide);
    if (needs.castling[kSide]) add_castling(kSide);
    if (needs.men[kSide]) add_men(kSide);
    if (needs.attacks[kSide]) add_attacks(kSide);
  }

  void add_pieces(int side) {
    const Bitboard own = s_.board.pieces(color_of(side, us_));
    for (int k = 0; k < kKinds; ++k) put(piece_fact(side, k), own & s_.board.pieces(Kind(k)));
  }

  void add_men(int side) {
    const Color c = color_of(side, us_);
    put(kOccupiedBy + side, s_.board.pieces(c));
    put(kCastlingRooks + side, s_.castling & s_.board.pieces(c));
    value(kKingCell + side) = cell(s_.board.king(c));
  }

  void add_castling(int side) {
    const Color c = color_of(side, us_);
    const Bitboard rooks = s_.castling & s_.board.pieces(c);
    const std::uint64_t west = s_.board.pieces(c, kKing).word() - 1;
    value(kCastling + 2 * side + kKingside) = !(rooks - Bitboard(west)).empty();
    value(kCastling + 2 * side + kQueenside) = !(rooks & Bitboard(west)).empty();
  }

  void add_en_passant(int m, bool has_files) {
    const Square s = en_passant(s_, static_cast<EnPassant>(m));
    const bool is_set = s != kNoSquare;
    put(kEnPassantCells + m, is_set ? squares(s) : Bitboard{});
    value(kEnPassantCell + m) = is_set ? cell(s) : -1;
    const int file = is_set ? file_of(s) : -1;
    value(kEnPassantFile + m) = file;
    if (!has_files) return;
    for (int f = 0; f < kFiles; ++f) value(kEnPassantFiles + m * kFiles + f) = f == file;
  }

  void add_turn() {
    const bool is_white = s_.turn == kWhite;
    value(kTurnSign) = is_white ? 1 : -1;
    value(kTurnWhite) = is_white;
    value(kTurnBlack) = !is_white;
  }

  void add_counters() {
    value(kClock) = std::min<int>(s_.clock, 255);
    value(kClockCapped) = std::min<int>(s_.clock, 100);
    value(kFullmove) = s_.fullmove;
    value(kOccurrences) = std::min(occurrences_, 3);
    value(kOccurrencesTwice) = occurrences_ >= 2;
    value(kOccurrencesThrice) = occurrences_ >= 3;
  }

  // What few layouts ask for.
  void add_rest() {
    put(kOccupied, s_.board.occupied());
    put(kEmpty, ~s_.board.occupied());
    value(kOnes) = 1;
    value(kZeros) = 0;
    value(kCheck) = !s_.board.checkers(s_.turn).empty();
    std::int32_t bits = 0;
    for (int i = 0; i < 2 * kColors; ++i) bits |= value(kCastling + i) << i;
    value(kCastlingBits) = bits;
  }

  void add_attacks(int side) {
    const Board& b = s_.board;
    const Color c = color_of(side, us_);
    Bitboard all;
    for (int k = 0; k < kKinds; ++k) {
      Bitboard by_kind;
      for (Square s : b.pieces(c, Kind(k))) {
        by_kind |= k == kPawn ? pawn_attacks(c, s) : attacks(Kind(k), s, b.occupied());
      }
      put(kAttacksBy + side * kKinds + k, by_kind);
      all |= by_kind;
    }
    put(kAttacks + side, all);
  }

  const Setup& s_;
  int occurrences_;
  Color us_;
  std::uint64_t* masks_;
  std::int32_t* values_;
};

}  // namespace

Needs::Needs(const layout::Plan& plan) {
  const auto uses = [&plan](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      if (plan.uses(static_cast<FactId>(i))) return true;
    }
    return false;
  };
  counters = uses(kClock, kOccurrencesThrice - kClock + 1);
  rest = uses(kOccupied, 2) || uses(kOnes, 2) || uses(kCheck, 1) || uses(kCastlingBits, 1);
  for (int side = 0; side < kSides; ++side) {
    pieces[side] = uses(kPieces + side * kKinds, kKinds);
    men[side] =
        uses(kOccupiedBy + side, 1) || uses(kCastlingRooks + side, 1) || uses(kKingCell + side, 1);
    castling[side] = uses(kCastling + 2 * side, 2) || (side <= kOfBlack && uses(kCastlingBits, 1));
    attacks[side] = uses(kAttacks + side, 1) || uses(kAttacksBy + side * kKinds, kKinds);
  }
  for (int m = 0; m < kMeanings; ++m) {
    en_passant_files[m] = uses(kEnPassantFiles + m * kFiles, kFiles);
    en_passant[m] = en_passant_files[m] || uses(kEnPassantCells + m, 1) ||
                    uses(kEnPassantCell + m, 1) || uses(kEnPassantFile + m, 1);
  }
}

void gather(const Setup& sound, int occurrences, const View& view, const Needs& needs,
            layout::Bank& bank) {
  if (view.is_flipped()) {
    Gatherer<true>(sound, occurrences, view, bank).run(needs);
  } else {
    Gatherer<false>(sound, occurrences, view, bank).run(needs);
  }
}

}  // namespace intarsia::chess
