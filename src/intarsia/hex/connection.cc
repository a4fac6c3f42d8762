#include "intarsia/hex/connection.h"

#include <cassert>
#include <utility>

namespace intarsia::hex {

Connection::Connection(int n)
    : n_(n), width_(n + 2), steps_{-width_, -width_ + 1, -1, 1, width_ - 1, width_} {
  assert(is_size(n));
  const int nodes = width_ * width_;
  for (int i = 0; i < nodes; ++i) {
    owners_[i] = kNobody;
    parents_[i] = static_cast<Node>(i);
    weights_[i] = 1;
  }
  // The corners of the rim stay nobody's: they would join edges of both colours.
  add_edge(kBlue, 0, 1, 0, 1);
  add_edge(kBlue, n + 1, 1, 0, 1);
  add_edge(kRed, 1, 0, 1, 0);
  add_edge(kRed, 1, n + 1, 1, 0);
}

// n nodes of the rim from (row, column) on, all hung under the first.
void Connection::add_edge(Color c, int row, int column, int row_step, int column_step) {
  const auto first = static_cast<Node>(row * width_ + column);
  for (int i = 0; i < n_; ++i) {
    const int node = (row + i * row_step) * width_ + column + i * column_step;
    owners_[node] = static_cast<std::uint8_t>(c);
    parents_[node] = first;
  }
  weights_[first] = kEdgeWeight;
}

void Connection::play(Cell c, Color color) {
  const Node here = node_of(c);
  const auto owner = static_cast<std::uint8_t>(color);
  assert(owners_[here] == kNobody);
  stones_[played_] = here;
  links_before_[played_] = static_cast<std::uint16_t>(links_);
  ++played_;
  owners_[here] = owner;
  for (int step : steps_) {
    const int other = here + step;
    if (owners_[other] == owner) join(here, static_cast<Node>(other), color);
  }
}

void Connection::join(Node a, Node b, Color color) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (weights_[a] < weights_[b]) std::swap(a, b);
  if (weights_[b] >= kEdgeWeight) {  // two edges of one colour
    winner_ = color;
    winning_stone_ = played_;
  }
  parents_[b] = a;
  weights_[a] = static_cast<std::uint16_t>(weights_[a] + weights_[b]);
  linked_[links_++] = b;
}

void Connection::undo() {
  assert(played_ > 0);
  --played_;
  while (links_ > links_before_[played_]) {
    const Node child = linked_[--links_];
    weights_[parents_[child]] =
        static_cast<std::uint16_t>(weights_[parents_[child]] - weights_[child]);
    parents_[child] = child;
  }
  owners_[stones_[played_]] = kNobody;
  if (winning_stone_ > played_) {
    winning_stone_ = 0;
    winner_.reset();
  }
}

}  // namespace intarsia::hex
