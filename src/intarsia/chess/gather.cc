// How a bank is filled with a state's facts (facts.h): a method per family, a line per fact.

#include <algorithm>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/facts.h"
#include "intarsia/chess/internal/fact_index.h"

namespace intarsia::chess {

namespace {

using namespace internal;  // NOLINT: the index of the catalogue

// Fills one state's facts; a method per family.
class Gatherer {
 public:
  Gatherer(const State& state, const View& view, const layout::Plan& plan, layout::Bank& bank)
      : state_(state), p_(state.position), view_(view), plan_(plan), bank_(bank) {}

  void run() {
    add_pieces();
    add_turn_and_counters();
    add_castling();
    for (EnPassant meaning : {EnPassant::kAlways, EnPassant::kPseudo, EnPassant::kLegal})
      add_en_passant(meaning);
    if (uses(kAttacks, kCheck)) add_attacks();
    if (plan_.uses(kCheck)) value(kCheck) = p_.is_check();
  }

 private:
  std::uint64_t& cells(int fact) { return bank_.masks[fact]; }
  double& value(int fact) { return bank_.values[fact]; }
  void put(int fact, Bitboard b) { cells(fact) = view_.drawn(b).word(); }

  bool uses(int first, int end) const {
    for (int i = first; i < end; ++i) {
      if (plan_.uses(static_cast<FactId>(i))) return true;
    }
    return false;
  }

  Color color_of(int side) const {
    const Color us = view_.us();
    return side == kOfWhite ? kWhite : side == kOfBlack ? kBlack : side == kOfUs ? us : !us;
  }

  void add_pieces() {
    const Board& b = p_.board();
    for (int side = 0; side < kSides; ++side) {
      const Color c = color_of(side);
      for (int k = 0; k < kKinds; ++k) put(piece_fact(side, k), b.pieces(c, Kind(k)));
      put(kOccupiedBy + side, b.pieces(c));
      value(kKingCell + side) = view_.cell(b.king(c));
    }
    put(kOccupied, b.occupied());
    put(kEmpty, ~b.occupied());
  }

  void add_turn_and_counters() {
    const bool is_white = p_.turn() == kWhite;
    value(kTurnSign) = is_white ? 1 : -1;
    value(kTurnWhite) = is_white;
    value(kTurnBlack) = !is_white;
    value(kClock) = std::min(p_.clock(), 255);
    value(kClockCapped) = std::min(p_.clock(), 100);
    value(kFullmove) = p_.fullmove();
    value(kOccurrences) = std::min(state_.occurrences, 3);
    value(kOccurrencesTwice) = state_.occurrences >= 2;
    value(kOccurrencesThrice) = state_.occurrences >= 3;
    value(kOnes) = 1;
    value(kZeros) = 0;
  }

  void add_castling() {
    int bits = 0;
    for (int side = 0; side < kSides; ++side) {
      const Color c = color_of(side);
      const Bitboard rooks = p_.castling() & p_.board().pieces(c);
      bool has[2] = {false, false};
      for (Square rook : rooks) has[wing_of(p_.board().king(c), rook)] = true;
      for (Wing w : {kKingside, kQueenside}) {
        value(kCastling + 2 * side + w) = has[w];
        if (side <= kOfBlack && has[w]) bits |= 1 << (2 * side + w);
      }
      put(kCastlingRooks + side, rooks);
    }
    value(kCastlingBits) = bits;
  }

  void add_en_passant(EnPassant meaning) {
    const int m = static_cast<int>(meaning);
    const Square s = p_.en_passant(meaning);
    const bool is_set = s != kNoSquare;
    put(kEnPassantCells + m, is_set ? squares(s) : Bitboard{});
    value(kEnPassantCell + m) = is_set ? view_.cell(s) : -1;
    value(kEnPassantFile + m) = is_set ? file_of(s) : -1;
    for (int f = 0; f < kFiles; ++f)
      value(kEnPassantFiles + m * kFiles + f) = is_set && file_of(s) == f;
  }

  void add_attacks() {
    const Board& b = p_.board();
    for (int side = 0; side < kSides; ++side) {
      const Color c = color_of(side);
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
  }

  const State& state_;
  const Position& p_;
  const View& view_;
  const layout::Plan& plan_;
  layout::Bank& bank_;
};

}  // namespace

void gather(const State& state, const View& view, const layout::Plan& plan, layout::Bank& bank) {
  Gatherer(state, view, plan, bank).run();
}

}  // namespace intarsia::chess
