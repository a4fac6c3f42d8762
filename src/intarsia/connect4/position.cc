#include "intarsia/connect4/position.h"

#include <cassert>

#include "intarsia/connect4/keys.h"

namespace intarsia::connect4 {

namespace {

Error fault(const Cells& cells, std::string_view detail) {
  return Error{ErrorCode::kInvalid, cells.first(), std::string(detail)};
}

// What is wrong with the cells, whoever's discs lie on them.
std::optional<Error> find_misplaced(Board b, const Cells& first, const Cells& second) {
  const Cells twice = first & second;
  if (!twice.empty()) return fault(twice, "two discs on one cell");
  const Cells occupied = first | second;
  const Cells beyond = occupied - b.all_cells();
  if (!beyond.empty()) return fault(beyond, "a disc beyond the board");
  const Cells floating = occupied - b.supported_cells(occupied);
  if (!floating.empty()) return fault(floating, "a disc with nothing below it");
  return std::nullopt;
}

std::optional<Error> find_uncountable(const Cells& first, const Cells& second) {
  const int ahead = first.size() - second.size();
  if (ahead == 0 || ahead == 1) return std::nullopt;
  return fault(ahead > 1 ? first : second,
               "first begins, so it has as many discs as second or one more");
}

}  // namespace

Result<Position> Position::from_discs(Board b, const Cells& first, const Cells& second) {
  if (auto error = find_misplaced(b, first, second)) return *std::move(error);
  if (auto error = find_uncountable(first, second)) return *std::move(error);
  const Position p = from_checked(b, first, second);
  const Cells too_early = cells_of_fours(p.discs(p.turn()), b);
  if (!too_early.empty()) return fault(too_early, "four in a row, but the opponent moved after it");
  const Cells won = p.winning_cells();
  if (won.empty()) return p;
  for (Cell c : won) {
    if (p.can_be_last(c)) return p;
  }
  return fault(won, "four in a row that the last disc did not complete");
}

Outcome Position::outcome() const {
  if (const auto c = winner()) return won_by(*c);
  return is_full() ? Outcome::kDraw : Outcome::kUnknown;
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  if (winner()) return moves;
  moves.reserve(static_cast<std::size_t>(board_.columns()));
  for (int column = 0; column < board_.columns(); ++column) {
    if (is_open(Move(column))) moves.emplace_back(column);
  }
  return moves;
}

Position Position::after(Move m) const {
  assert(is_legal(m));
  Position next = *this;
  next.discs_[index(turn())].insert(landing(m));
  return next;
}

bool Position::can_be_last(Cell c) const {
  const Cells& last = discs(!turn());
  if (c >= cells() || !last.contains(c)) return false;
  const int above = c - board_.columns();
  if (above >= 0 && !is_empty(static_cast<Cell>(above))) return false;
  return !has_four(last - Cells::of(c), board_);
}

Key Position::key() const {
  Key key = kKeys.sizes[static_cast<std::size_t>(size())];
  for (Color c : {kFirst, kSecond}) {
    for (Cell cell : discs(c)) key ^= kKeys.discs[index(c)][cell];
  }
  return turn() == kSecond ? key ^ kKeys.second_to_move : key;
}

bool comes_from(const Position& later, const Position& earlier, int plies) {
  if (later.board() != earlier.board() || later.ply() != earlier.ply() + plies) return false;
  if (plies > 0 && earlier.winner()) return false;
  const auto has_all = [&](Color c) { return (earlier.discs(c) - later.discs(c)).empty(); };
  return has_all(kFirst) && has_all(kSecond);
}

}  // namespace intarsia::connect4
