#include "intarsia/graph/internal/backup.h"

#include <algorithm>

namespace intarsia::graph::internal {

Backup::Backup(const Positions& positions)
    : positions_(positions), is_open_(positions.scored()), first_(positions.scored() + 1) {
  for (Number i = 0; i < positions.scored(); ++i) {
    if (positions.is_open(i)) {
      is_open_[i] = 1;
    } else if (positions.score(i) != 0) {
      leaves_.push_back({positions.score(i), i});
    }
  }
  std::sort(leaves_.begin(), leaves_.end(), [](const Leaf& a, const Leaf& b) {
    return a.value != b.value ? a.value < b.value : a.number < b.number;
  });
  link();
}

void Backup::link() {
  const Number count = positions_.scored();
  const auto each_move = [&](auto visit) {
    for (Number i = 0; i < count; ++i) {
      if (!is_open(i)) continue;
      for (const Number c : positions_.children(i)) visit(i, c);
    }
  };
  each_move([&](Number, Number c) { ++first_[c + 1]; });
  for (Number i = 0; i < count; ++i) first_[i + 1] += first_[i];
  before_.resize(first_[count]);
  std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
  each_move([&](Number i, Number c) { before_[next[c]++] = i; });
}

void Backup::solve(Number root) {
  const Number count = positions_.scored();
  values_.assign(count, 0);
  distances_.assign(count, 0);
  is_done_.assign(count, 0);
  left_.resize(count);
  for (Number i = 0; i < count; ++i) {
    left_[i] = static_cast<std::uint32_t>(positions_.children(i).size());
  }
  is_done_[root] = 1;
  const auto middle = std::partition_point(leaves_.begin(), leaves_.end(),
                                           [](const Leaf& leaf) { return leaf.value < 0; });
  attract({leaves_.begin(), middle}, /*is_for_second=*/true);
  std::reverse(middle, leaves_.end());
  attract({middle, leaves_.end()}, /*is_for_second=*/false);
  std::reverse(middle, leaves_.end());
}

void Backup::reach(Number i, float value, std::uint32_t distance) {
  values_[i] = value;
  distances_[i] = distance;
  is_done_[i] = 1;
  reached_.push_back(i);
}

// The leaves that are worth most to a player first. That player goes to what is worth a value as soon as
// there is a way; the other only when no move is left that is worth less.
void Backup::attract(std::span<const Leaf> leaves, bool is_for_second) {
  while (!leaves.empty()) {
    const float value = leaves.front().value;
    reached_.clear();
    for (; !leaves.empty() && leaves.front().value == value; leaves = leaves.subspan(1)) {
      if (is_done_[leaves.front().number] == 0) reach(leaves.front().number, value, 0);
    }
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const Number i = reached_[next];
      for (std::uint64_t k = first_[i]; k < first_[i + 1]; ++k) {
        const Number p = before_[k];
        if (is_done_[p] != 0) continue;
        const bool has_choice = positions_.is_second_to_move(p) == is_for_second;
        if (has_choice || --left_[p] == 0) reach(p, value, distances_[i] + 1);
      }
    }
  }
}

bool Backup::is_better(Number i, std::size_t move, std::size_t other) const {
  const Number a = positions_.children(i)[move];
  const Number b = positions_.children(i)[other];
  const float sign = positions_.is_second_to_move(i) ? -1.0F : 1.0F;
  if (values_[a] != values_[b]) return sign * values_[a] > sign * values_[b];
  if (distances_[a] != distances_[b]) {
    return (distances_[a] < distances_[b]) == (sign * values_[a] > 0);
  }
  return move < other;
}

std::size_t Backup::best_move(Number i) const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < positions_.children(i).size(); ++k) {
    if (is_better(i, k, best)) best = k;
  }
  return best;
}

}  // namespace intarsia::graph::internal
