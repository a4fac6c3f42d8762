// The orders in which six programs number the moves. Each code is a list of moves as squares of the
// frame; where a code counts directions, the list of its steps is written down once and the rest is
// the same for all.

#include "intarsia/chess/tensor/internal/policy_rules.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace intarsia::chess {

namespace {

using Put = Policy::Rule::Put;

constexpr Kind kPromotions[] = {kKnight, kBishop, kRook, kQueen};

// A move without a suffix, and the same for a pawn that promotes to `kind`.
void put_plain(const Put& put, int number, Square from, Square to, Kind kind) {
  put(number, Move(from, to));
  put(number, Move(from, to, kind));
}

void list_move4096(const Put& put) {
  for (int number = 0; number < kSquares * kSquares; ++number) {
    const auto from = Square(number / kSquares);
    const auto to = Square(number % kSquares);
    put(number, Move(from, to));
    for (Kind kind : kPromotions) put(number, Move(from, to, kind));
  }
}

// One of the 73 ways to move from a square. A promotion's dy is forward, whoever moves.
struct Step {
  int dx, dy;
  Kind promotion = kPawn;  // kPawn: none, or to a queen
};
constexpr int kSteps = 73;
using Steps = std::array<Step, kSteps>;

// Fills a list of steps one after the other.
class StepList {
 public:
  constexpr void add(int dx, int dy, Kind promotion = kPawn) {
    steps_[count_++] = {dx, dy, promotion};
  }
  constexpr Steps all() const { return steps_; }

