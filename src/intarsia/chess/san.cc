#include "intarsia/chess/san.h"

#include <array>

#include "intarsia/base/text.h"
#include "intarsia/chess/castling.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/uci.h"

namespace intarsia::chess {

namespace {

constexpr int kUnsaid = -1;

// What the text says, before the position is asked.
struct Said {
  bool has_piece_letter = false;
  Kind kind = kPawn;
  int from_file = kUnsaid, from_rank = kUnsaid;
  int to_file = kUnsaid, to_rank = kUnsaid;
  Kind promotion = kPawn;  // kPawn: none
  bool castles = false;
  Wing wing = kKingside;
};

constexpr bool is_castling_letter(char c) { return c == 'O' || c == '0' || c == 'o'; }

// Walks over the text once, left to right; `at` is where it stopped when it cannot go on.
class SanReader {
 public:
  explicit SanReader(std::string_view text) : text_(text) {}

  bool read(Said& said) {
    if (is_castling_letter(peek())) {
      read_castling(said);
    } else {
      said.kind = kind_from(peek());
      said.has_piece_letter = said.kind != kPawn || peek() == 'P';
      at_ += said.has_piece_letter;
      if (!read_squares(said) || !read_promotion(said)) return false;
    }
    skip_suffix();
    return at_ == text_.size();
  }

  std::size_t at() const { return at_; }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void read_castling(Said& said) {
    said.castles = true;
    int letters = 1;
    for (++at_; peek() == '-' && is_castling_letter(peek(1)) && letters < 3; at_ += 2) ++letters;
    if (letters == 1) at_ = 0;  // a lone O is nothing
    said.wing = letters == 3 ? kQueenside : kKingside;
  }

  int take_file() { return is_file_letter(peek()) ? text_[at_++] - 'a' : kUnsaid; }
  int take_rank() { return is_rank_digit(peek()) ? text_[at_++] - '1' : kUnsaid; }

  // [file][rank][x - :][file][rank]: if nothing comes second, the first was the destination.
  bool read_squares(Said& said) {
    said.to_file = take_file();
    said.to_rank = take_rank();
    const bool has_separator = peek() == 'x' || peek() == '-' || peek() == ':';
    at_ += has_separator;
    if (has_separator || (is_file_letter(peek()) && is_rank_digit(peek(1)))) {
      said.from_file = said.to_file;
      said.from_rank = said.to_rank;
      said.to_file = take_file();
      said.to_rank = take_rank();
    }
    return said.to_file != kUnsaid && said.to_rank != kUnsaid;
  }

  bool read_promotion(Said& said) {
    const char opening = peek();
    const bool is_marked = opening == '=' || opening == '(' || opening == '/';
    const char c = peek(is_marked ? 1 : 0);
    const Kind kind = kind_from(to_upper(c));
    if (kind == kPawn || kind == kKing) return !is_marked;
    at_ += is_marked ? 2 : 1;
    said.promotion = kind;
    if (opening == '(') {
      if (peek() != ')') return false;
      ++at_;
    }
    return true;
  }

