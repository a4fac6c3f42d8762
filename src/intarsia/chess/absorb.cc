#include "intarsia/chess/internal/absorb.h"

#include "intarsia/chess/castling.h"

namespace intarsia::chess::internal {

namespace {

Color color_of(Side side, Color us) {
  return side == kOfWhite ? kWhite : side == kOfBlack ? kBlack : side == kOfUs ? us : !us;
}

// A set of cells or a cell as the view drew it, back on the board: mirroring undoes itself.
Bitboard undrawn(const View& view, std::uint64_t mask) { return view.drawn(Bitboard(mask)); }
Square undrawn_cell(const View& view, int cell) { return Square(view.cell(Square(cell))); }

}  // namespace

Absorber::Absorber(const layout::Reader& reader, std::size_t age) : age_(age) {
  const auto shows = [&](int fact) { return reader.shows(age, static_cast<FactId>(fact)); };
  const auto first_shown = [&](std::initializer_list<int> facts) {
    for (int fact : facts) {
      if (shows(fact)) return static_cast<FactId>(fact);
    }
    return kNone;
  };
  for (int side = 0; side < kSides; ++side) {
    for (int k = 0; k < kKinds; ++k) {
      if (shows(piece_fact(side, k))) men_.push_back({Side(side), Kind(k)});
    }
    if (shows(kCastlingRooks + side)) rooks_.push_back(Side(side));
    for (int wing : {kKingside, kQueenside}) {
      if (shows(kCastling + 2 * side + wing)) rights_.push_back({Side(side), wing});
    }
  }
  has_bits_ = shows(kCastlingBits);
  turn_ = first_shown({kTurnSign, kTurnWhite, kTurnBlack});
  // From the widest meaning (always) to the narrowest: it tells the others.
  for (int m = 0; m < kMeanings && en_passant_ == kNone && files_.empty(); ++m) {
    en_passant_ = first_shown({kEnPassantCells + m, kEnPassantCell + m, kEnPassantFile + m});
    for (int file = 0; file < kFiles; ++file) {
      const int fact = kEnPassantFiles + m * kFiles + file;
      if (shows(fact)) files_.push_back({static_cast<FactId>(fact), file});
    }
  }
  clock_ = first_shown({kClock, kClockCapped});
  has_fullmove_ = shows(kFullmove);
  occurrences_ = first_shown({kOccurrences});
  occurrence_flags_ = {shows(kOccurrencesTwice), shows(kOccurrencesThrice)};
}

std::optional<Color> Absorber::turn(const layout::Bank& bank) const {
  if (turn_ == kNone) return std::nullopt;
  const bool is_set = bank.values[turn_] > 0;
  return is_set == (turn_ != kTurnBlack) ? kWhite : kBlack;
}

FactId Absorber::man(const View& view, Color c, Kind k) const {
  for (const Man& m : men_) {
    if (m.kind == k && color_of(m.side, view.us()) == c) return piece_fact(m.side, k);
  }
  return kNone;
}

Result<Absorber::Draft> Absorber::absorb(const layout::Reader& reader, const View& view,
                                         Color turn) const {
  const layout::Bank& bank = reader.bank(age_);
  Draft d{{}, occurrences(bank), false};
  Setup& s = d.setup;
  s.turn = turn;
  unsigned seen = 0;  // colours and kinds: White's pawns may be shown as ours, too
  for (const Man& m : men_) {
    const Color c = color_of(m.side, view.us());
    const unsigned bit = 1U << (c * kKinds + m.kind);
    if ((seen & bit) != 0) continue;
    seen |= bit;
    const FactId fact = piece_fact(m.side, m.kind);
    const Bitboard men = undrawn(view, bank.masks[fact]);
    const Bitboard twice = s.board.occupied() & men;
    if (!twice.empty()) {
      const auto cell = static_cast<std::size_t>(view.cell(twice.first()));
      return reader.error_at(age_, fact, cell, "a second piece on this cell");
    }
    s.board.kinds[m.kind] |= men;
    s.board.colors[c] |= men;
  }
  d.has_all_pieces = seen == (1U << (kColors * kKinds)) - 1;
  s.castling = castling(bank, view, s.board);
  s.en_passant = en_passant(bank, view, turn);
  if (clock_ != kNone) s.clock = static_cast<std::uint16_t>(bank.values[clock_]);
  if (has_fullmove_) s.fullmove = static_cast<std::uint16_t>(bank.values[kFullmove]);
  return d;
}

// Rights are squares of rooks. A flag names a wing alone: the outermost rook there. A flag without
// a king and a rook in place gives none, and comparing will tell.
Bitboard Absorber::castling(const layout::Bank& bank, const View& view, const Board& b) const {
  Bitboard rights;
  const auto add = [&](Color c, int wing) {
    const Bitboard rank = rank_squares(back_rank(c));
    const Bitboard kings = b.pieces(c, kKing) & rank;
    if (kings.empty()) return;
    const Square rook = outermost_rook(b.pieces(c, kRook) & rank, kings.first(), Wing(wing));
    if (rook != kNoSquare) rights.insert(rook);
  };
  if (!rooks_.empty()) {
    for (Side side : rooks_) rights |= undrawn(view, bank.masks[kCastlingRooks + int{side}]);
    return rights;
  }
  for (const auto& [side, wing] : rights_) {
    if (bank.values[kCastling + 2 * int{side} + wing] != 0) add(color_of(side, view.us()), wing);
  }
  for (int i = 0; has_bits_ && i < 2 * kColors; ++i) {
    if ((bank.values[kCastlingBits] >> i & 1) != 0) add(Color(i / 2), i % 2);
  }
  return rights;
}

Square Absorber::en_passant(const layout::Bank& bank, const View& view, Color turn) const {
  const auto on_file = [turn](int file) { return square_at(file, relative_rank(!turn, 2)); };
  if (en_passant_ == kNone) {
    for (const auto& [fact, file] : files_) {
      if (bank.values[fact] != 0) return on_file(file);
    }
    return kNoSquare;
  }
  if (en_passant_ < kEnPassantCell) {
    const Bitboard cells = undrawn(view, bank.masks[en_passant_]);
    return cells.empty() ? kNoSquare : cells.first();
  }
  const int value = bank.values[en_passant_];
  if (value < 0) return kNoSquare;
  return en_passant_ < kEnPassantFile ? undrawn_cell(view, value) : on_file(value);
}

int Absorber::occurrences(const layout::Bank& bank) const {
  if (occurrences_ != kNone) return bank.values[kOccurrences];
  if (occurrence_flags_[1] && bank.values[kOccurrencesThrice] != 0) return 3;
  return occurrence_flags_[0] && bank.values[kOccurrencesTwice] != 0 ? 2 : 1;
}

}  // namespace intarsia::chess::internal