 private:
  Steps steps_{};
  std::size_t count_ = 0;
};

// AlphaZero's paper, filled in as gym-chess does: rays clockwise from north, then knights clockwise,
// then promotions by direction and piece.
constexpr Steps alpha_zero_steps() {
  constexpr int kCompass[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                  {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  constexpr int kJumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
  StepList list;
  for (const auto& [dx, dy] : kCompass) {
    for (int d = 1; d <= 7; ++d) list.add(d * dx, d * dy);
  }
  for (const auto& [dx, dy] : kJumps) list.add(dx, dy);
  for (int dx = -1; dx <= 1; ++dx) {
    for (Kind kind : {kKnight, kBishop, kRook}) list.add(dx, 1, kind);
  }
  return list.all();
}

// OpenSpiel and Pgx: promotions first, then lines from one end to the other, then knights.
constexpr Steps open_spiel_steps() {
  constexpr int kLines[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  constexpr int kJumps[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2},
                                {2, -1},  {2, 1},  {1, -2},  {1, 2}};
  StepList list;
  for (Kind kind : {kRook, kBishop, kKnight}) {
    for (int dx : {0, 1, -1}) list.add(dx, 1, kind);
  }
  for (const auto& [dx, dy] : kLines) {
    for (int d = -7; d <= 7; ++d) {
      if (d != 0) list.add(d * dx, d * dy);
    }
  }
  for (const auto& [dx, dy] : kJumps) list.add(dx, dy);
  return list.all();
}

// PettingZoo: by distance first; directions and jumps in the order of (dx, dy).
constexpr Steps petting_zoo_steps() {
  StepList list;
  for (int d = 1; d <= 7; ++d) {
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        if (dx != 0 || dy != 0) list.add(d * dx, d * dy);
      }
    }
  }
  for (int dx = -2; dx <= 2; ++dx) {
    for (int dy = -2; dy <= 2; ++dy) {
      if (dx * dx + dy * dy == 5) list.add(dx, dy);
    }
  }
  for (int dx = -1; dx <= 1; ++dx) {
    for (Kind kind : {kKnight, kBishop, kRook}) list.add(dx, 1, kind);
  }
  return list.all();
}

// The step from a square, if it stays on the board and a promotion begins on the seventh rank of a
// side.
void put_step(const Put& put, int number, Square from, const Step& step) {
  const bool is_promotion = step.promotion != kPawn;
  if (is_promotion && rank_of(from) != 6 && rank_of(from) != 1) return;
  const int file = file_of(from) + step.dx;
  const int rank = rank_of(from) + (is_promotion && rank_of(from) == 1 ? -step.dy : step.dy);
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
  const Square to = square_at(file, rank);
  if (is_promotion) {
    put(number, Move(from, to, step.promotion));
  } else {
    put_plain(put, number, from, to, kQueen);
  }
}

enum class Origins : std::uint8_t { kByRank, kByFile };

template <Origins kOrigins, Steps (*kMakeSteps)()>
void list_steps(const Put& put) {
  constexpr Steps kList = kMakeSteps();
  for (int origin = 0; origin < kSquares; ++origin) {
    const Square from =
        kOrigins == Origins::kByRank ? Square(origin) : square_at(origin / 8, origin % 8);
    for (int i = 0; i < kSteps; ++i) {
      put_step(put, kSteps * origin + i, from, kList[static_cast<std::size_t>(i)]);
    }
  }
}

bool is_queen_or_knight_move(Square from, Square to) {
  const int dx = std::abs(file_of(from) - file_of(to));
  const int dy = std::abs(rank_of(from) - rank_of(to));
  return dx == 0 || dy == 0 || dx == dy || dx * dx + dy * dy == 5;
}

// lc0: all moves of queen and knight in the order of squares, then the promotions that are not to a
// knight, by files.
void list_lc0(const Put& put) {
  int number = 0;
  for (int from = 0; from < kSquares; ++from) {
    for (int to = 0; to < kSquares; ++to) {
      if (to == from || !is_queen_or_knight_move(Square(from), Square(to))) continue;
      put_plain(put, number++, Square(from), Square(to), kKnight);
    }
  }
  for (int file = 0; file < 8; ++file) {
    for (int target = std::max(0, file - 1); target <= std::min(7, file + 1); ++target) {
      for (Kind kind : {kQueen, kRook, kBishop}) {
        const Move m(square_at(file, 6), square_at(target, 7), kind);
        put(number, m);
        put(number++, mirrored(m));
      }
    }
  }
}

constexpr std::string_view kUciCastling =
    "the king's two squares (e1g1); in Chess960 the king takes its rook";
constexpr std::string_view kPlainQueen = "to a queen: the plain move";

using Notes = std::pair<std::string_view, std::string_view>[2];
constexpr Notes kMove4096Notes = {
    {"castling", kUciCastling},
    {"promotion", "all share the number; read as to a queen unless told"}};
constexpr Notes kStepNotes = {{"castling", kUciCastling}, {"promotion", kPlainQueen}};
constexpr Notes kOpenSpielNotes = {{"castling", "4672 queenside, 4673 kingside"},
                                   {"promotion", kPlainQueen}};
constexpr Notes kLc0Notes = {{"castling", "the king takes its rook (e1h1), in every variant"},
                             {"promotion", "to a knight: the plain move"}};

// clang-format off
constexpr Policy::Rule kRules[] = {
    {{"chess/move4096", "chess", 4'096, "from and to, the plainest of all",
      "64 * from + to, a1 = 0",
      kMove4096Notes, kMoverFrame},
     CastlingForm::kAsUci, list_move4096},
    {{"chess/az4672", "chess", 4'672, "AlphaZero's 73 planes, in the order of gym-chess",
      "73 * origin + step, origin = 8 * rank + file; steps: 7 * direction + distance - 1 (N NE E SE S SW W NW), "
      "56 + knight's jump (clockwise from north-north-east), 64 + 3 * (dx + 1) + piece (N B R)",
      kStepNotes, kMoverFrame},
     CastlingForm::kAsUci, list_steps<Origins::kByRank, alpha_zero_steps>},
    {{"chess/pgx4672", "chess", 4'672, "AlphaZero's 73 planes, as Pgx has them",
      "73 * origin + step, origin = 8 * file + rank; steps: 3 * piece (R B N) + direction (0 +1 -1), "
      "9 + 14 * line (vertical, horizontal, diagonal, antidiagonal) + place on it (-7 to -1, 1 to 7), "
      "65 + knight's jump",
      kStepNotes, kMoverFrame},
     CastlingForm::kAsUci, list_steps<Origins::kByFile, open_spiel_steps>},
    {{"chess/openspiel4674", "chess", 4'674, "AlphaZero's 73 planes, as OpenSpiel has them",
      "as chess/pgx4672, and two numbers for castling",
      kOpenSpielNotes, kMoverFrame},
     CastlingForm::kByWing, list_steps<Origins::kByFile, open_spiel_steps>},
    {{"chess/pettingzoo4672", "chess", 4'672, "AlphaZero's 73 planes, as PettingZoo has them",
      "73 * origin + step, origin = 8 * file + rank; steps: 8 * (distance - 1) + direction (in the order of dx, dy), "
      "56 + knight's jump (the same), 64 + 3 * (dx + 1) + piece (N B R)",
      kStepNotes, kMoverFrame},
     CastlingForm::kAsUci, list_steps<Origins::kByFile, petting_zoo_steps>},
    {{"chess/lc0-1858", "chess", 1'858, "the moves that are possible at all, as lc0 has them",
      "the moves of queen and knight in the order of from and to (1,792), then the promotions from file to file "
      "to Q, R, B (66)",
      kLc0Notes, kMoverFrame},
     CastlingForm::kTakesRook, list_lc0},
};
// clang-format on

}  // namespace

std::span<const Policy::Rule> policy_rules() { return kRules; }

}  // namespace intarsia::chess
