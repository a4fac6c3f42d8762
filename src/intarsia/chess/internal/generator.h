// The legal move generator, over the side to move and the way in which moves are written out.
//
// `Writer` turns a set of target squares into moves: a plain loop (movegen.cc)
// or AVX-512 (movegen_avx512.cc). The rules stand here, once. A .cc that switches
// instruction sets includes what this file needs first, then switches, then
// includes this file: only the generator is compiled for the new set.

#pragma once

#include "intarsia/chess/attacks.h"
#include "intarsia/chess/castling.h"
#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess::internal {

template <Color Us, class Writer>
class Generator {
 public:
  Generator(const Position& p, Move* out)
      : position_(p),
        board_(p.board()),
        us_(board_.pieces(Us)),
        them_(board_.pieces(kThem)),
        occupied_(us_ | them_),
        king_(board_.king(Us)),
        out_(out) {}

  // Writes all legal moves and returns where they end.
  Move* run() {
    find_threats();
    const bool in_check = !checkers_.empty();
    if (!checkers_.has_several()) {
      const Bitboard targets = in_check ? between(king_, checkers_.first()) | checkers_ : ~us_;
      add_pawns(targets);
      add_pieces(targets);
    }
    add_king(in_check);
    return out_;
  }

 private:
  static constexpr Color kThem = !Us;
  static constexpr Step kUp = Us == kWhite ? kNorth : kSouth;
  static constexpr Step kUpEast = Us == kWhite ? kNorthEast : kSouthEast;
  static constexpr Step kUpWest = Us == kWhite ? kNorthWest : kSouthWest;
  static constexpr Bitboard kThirdRank = rank_squares(relative_rank(Us, 2));
  static constexpr Bitboard kSeventhRank = rank_squares(relative_rank(Us, 6));
  static constexpr Bitboard kLastRank = rank_squares(relative_rank(Us, 7));

  // Checks, and blockers: pieces of either side that stand alone between the king and an enemy
  // slider. Ours are pinned; nobody asks about theirs.
  void find_threats() {
    checkers_ = ((knight_attacks(king_) & board_.pieces(kKnight)) |
                 (pawn_attacks(Us, king_) & board_.pieces(kPawn))) &
                them_;
    const Bitboard snipers = ((kRookLines[king_] & board_.straight_sliders()) |
                              (kBishopLines[king_] & board_.diagonal_sliders())) &
                             them_;
    for (Square sniper : snipers) {
      const Bitboard blockers = between(king_, sniper) & occupied_;
      if (blockers.empty()) {
        checkers_.insert(sniper);
      } else if (!blockers.has_several()) {
        pinned_ |= blockers;
      }
    }
  }

  // At most `Most` targets: the writer may choose its width by it.
  template <int Most>
  void add(Square from, Bitboard targets) {
    out_ = Writer::template from<Most>(from, targets, out_);
  }

  // Every target was reached by a pawn that came `Distance`.
  template <int Distance>
  void add_arrivals(Bitboard targets) {
    out_ = Writer::template arrivals<Distance>(targets, out_);
  }

  template <int Distance>
  void add_promotions(Bitboard targets) {
    for (Square to : targets& kLastRank) {
      for (Kind kind : {kQueen, kKnight, kRook, kBishop}) {
        *out_++ = Move(Square(to - Distance), to, kind);
      }
    }
  }

  void add_pawns_of(Bitboard pawns, Bitboard targets) {
    const Bitboard one = shifted<kUp>(pawns) - occupied_;
    const Bitboard two = (shifted<kUp>(one & kThirdRank) - occupied_) & targets;
    const Bitboard east = shifted<kUpEast>(pawns) & them_ & targets;
    const Bitboard west = shifted<kUpWest>(pawns) & them_ & targets;
    add_arrivals<kUp>((one & targets) - kLastRank);
    add_arrivals<2 * kUp>(two);
    if (!(east | west).empty()) {
      add_arrivals<kUpEast>(east - kLastRank);
      add_arrivals<kUpWest>(west - kLastRank);
    }
    if (!(pawns & kSeventhRank).empty()) {
      add_promotions<kUp>(one & targets);
      add_promotions<kUpEast>(east);
      add_promotions<kUpWest>(west);
    }
  }

