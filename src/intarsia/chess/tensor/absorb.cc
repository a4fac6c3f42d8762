#include "intarsia/chess/tensor/internal/absorb.h"

#include <algorithm>

#include "intarsia/chess/castling.h"

namespace intarsia::chess::internal {

namespace {

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
  for (int m = 0; m < kMeanings && en_passant_ == kNone; ++m) {
    const int files = kEnPassantFiles + m * kFiles;
    std::vector<FileFlag> here;
    for (int file = 0; file < kFiles; ++file) {
      if (shows(files + file)) here.push_back({static_cast<FactId>(files + file), file});
    }
    en_passant_ = first_shown({kEnPassantCells + m, kEnPassantCell + m, kEnPassantFile + m});
    if (en_passant_ == kNone && here.size() == kFiles) en_passant_ = static_cast<FactId>(files);
    if (en_passant_ == kNone) {
      flags_.insert(flags_.end(), here.begin(), here.end());
    } else {
      meaning_ = m;
    }
  }
  clock_ = first_shown({kClock, kClockCapped});
  has_fullmove_ = shows(kFullmove);
  has_occurrences_ = shows(kOccurrences);
  occurrence_flags_ = {shows(kOccurrencesTwice), shows(kOccurrencesThrice)};
}

std::optional<Color> Absorber::turn(const layout::Bank& bank) const {
  if (turn_ == kNone) return std::nullopt;
  const bool is_set = bank.values[turn_] > 0;
  return is_set == (turn_ != kTurnBlack) ? kWhite : kBlack;
}

bool Absorber::never_empty() const {
  return std::any_of(men_.begin(), men_.end(), [](const Man& m) { return m.kind == kKing; });
}

FactId Absorber::man(const View& view, Color c, Kind k) const {
  for (const Man& m : men_) {
    if (m.kind == k && color_of(m.side, view.us()) == c) return piece_fact(m.side, k);
  }
  return kNone;
}

Result<Draft> Absorber::absorb(const layout::Reader& reader, const View& view, Color turn) const {
  const layout::Bank& bank = reader.bank(age_);
  Draft d{{}, occurrences(bank), 0};
  Setup& s = d.setup;
  s.turn = turn;
  for (const Man& m : men_) {
    const Color c = color_of(m.side, view.us());
    if (d.shows(c, m.kind)) continue;  // White's men may be shown as ours, too
    d.men = static_cast<std::uint16_t>(d.men | 1U << (c * kKinds + m.kind));
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
  s.castling = castling(bank, view, d);
  s.en_passant = en_passant(bank, view, turn);
  if (clock_ != kNone) s.clock = static_cast<std::uint16_t>(bank.values[clock_]);
  if (has_fullmove_) s.fullmove = static_cast<std::uint16_t>(bank.values[kFullmove]);
  return d;
}

// Rights are squares of rooks. A flag names a wing alone: the outermost rook there, or the corner
// if kings or rooks are not shown. A flag without a king and a rook in place gives none, and
// comparing will tell.
Bitboard Absorber::castling(const layout::Bank& bank, const View& view, const Draft& d) const {
  const Board& b = d.setup.board;
  Bitboard rights;
  std::array<bool, kColors> is_told{};
  for (Side side : rooks_) {
    rights |= undrawn(view, bank.masks[kCastlingRooks + int{side}]);
    is_told[color_of(side, view.us())] = true;
  }
  const auto add = [&](Color c, int wing) {
    if (is_told[c]) return;
    const Bitboard rank = rank_squares(back_rank(c));
    const Bitboard kings = b.pieces(c, kKing) & rank;
    if (!d.shows(c, kKing) || !d.shows(c, kRook)) {
      rights.insert(square_at(wing == kKingside ? 7 : 0, back_rank(c)));
    } else if (!kings.empty()) {
      const Square rook = outermost_rook(b.pieces(c, kRook) & rank, kings.first(), Wing(wing));
      if (rook != kNoSquare) rights.insert(rook);
    }
  };
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
  for (const FileFlag& f : flags_) {
    if (bank.values[f.fact] != 0) return on_file(f.file);
  }
  if (en_passant_ == kNone) return kNoSquare;
  if (en_passant_ < kEnPassantCell) {
    const Bitboard cells = undrawn(view, bank.masks[en_passant_]);
    return cells.empty() ? kNoSquare : cells.first();
  }
  if (en_passant_ >= kEnPassantFiles) {
    for (int file = 0; file < kFiles; ++file) {
      if (bank.values[en_passant_ + file] != 0) return on_file(file);
    }
    return kNoSquare;
  }
  const int value = bank.values[en_passant_];
  if (value < 0) return kNoSquare;
  return en_passant_ < kEnPassantFile ? undrawn_cell(view, value) : on_file(value);
}

int Absorber::occurrences(const layout::Bank& bank) const {
  if (has_occurrences_) return bank.values[kOccurrences];
  if (occurrence_flags_[1] && bank.values[kOccurrencesThrice] != 0) return 3;
  return occurrence_flags_[0] && bank.values[kOccurrencesTwice] != 0 ? 2 : 1;
}

}  // namespace intarsia::chess::internal
