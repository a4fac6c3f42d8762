#include "intarsia/hex/position.h"

#include <cassert>
#include <vector>

#include "intarsia/hex/keys.h"

namespace intarsia::hex {

namespace {

Key open_swap_key(SwapRule rule) {
  return rule == SwapRule::kTransposed ? kKeys.swap_open : kKeys.literal_swap_open;
}

// The cells of an edge: top and bottom are Blue's, left and right Red's.
Cells edge_cells(int n, Color c, Side side) {
  const int line = side == Side::kFirst ? 0 : n - 1;
  Cells edge;
  for (int i = 0; i < n; ++i) {
    edge.insert(c == kBlue ? cell_at(line, i, n) : cell_at(i, line, n));
  }
  return edge;
}

struct Step {
  int row, column;
};
constexpr Step kSteps[] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};

}  // namespace

Position::Position(int n, SwapRule rule)
    : key_(kKeys.sizes[static_cast<std::size_t>(n)]),
      n_(static_cast<std::uint8_t>(n)),
      rule_(rule) {
  assert(is_size(n));
}

Result<Position> Position::from_stones(int n, const Cells& blue, const Cells& red, Color turn,
                                       Color first, SwapRule rule) {
  const Cells twice = blue & red;
  if (!twice.empty()) {
    return Error{ErrorCode::kInvalid, twice.first(), "a blue and a red stone on one cell"};
  }
  const Cells beyond = (blue | red) - board_cells(n);
  if (!beyond.empty()) {
    return Error{ErrorCode::kInvalid, beyond.first(), "a stone beyond the board"};
  }
  Position p(n, rule);
  p.stones_ = {blue, red};
  p.counts_ = {static_cast<std::uint16_t>(blue.size()), static_cast<std::uint16_t>(red.size())};
  p.turn_ = turn;
  p.first_ = blue.empty() && red.empty() ? turn : first;
  p.has_key_ = false;
  return p;
}

Cells Position::empty_cells() const { return board_cells(n_) - occupied(); }

Cell Position::landing(Move m) const {
  if (!m.is_swap()) return m.cell();
  const Cell first = stones(first_).first();
  return rule_ == SwapRule::kTransposed ? transposed(first, n_) : first;
}

Position Position::after(Move m) const {
  assert(is_open(m));
  Position next = *this;
  next.key_ = key() ^ status_key();
  next.has_key_ = true;
  const Cell cell = landing(m);
  if (m.is_swap()) next.take(first_, stones(first_).first());
  next.put(turn_, cell);
  next.turn_ = !turn_;
  next.key_ ^= next.status_key();
  return next;
}

Key Position::status_key() const {
  Key key = turn_ == kRed ? kKeys.red_to_move : 0;
  if (may_swap()) key ^= open_swap_key(rule_);
  return key;
}

Key Position::fresh_key() const {
  Key key = kKeys.sizes[n_];
  for (Color c : {kBlue, kRed}) {
    for (Cell cell : stones(c)) key ^= kKeys.stones[index(c)][cell];
  }
  return key ^ status_key();
}

void Position::put(Color c, Cell cell) {
  stones_[index(c)].insert(cell);
  ++counts_[index(c)];
  key_ ^= kKeys.stones[index(c)][cell];
}

void Position::take(Color c, Cell cell) {
  stones_[index(c)].erase(cell);
  --counts_[index(c)];
  key_ ^= kKeys.stones[index(c)][cell];
}

Cells joined_to(const Position& p, Color c, Side side) {
  const int n = p.size();
  const Cells& stones = p.stones(c);
  Cells joined = stones & edge_cells(n, c, side);
  std::vector<Cell> open;
  open.reserve(static_cast<std::size_t>(p.count(c)));
  for (Cell cell : joined) open.push_back(cell);
  while (!open.empty()) {
    const int row = row_of(open.back(), n);
    const int column = column_of(open.back(), n);
    open.pop_back();
    for (const Step& s : kSteps) {
      const int r = row + s.row;
      const int k = column + s.column;
      if (r < 0 || r >= n || k < 0 || k >= n) continue;
      const Cell next = cell_at(r, k, n);
      if (!stones.contains(next) || joined.contains(next)) continue;
      joined.insert(next);
      open.push_back(next);
    }
  }
  return joined;
}

std::optional<Color> winner(const Position& p) {
  for (Color c : {kBlue, kRed}) {
    const Cells far = edge_cells(p.size(), c, Side::kSecond);
    if (!(joined_to(p, c, Side::kFirst) & far).empty()) return c;
  }
  return std::nullopt;
}

Cells winning_chain(const Position& p) {
  const auto c = winner(p);
  return c ? joined_to(p, *c, Side::kFirst) & joined_to(p, *c, Side::kSecond) : Cells();
}

}  // namespace intarsia::hex
