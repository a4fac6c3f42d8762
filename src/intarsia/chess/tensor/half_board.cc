// What half a board shows of itself: the checks that need no rules.

#include <algorithm>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/tensor/internal/absorb.h"

namespace intarsia::chess::internal {

namespace {

// Whether the right of that wing is among those of the colour; without a king the e-file parts them.
bool has_right(const Setup& s, Color c, Wing wing) {
  const Bitboard kings = s.board.pieces(c, kKing);
  const int middle = kings.empty() ? 4 : file_of(kings.first());
  for (Square rook : s.castling& rank_squares(back_rank(c))) {
    if ((file_of(rook) > middle) == (wing == kKingside)) return true;
  }
  return false;
}

}  // namespace

// Rooks alone do not tell their wings: in Chess960 the king that parts them may be anywhere.
bool Absorber::tells_wings(const Draft& d, Color c, const View& view) const {
  return d.shows(c, kKing) || std::none_of(rooks_.begin(), rooks_.end(), [&](Side side) {
           return color_of(side, view.us()) == c;
         });
}

void Absorber::retell(const Draft& d, const View& view, layout::Bank& bank) const {
  const Setup& s = d.setup;
  std::int32_t bits = 0;
  bool is_told = true;
  for (int side = 0; side < kSides; ++side) {
    const Color c = color_of(side, view.us());
    for (int k = 0; k < kKinds; ++k) {
      if (!d.shows(c, Kind(k))) continue;
      bank.masks[piece_fact(side, k)] = view.drawn(s.board.pieces(c, Kind(k))).word();
    }
    if (d.shows(c, kKing)) bank.values[kKingCell + side] = view.cell(s.board.king(c));
    if (!tells_wings(d, c, view)) {
      is_told = false;
      continue;
    }
    bank.masks[kCastlingRooks + side] = view.drawn(s.castling & rank_squares(back_rank(c))).word();
    for (Wing wing : {kKingside, kQueenside}) {
      const bool has = has_right(s, c, wing);
      bank.values[kCastling + 2 * side + wing] = has;
      if (has) bits |= 1 << right_index(c, wing);
    }
  }
  if (is_told) bank.values[kCastlingBits] = bits;
  const bool is_white = s.turn == kWhite;
  bank.values[kTurnSign] = is_white ? 1 : -1;
  bank.values[kTurnWhite] = is_white;
  bank.values[kTurnBlack] = !is_white;
  if (clock_ == kClock) bank.values[kClockCapped] = std::min<std::int32_t>(s.clock, 100);
  if (has_occurrences_ || d.occurrences == 3) bank.values[kOccurrencesTwice] = d.occurrences >= 2;
  if (has_occurrences_) bank.values[kOccurrencesThrice] = d.occurrences >= 3;
  retell_en_passant(s.en_passant, view, bank);
}

// The meaning that showed the square, and the wider ones, show it in every form. What a narrower
// one makes of it takes the whole board to say, unless there is no square at all.
void Absorber::retell_en_passant(Square s, const View& view, layout::Bank& bank) const {
  int shown = meaning_;
  for (const FileFlag& f : flags_) {
    if (bank.values[f.fact] != 0) {
      shown = (f.fact - kEnPassantFiles) / kFiles;
      break;
    }
  }
  for (int m = 0; m < kMeanings && (m <= shown || s == kNoSquare); ++m) {
    bank.masks[kEnPassantCells + m] = s == kNoSquare ? 0 : view.drawn(squares(s)).word();
    bank.values[kEnPassantCell + m] = s == kNoSquare ? -1 : view.cell(s);
    bank.values[kEnPassantFile + m] = s == kNoSquare ? -1 : file_of(s);
    for (int file = 0; file < kFiles; ++file) {
      bank.values[kEnPassantFiles + m * kFiles + file] = s != kNoSquare && file == file_of(s);
    }
  }
}

}  // namespace intarsia::chess::internal
