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

  // By value: the compiler need not read it again after every store.
  void run(const Needs needs) {
    add_side<kOfWhite>(needs);
    add_side<kOfBlack>(needs);
    add_side<kOfUs>(needs);
    add_side<kOfThem>(needs);
    // Two tests for many families: most layouts use none of them.
    if (needs.has_any(family::kEnPassant, 2 * kMeanings)) add_meanings(needs);
    if (needs.has(family::kTurn)) add_turn();
    if (needs.has(family::kCounters)) add_counters();
    if (needs.has_any(family::kCastlingBits, family::kCount - family::kCastlingBits)) {
      add_rest(needs);
    }
  }

 private:
  std::int32_t& value(int fact) { return values_[fact]; }
  void put(int fact, Bitboard b) { masks_[fact] = (kIsFlipped ? mirrored(b) : b).word(); }
  static int cell(Square s) { return kIsFlipped ? mirrored(s) : s; }

  // What is asked about one side; which one is known to the compiler too.
  template <Side kSide>
  void add_side(const Needs needs) {
    if (needs.has(family::kPieces, kSide)) add_pieces(kSide);
    if (needs.has(family::kCastling, kSide)) add_castling(kSide);
    if (needs.has(family::kMen, kSide)) add_men(kSide);
    if (needs.has(family::kAttacks, kSide)) add_attacks(kSide);
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

  bool may_castle(Color c, Wing wing) const {
    const Bitboard rooks = s_.castling & s_.board.pieces(c);
    const Bitboard west(s_.board.pieces(c, kKing).word() - 1);
    return !(wing == kKingside ? rooks - west : rooks & west).empty();
  }

  void add_castling(int side) {
    const Color c = color_of(side, us_);
    value(kCastling + 2 * side + kKingside) = may_castle(c, kKingside);
    value(kCastling + 2 * side + kQueenside) = may_castle(c, kQueenside);
  }

  void add_castling_bits() {
    std::int32_t bits = 0;
    for (Color c : {kWhite, kBlack}) {
      for (Wing wing : {kKingside, kQueenside}) bits |= may_castle(c, wing) << right_index(c, wing);
    }
    value(kCastlingBits) = bits;
  }

  void add_meanings(const Needs needs) {
    for (int m = 0; m < kMeanings; ++m) {
      const bool has_files = needs.has(family::kEnPassantFiles, m);
      if (has_files || needs.has(family::kEnPassant, m)) add_en_passant(m, has_files);
    }
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

  void add_rest(const Needs needs) {
    if (needs.has(family::kCastlingBits)) add_castling_bits();
    if (needs.has(family::kBoard)) add_board();
    if (needs.has(family::kCheck)) value(kCheck) = !s_.board.checkers(s_.turn).empty();
  }

  void add_board() {
    put(kOccupied, s_.board.occupied());
    put(kEmpty, ~s_.board.occupied());
    value(kOnes) = 1;
    value(kZeros) = 0;
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

void gather(const Setup& sound, int occurrences, const View& view, const Needs& needs,
            layout::Bank& bank) {
  if (view.is_flipped()) {
    Gatherer<true>(sound, occurrences, view, bank).run(needs);
  } else {
    Gatherer<false>(sound, occurrences, view, bank).run(needs);
  }
}

}  // namespace intarsia::chess