  void add_pawns(Bitboard targets) {
    const Bitboard pawns = us_ & board_.pieces(kPawn);
    add_pawns_of(pawns - pinned_, targets);
    for (Square s : pawns& pinned_) add_pawns_of(squares(s), targets & line(king_, s));
    if (position_.setup().en_passant != kNoSquare) add_en_passant(pawns);
  }

  // Rare enough to be tried: the board without both pawns shows whether the king stays safe.
  void add_en_passant(Bitboard pawns) {
    const Square target = position_.setup().en_passant;
    const Bitboard victim = squares(Square(target ^ 8));
    for (Square from : pawn_attacks(kThem, target) & pawns) {
      if (board_.keeps_king_safe(Us, from, target, victim)) *out_++ = Move(from, target);
    }
  }

  void add_pieces(Bitboard targets) {
    const Bitboard free = us_ - pinned_;
    for (Square s : free& board_.pieces(kKnight)) add<8>(s, knight_attacks(s) & targets);
    for (Square s : free& board_.pieces(kBishop))
      add<13>(s, bishop_attacks(s, occupied_) & targets);
    for (Square s : free& board_.pieces(kRook)) add<14>(s, rook_attacks(s, occupied_) & targets);
    for (Square s : free& board_.pieces(kQueen)) add<27>(s, queen_attacks(s, occupied_) & targets);
    // A pinned knight has no move; a pinned slider stays on the line to its king.
    for (Square s : us_& pinned_&(board_.straight_sliders() | board_.pieces(kBishop))) {
      add<14>(s, attacks(board_.kind_at(s), s, occupied_) & targets & line(king_, s));
    }
  }

  // Calls visit(Castling) for every right of ours. In standard chess the squares are constants.
  template <class Visit>
  void for_each_right(Visit visit) const {
    const Bitboard rooks = position_.castling() & us_;
    if (!position_.is_chess960()) {
      constexpr Castling kShort(Us, square_at(4, back_rank(Us)), square_at(7, back_rank(Us)));
      constexpr Castling kLong(Us, square_at(4, back_rank(Us)), square_at(0, back_rank(Us)));
      if (rooks.contains(kShort.rook_from)) visit(kShort);
      if (rooks.contains(kLong.rook_from)) visit(kLong);
    } else {
      for (Square rook : rooks) visit(Castling(Us, king_, rook));
    }
  }

  // Steps and castlings, with one look at all squares on which the king may be seen.
  void add_king(bool in_check) {
    const Bitboard steps = king_attacks(king_) - us_;
    Bitboard rooks;
    Bitboard paths;
    if (!in_check) {
      for_each_right([&](const Castling& c) {
        if ((c.must_be_empty() & occupied_).empty()) {
          rooks.insert(c.rook_from);
          paths |= c.king_path();
        }
      });
    }
    if ((steps | paths).empty()) return;
    const Bitboard safe = safe_squares(steps | paths);
    add<8>(king_, steps & safe);
    if (rooks.empty()) return;
    for_each_right([&](const Castling& c) {
      if (rooks.contains(c.rook_from) && (c.king_path() - safe).empty() && is_safe_after(c)) {
        *out_++ = Move(king_, c.rook_from);
      }
    });
  }

  // The squares among `wanted` on which our king would not be attacked. It gives itself no
  // shelter: a slider that checks it sees through.
  Bitboard safe_squares(Bitboard wanted) const {
    wanted -= pawn_attacks<kThem>(them_ & board_.pieces(kPawn));
    wanted -= knight_steps(them_ & board_.pieces(kKnight));
    wanted -= king_attacks(board_.king(kThem));
    for (Square s : wanted) {
      if (is_seen_by_sliders(s, occupied_ - squares(king_))) wanted.erase(s);
    }
    return wanted;
  }

  bool is_seen_by_sliders(Square s, Bitboard occupied) const {
    return !(((bishop_attacks(s, occupied) & board_.diagonal_sliders()) |
              (rook_attacks(s, occupied) & board_.straight_sliders())) &
             them_)
                .empty();
  }

  // In Chess960 the rook may have shielded the king's new square; one from the corner has not.
  bool is_safe_after(const Castling& c) const {
    return !position_.is_chess960() || !is_seen_by_sliders(c.king_to, c.applied_to(occupied_));
  }

  const Position& position_;
  const Board& board_;
  const Bitboard us_, them_, occupied_;
  const Square king_;
  Bitboard checkers_, pinned_;
  Move* out_;
};

}  // namespace intarsia::chess::internal