  void skip_suffix() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (const char c = rest[0]; c == '+' || c == '#' || c == '!' || c == '?' || c == ' ') {
        ++at_;
      } else if (rest.starts_with("e.p.")) {
        at_ += 4;
      } else if (rest.starts_with("ep")) {
        at_ += 2;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Error illegal(std::string_view text, std::string_view why) {
  return Error{ErrorCode::kIllegal, 0, in_quotes(text) + ": " + std::string(why)};
}

Result<Move> resolve_castling(const Position& p, Wing wing, std::string_view text) {
  const Square king = p.board().king(p.turn());
  for (Square rook : p.castling() & p.board().pieces(p.turn())) {
    if (wing_of(king, rook) != wing) continue;
    if (can_castle(p, rook)) return Move(king, rook);
    return illegal(text, "the way is blocked or attacked, or the king is in check");
  }
  return illegal(text, "no castling right on that side");
}

// Where a piece goes on the empty board. Nothing for pawns.
constexpr auto kReach = [] {
  std::array<internal::SquareTable, kKinds> reach{};
  reach[kKnight] = internal::kKnightAttacks;
  reach[kBishop] = internal::kBishopLines;
  reach[kRook] = internal::kRookLines;
  reach[kKing] = internal::kKingAttacks;
  for (std::size_t s = 0; s < kSquares; ++s) {
    reach[kQueen][s] = internal::kBishopLines[s] | internal::kRookLines[s];
  }
  return reach;
}();

// Men of the mover that could go to the destination if nobody were pinned. Few come into question,
// and which kind moves next nobody can foretell: looking along their lines has neither the branches
// nor the cache misses of slider tables. Between leapers and their goals lies nothing.
Bitboard piece_candidates(const Position& p, Kind kind, Square to) {
  const Board& b = p.board();
  if (b.pieces(p.turn()).contains(to)) return {};
  const Bitboard near = kReach[kind][to] & b.pieces(p.turn(), kind);
  Bitboard found = near;
  for (const Square from : near) {
    if (!(between(from, to) & b.occupied()).empty()) found.erase(from);
  }
  return found;
}

// A pawn that names no file, or the file it goes to, steps; one that names another captures.
Bitboard pawn_candidates(const Position& p, int from_file, Square to) {
  const Board& b = p.board();
  const Color us = p.turn();
  const Bitboard pawns = b.pieces(us, kPawn);
  if (from_file != kUnsaid && from_file != file_of(to)) {
    const bool is_capture = b.pieces(!us).contains(to) || to == p.setup().en_passant;
    return is_capture ? pawn_attacks(!us, to) & pawns : Bitboard{};
  }
  if (b.occupied().contains(to) || rank_of(to) == relative_rank(us, 0)) return {};
  const int up = us == kWhite ? kNorth : kSouth;
  const auto one = Square(to - up);
  if (pawns.contains(one)) return squares(one);
  if (rank_of(to) != relative_rank(us, 3) || b.occupied().contains(one)) return {};
  return pawns & squares(Square(one - up));
}

bool is_candidate_legal(const Position& p, Kind kind, Square from, Square to) {
  return kind == kKing ? is_legal(p, Move(from, to)) : keeps_king_safe(p, from, to);
}

Error ambiguous(const Position& p, std::string_view text, Square to, Bitboard movers) {
  std::string detail = in_quotes(text) + " fits several moves:";
  for (Square from : movers) {
    detail += ' ';
    append_uci(detail, p, Move(from, to));
  }
  return Error{ErrorCode::kAmbiguous, 0, std::move(detail)};
}

Result<Move> resolve(const Position& p, const Said& said, std::string_view text) {
  const Square to = square_at(said.to_file, said.to_rank);
  Bitboard candidates = said.kind == kPawn ? pawn_candidates(p, said.from_file, to)
                                           : piece_candidates(p, said.kind, to);
  if (said.from_file != kUnsaid) candidates &= file_squares(said.from_file);
  if (said.from_rank != kUnsaid) candidates &= rank_squares(said.from_rank);
  if (candidates.empty()) return illegal(text, "no such piece can go there");

  Bitboard legal;
  for (Square from : candidates) {
    if (is_candidate_legal(p, said.kind, from, to)) legal.insert(from);
  }
  if (legal.empty()) return illegal(text, "it would leave the king in check");
  if (legal.has_several()) return ambiguous(p, text, to, legal);

  const bool must_promote = said.kind == kPawn && rank_of(to) == relative_rank(p.turn(), 7);
  if (must_promote != (said.promotion != kPawn)) {
    return illegal(text, must_promote ? "the pawn must promote: say to what, as in e8=Q"
                                      : "only a pawn on the last rank promotes");
  }
  return must_promote ? Move(legal.first(), to, said.promotion) : Move(legal.first(), to);
}

// The squares that a letter of disambiguation leaves, and all for no letter (NUL).
constexpr auto kSaidSquares = [] {
  std::array<Bitboard, 256> said{};
  said[0] = Bitboard(~std::uint64_t{0});
  for (int i = 0; i < 8; ++i) {
    said[static_cast<unsigned>('a' + i)] = file_squares(i);
    said[static_cast<unsigned>('1' + i)] = rank_squares(i);
  }
  return said;
}();

// The move of the only man among `movers` that may go there, if it is one.
template <class IsSafe>
Move only_move(Bitboard movers, Square to, IsSafe is_safe) {
  if (movers.empty()) return Move::none();
  if (!movers.has_several()) {
    return is_safe(movers.first()) ? Move(movers.first(), to) : Move::none();
  }
  Bitboard legal;
  for (const Square from : movers) {
    if (is_safe(from)) legal.insert(from);
  }
  const bool is_one = !legal.empty() && !legal.has_several();
  return is_one ? Move(legal.first(), to) : Move::none();
}

// e4, exd5: two or four letters.
Move plain_pawn_move(const Position& p, std::string_view text, Square to) {
  const bool is_capture = text.size() == 4 && text[1] == 'x';
  if (rank_of(to) == relative_rank(p.turn(), 7) || (text.size() != 2 && !is_capture)) {
    return Move::none();
  }
  const int file = text[0] - 'a';
  const Bitboard movers = pawn_candidates(p, is_capture ? file : kUnsaid, to) & file_squares(file);
  return only_move(movers, to, [&](Square from) { return keeps_king_safe(p, from, to); });
}

// Nf3, Nbd2, N1xd2: a letter, at most one of disambiguation, at most an x, the destination.
Move plain_piece_move(const Position& p, std::string_view text, Kind kind, Square to) {
  const std::size_t size = text.size();
  const bool is_capture = text[size - 3] == 'x';
  const std::size_t said = size - 3 - (is_capture ? 1 : 0);
  if (said > 1) return Move::none();
  const Bitboard movers = piece_candidates(p, kind, to) &
                          kSaidSquares[said == 0 ? 0 : static_cast<unsigned char>(text[1])];
  const Board& b = p.board();
  const Square king = kind == kKing ? to : b.king(p.turn());
  const Bitboard captured = squares(to);
  return only_move(movers, to, [&](Square from) {
    const Bitboard after = (b.occupied() - squares(from)) | captured;
    return (b.attackers(king, after) & (b.pieces(!p.turn()) - captured)).empty();
  });
}

// Both squares and no piece letter: UCI, or long algebraic for a pawn. Whoever stands there goes.
Result<Move> resolve_between(const Position& p, const Said& said, std::string_view text) {
  const Square from = square_at(said.from_file, said.from_rank);
  const Square to = square_at(said.to_file, said.to_rank);
  const Move m =
      said.promotion == kPawn ? move_between(p, from, to) : Move(from, to, said.promotion);
  if (!is_legal(p, m)) return illegal(text, "not a legal move here");
  return m;
}

}  // namespace

Move read_plain_san(const Position& p, std::string_view text) {
  if (text.size() < 3) {
    if (text.size() != 2) return Move::none();
  } else {
    const char last = text.back();
    text.remove_suffix(last == '+' || last == '#' ? 1 : 0);
  }
  const std::size_t size = text.size();
  if (!is_file_letter(text[size - 2]) || !is_rank_digit(text[size - 1])) return Move::none();
  const Square to = square_at(text[size - 2] - 'a', text[size - 1] - '1');
  if (is_file_letter(text[0])) return plain_pawn_move(p, text, to);
  const Kind kind = kind_from(text[0]);
  return kind == kPawn || size < 3 ? Move::none() : plain_piece_move(p, text, kind, to);
}

Result<Move> read_san(const Position& p, std::string_view text) {
  Said said;
  SanReader reader(text);
  if (!reader.read(said)) {
    return Error{ErrorCode::kSyntax, reader.at(),
                 in_quotes(text) + " is not a move in algebraic notation"};
  }
  if (said.castles) return resolve_castling(p, said.wing, text);
  if (!said.has_piece_letter && said.from_file != kUnsaid && said.from_rank != kUnsaid) {
    return resolve_between(p, said, text);
  }
  return resolve(p, said, text);
}

namespace {

// The fewest coordinates that tell the mover from others of its kind that may legally go there.
void append_disambiguation(std::string& out, const Position& p, Kind kind, Move m) {
  Bitboard others = piece_candidates(p, kind, m.to()) - squares(m.from());
  for (Square from : others) {
    if (!is_candidate_legal(p, kind, from, m.to())) others.erase(from);
  }
  if (others.empty()) return;
  const int file = file_of(m.from());
  const int rank = rank_of(m.from());
  const bool file_is_shared = !(others & file_squares(file)).empty();
  const bool rank_is_shared = !(others & rank_squares(rank)).empty();
  if (!file_is_shared || rank_is_shared) out += file_letter(file);
  if (file_is_shared) out += rank_digit(rank);
}

void append_movement(std::string& out, const Position& p, Move m) {
  const Board& b = p.board();
  const Kind kind = b.kind_at(m.from());
  if (b.pieces(p.turn()).contains(m.to())) {
    out += wing_of(m.from(), m.to()) == kKingside ? "O-O" : "O-O-O";
    return;
  }
  const bool is_capture =
      b.occupied().contains(m.to()) || (kind == kPawn && m.to() == p.setup().en_passant);
  if (kind != kPawn) {
    out += letter(kind);
    append_disambiguation(out, p, kind, m);
  } else if (is_capture) {
    out += file_letter(file_of(m.from()));
  }
  if (is_capture) out += 'x';
  append_square(out, m.to());
  if (m.is_promotion()) {
    out += '=';
    out += letter(m.promotion());
  }
}

}  // namespace

void append_san(std::string& out, const Position& p, Move m) {
  append_movement(out, p, m);
  const Position next = p.after(m);
  if (next.is_check()) out += has_legal_move(next) ? '+' : '#';
}

std::string to_san(const Position& p, Move m) {
  std::string out;
  append_san(out, p, m);
  return out;
}

}  // namespace intarsia::chess
