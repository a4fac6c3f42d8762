// What an evaluation has found: values, moves, the best line.

#include <algorithm>
#include <numeric>
#include <utility>

#include "intarsia/graph/evaluator.h"
#include "intarsia/graph/internal/backup.h"
#include "intarsia/graph/internal/positions.h"

namespace intarsia::graph {

namespace {

using internal::Backup;
using internal::Number;
using internal::Positions;

struct Line {
  std::vector<std::uint16_t> moves = {};
  Number last;  // the position at which it ends
  LineEnd end = LineEnd::kUnexplored;
};

// The best moves of both from a position on, behind those of a line that begins at the root.
Line line_from(const Positions& positions, const Backup& backup, Number root, Line line) {
  std::vector<std::uint8_t> is_on_line(positions.scored());
  is_on_line[root] = 1;
  while (is_on_line[line.last] == 0 && backup.is_open(line.last)) {
    is_on_line[line.last] = 1;
    const std::size_t best = backup.best_move(line.last);
    line.moves.push_back(positions.moves(line.last)[best]);
    line.last = positions.children(line.last)[best];
  }
  line.end = is_on_line[line.last] != 0       ? LineEnd::kRepetition
             : positions.has_ended(line.last) ? LineEnd::kGameOver
                                              : LineEnd::kUnexplored;
  return line;
}

// Follows the ranks of a value that is not 0 to the leaf that it comes from.
bool ends_the_game(const Positions& positions, const Backup& backup, Number i) {
  while (backup.is_open(i)) i = positions.children(i)[backup.best_move(i)];
  return positions.has_ended(i);
}

}  // namespace

// Of a move from the root: it takes a ply itself.
Value Evaluator::value_of(Number root, Number child) const {
  Value v{.score = backup_->value(child)};
  if (child == root || v.score == 0) return v;
  v.distance = backup_->distance(child) + 1;
  v.is_decided = (v.score == 1 || v.score == -1) && ends_the_game(*positions_, *backup_, child);
  return v;
}

Result<Answer> Evaluator::answer(NodeId id) {
  const Number root = positions_->number_of(id);
  if (root == internal::kNoNumber || !positions_->is_scored(root)) {
    return Error{ErrorCode::kNotFound, 0,
                 "this position has no score yet: call step with a budget that reaches it"};
  }
  if (!backup_) backup_ = std::make_unique<Backup>(*positions_);
  Answer answer;
  if (!backup_->is_open(root)) {
    const bool has_ended = positions_->has_ended(root);
    answer.value.score = positions_->score(root);
    answer.value.is_decided = has_ended && answer.value.score != 0;
    answer.end = has_ended ? LineEnd::kGameOver : LineEnd::kUnexplored;
    return answer;
  }
  backup_->solve(root);
  const auto moves = positions_->moves(root);
  const auto children = positions_->children(root);
  std::vector<std::size_t> order(moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return backup_->is_better(root, a, b); });
  for (const std::size_t k : order) {
    answer.moves.push_back({moves[k], value_of(root, children[k])});
  }
  answer.value = answer.moves.front().value;
  Line line = line_from(*positions_, *backup_, root,
                        {.moves = {answer.moves.front().move}, .last = children[order.front()]});
  answer.line = std::move(line.moves);
  answer.end = line.end;
  return answer;
}

}  // namespace intarsia::graph
