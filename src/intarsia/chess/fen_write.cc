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
// outermost one on its side; so do we where half a board has no king to tell the side.
char* write_castling(char* out, const Setup& s, bool shredder) {
  if (s.castling.empty()) {
    *out++ = '-';
    return out;
  }
  const Board& b = s.board;
  for (Color c : {kWhite, kBlack}) {
    const Bitboard kings = b.pieces(c, kKing);
    const Square king = kings.empty() ? kNoSquare : kings.first();
    const Bitboard rooks = b.pieces(c, kRook) & rank_squares(back_rank(c));
    const Bitboard own = s.castling & b.pieces(c);
    for (Wing wing : {kKingside, kQueenside}) {
      for (Square rook : own) {
        if (wing_of(king, rook) != wing) continue;
        const bool by_file =
            shredder || king == kNoSquare || rook != outermost_rook(rooks, king, wing);
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

// 71 bytes of placement and the five fields fit with room to spare.
constexpr std::size_t kRoom = 128;

void append(std::string& out, const Setup& s, Square en_passant, bool shredder) {
  char buffer[kRoom];
  char* end = write_placement(buffer, s.board);
  *end++ = ' ';
  *end++ = s.turn == kWhite ? 'w' : 'b';
  *end++ = ' ';
  end = write_castling(end, s, shredder);
  *end++ = ' ';
  if (en_passant == kNoSquare) {
    *end++ = '-';
  } else {
    *end++ = file_letter(file_of(en_passant));
    *end++ = rank_digit(rank_of(en_passant));
  }
  *end++ = ' ';
  end = write_number(end, s.clock);
  *end++ = ' ';
  end = write_number(end, s.fullmove);
  out.append(buffer, static_cast<std::size_t>(end - buffer));
}

}  // namespace

void append_fen(std::string& out, const Position& p, FenStyle style) {
  append(out, p.setup(), p.en_passant(style.en_passant), style.shredder);
}

std::string to_fen(const Position& p, FenStyle style) {
  std::string out;
  append_fen(out, p, style);
  return out;
}

std::string to_fen(const Setup& s) {
  std::string out;
  append(out, s, s.en_passant, false);
  return out;
}

}  // namespace intarsia::chess
