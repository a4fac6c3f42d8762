// How fen.h writes. Reading is in fen.cc.

#include <array>
#include <bit>
#include <charconv>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/fen.h"

namespace intarsia::chess {

namespace {

char* write_placement(char* out, const Board& b) {
  std::array<char, kSquares> letters;  // only occupied squares are filled and read
  for (Color c : {kWhite, kBlack}) {
    for (int k = kPawn; k < kKinds; ++k) {
      for (Square s : b.pieces(c, Kind(k))) letters[s] = letter(Piece{c, Kind(k)});
    }
  }
  const std::uint64_t occupied = b.occupied().word();
  for (int rank = 7; rank >= 0; --rank) {
    auto men = static_cast<unsigned>(occupied >> (8 * rank) & 0xff);
    const char* row = &letters[square_at(0, rank)];
    int next = 0;  // first file not yet written
    for (; men != 0; men &= men - 1) {
      const int file = std::countr_zero(men);
      *out = static_cast<char>('0' + file - next);
      out += file != next;
      *out++ = row[file];
      next = file + 1;
    }
    *out = static_cast<char>('0' + 8 - next);
    out += next != 8;
    *out++ = '/';
  }
  return out - 1;  // without the last slash
}

// K before Q, White before Black. X-FEN writes the file letter of a rook that is not the
// outermost one on its side.
char* write_castling(char* out, const Position& p, bool shredder) {
  if (p.castling().empty()) {
    *out++ = '-';
    return out;
  }
  const Board& b = p.board();
  for (Color c : {kWhite, kBlack}) {
    const Square king = b.king(c);
    const Bitboard rooks = b.pieces(c, kRook) & rank_squares(back_rank(c));
    const Bitboard own = p.castling() & b.pieces(c);
    for (Wing wing : {kKingside, kQueenside}) {
      for (Square rook : own) {
        if (wing_of(king, rook) != wing) continue;
        const bool by_file = shredder || rook != outermost_rook(rooks, king, wing);
        const char upper = by_file             ? static_cast<char>('A' + file_of(rook))
                           : wing == kKingside ? 'K'
                                               : 'Q';
        *out++ = c == kWhite ? upper : static_cast<char>(upper | 0x20);
      }
    }
  }
  return out;
}

char* write_number(char* out, int n) { return std::to_chars(out, out + 8, n).ptr; }

}  // namespace

void append_fen(std::string& out, const Position& p, FenStyle style) {
  // 71 bytes of placement and the five fields fit with room to spare.
  char buffer[128];
  char* end = write_placement(buffer, p.board());
  *end++ = ' ';
  *end++ = p.turn() == kWhite ? 'w' : 'b';
  *end++ = ' ';
  end = write_castling(end, p, style.shredder);
  *end++ = ' ';
  const Square en_passant = p.en_passant(style.en_passant);
  if (en_passant == kNoSquare) {
    *end++ = '-';
  } else {
    *end++ = file_letter(file_of(en_passant));
    *end++ = rank_digit(rank_of(en_passant));
  }
  *end++ = ' ';
  end = write_number(end, p.clock());
  *end++ = ' ';
  end = write_number(end, p.fullmove());
  out.append(buffer, static_cast<std::size_t>(end - buffer));
}

std::string to_fen(const Position& p, FenStyle style) {
  std::string out;
  append_fen(out, p, style);
  return out;
}

}  // namespace intarsia::chess
