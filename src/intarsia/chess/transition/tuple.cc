#include "intarsia/chess/transition/tuple.h"

#include <algorithm>
#include <vector>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/movegen.h"

namespace intarsia::chess {

namespace {

int code_at(const Board& b, Square s) { return Occupant(b.piece_at(s)).code(); }

int castling_bits(const Position& p) {
  int bits = 0;
  for (Color c : {kWhite, kBlack}) {
    for (Square rook : p.castling() & p.board().pieces(c)) {
      bits |= 1 << right_index(c, wing_of(p.board().king(c), rook));
    }
  }
  return bits;
}

int en_passant_file(const Position& p) {
  const Square s = p.en_passant(EnPassant::kLegal);
  return s == kNoSquare ? -1 : file_of(s);
}

// Four entries from `first` on: the piece `state` lands on `to`, where `replaced` is.
void put_travel(TransitionTuple& t, TupleEntry first, Square from, int state, Square to,
                int replaced) {
  t[first] = cell_of(from);
  t[first + 1U] = state;
  t[first + 2U] = cell_of(to);
  t[first + 3U] = replaced;
}

void put_change(TransitionTuple& t, TupleEntry pre, int before, int after) {
  if (before == after) return;
  t[pre] = before;
  t[pre + 1U] = after;
}

bool lands_on_the_other(const Castling& c) {
  const Bitboard king = squares(c.king_from) | squares(c.king_to);
  return king.contains(c.rook_from) || king.contains(c.rook_to);
}

std::optional<Error> put_castling(TransitionTuple& t, const Board& b, const Castling& c) {
  if (lands_on_the_other(c)) {
    return Error{ErrorCode::kUnsupported, 0,
                 "a castling in which king or rook lands where the other stood has no tuple"};
  }
  // Either may stay where it is: then it lands on itself.
  put_travel(t, kOriginIndex, c.king_from, code_at(b, c.king_from), c.king_to,
             code_at(b, c.king_to));
  put_travel(t, kOrigin2Index, c.rook_from, code_at(b, c.rook_from), c.rook_to,
             code_at(b, c.rook_to));
  return std::nullopt;
}

void put_move(TransitionTuple& t, const Position& p, Move m) {
  const Board& b = p.board();
  const int man = code_at(b, m.from());
  put_travel(t, kOriginIndex, m.from(), man, m.to(), code_at(b, m.to()));
  if (m.is_promotion()) {
    const int promoted = Occupant(Piece{p.turn(), m.promotion()}).code();
    put_travel(t, kOrigin2Index, m.to(), promoted, m.to(), man);
  } else if (b.kind_at(m.from()) == kPawn && m.to() == p.setup().en_passant) {
    const auto victim = Square(m.to() ^ 8);
    put_travel(t, kOrigin2Index, victim, Occupant().code(), victim, code_at(b, victim));
  }
}

struct Candidate {
  Move move;
  TransitionTuple tuple;
};

std::string text_of(std::optional<int> entry) { return entry ? std::to_string(*entry) : "None"; }

// What the candidates have in an entry: "4 or 6".
std::string expected(const std::vector<Candidate>& candidates, std::size_t entry) {
  std::vector<std::optional<int>> values;
  values.reserve(candidates.size());
  for (const Candidate& c : candidates) values.push_back(c.tuple[entry]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::string text;
  for (const auto& v : values) text += (text.empty() ? "" : " or ") + text_of(v);
  return text;
}

}  // namespace

Result<TransitionTuple> to_tuple(const Position& p, Move m) {
  const Board& b = p.board();
  TransitionTuple t;
  if (b.pieces(p.turn()).contains(m.to())) {
    const auto error = put_castling(t, b, Castling(p.turn(), m.from(), m.to()));
    if (error) return *error;
  } else {
    put_move(t, p, m);
  }
  const Position next = p.after(m);
  put_change(t, kPreCastle, castling_bits(p), castling_bits(next));
  put_change(t, kPreEnPassant, en_passant_file(p), en_passant_file(next));
  return t;
}

Result<Move> from_tuple(const Position& p, const TransitionTuple& tuple) {
  std::vector<Candidate> candidates;
  const MoveList moves = legal_moves(p);
  candidates.reserve(moves.size());
  for (Move m : moves) {
    if (const auto t = to_tuple(p, m)) candidates.push_back({m, *t});
  }
  if (candidates.empty()) return Error{ErrorCode::kIllegal, 0, "there is no legal move here"};
  for (std::size_t i = 0; i < kTupleEntries; ++i) {
    const auto disagrees = [&](const Candidate& c) { return c.tuple[i] != tuple[i]; };
    if (std::all_of(candidates.begin(), candidates.end(), disagrees)) {
      return Error{ErrorCode::kIllegal, i,
                   std::string(kTupleNames[i]) + " is " + text_of(tuple[i]) + ", expected " +
                       expected(candidates, i)};
    }
    std::erase_if(candidates, disagrees);
  }
  return candidates.front().move;
}

std::string to_text(const TransitionTuple& tuple) {
  std::string text;
  for (const auto& entry : tuple) text += (text.empty() ? "(" : ", ") + text_of(entry);
  return text + ")";
}

}  // namespace intarsia::chess
