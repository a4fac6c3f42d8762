#include "intarsia/graph/evaluator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/graph/internal/backup.h"
#include "intarsia/graph/internal/positions.h"
#include "intarsia/io/parallel.h"

namespace intarsia::graph {

namespace {

using internal::kNoNumber;

// Positions that are expanded together, for each thread: their children stay in the caches.
constexpr std::size_t kGroup = 512;
// Positions that the rules are asked about at once.
constexpr std::size_t kAsked = 256;

// 1 if the first player has won.
float score_of(Outcome end) {
  return end == Outcome::kFirst ? 1.0F : end == Outcome::kSecond ? -1.0F : 0.0F;
}

}  // namespace

Evaluator::Evaluator(const Kind& kind, Score score, EvaluatorOptions options)
    : graph_(kind),
      score_(std::move(score)),
      options_(std::move(options)),
      positions_(std::make_unique<internal::Positions>()) {
  if (!options_.priority) options_.priority = by_cost();
}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

std::uint64_t Evaluator::scored() const { return positions_->scored(); }

std::optional<float> Evaluator::score(NodeId id) const {
  const Number i = positions_->number_of(id);
  if (i == kNoNumber || !positions_->is_scored(i)) return std::nullopt;
  return positions_->score(i);
}

Result<NodeId> Evaluator::add_root(const game::Line& line) {
  const auto id = graph_.add(line);
  if (!id) return id.error();
  positions_->fit(*id + std::size_t{1});
  const auto [number, is_new] = positions_->arrive(*id);
  if (options_.order == Order::kBest) {
    if (is_new) origins_.push_back({});
    origins_[number] = {.priority = 0, .parent = kNoNumber, .depth = 0};
    // One that was reached before is brought forward.
    if (positions_->is_scored(number)) enqueue(number);
  }
  describe_new();
  return *id;
}

std::uint64_t Evaluator::memory() const {
  return graph_.memory() + positions_->memory() + origins_.capacity() * sizeof(Origin) +
         queue_.size() * sizeof(Waiting);
}

Result<std::uint64_t> Evaluator::step(std::uint64_t budget) {
  if (options_.batch == 0) {
    return Error{ErrorCode::kInvalid, 0, "a batch has at least 1 position"};
  }
  if (!score_) return Error{ErrorCode::kInvalid, 0, "there is no function that scores positions"};
  if (positions_->size() == 0) return std::uint64_t{0};  // no root was added
  std::uint64_t done = 0;
  while (done < budget && !is_stopped() && !is_full()) {
    if (auto error = gather(budget - done)) return *std::move(error);
    const auto count = score_batch(budget - done);
    if (!count) return count.error();
    if (*count == 0) break;
    done += *count;
    if (options_.progress) options_.progress(scored());
  }
  return done;
}

std::optional<Error> Evaluator::gather(std::uint64_t budget) {
  while (waiting_open_ < options_.batch && positions_->size() - positions_->scored() < budget) {
    take_next(group_size(budget));
    if (group_.empty() || is_stopped() || is_full()) break;
    if (auto error = expand()) return error;
  }
  return std::nullopt;
}

// As many as seem to lead to the positions that are wanted. First in, first out the order does not
// depend on it, so large groups are fine; best first, a better one may be among those that come next.
std::size_t Evaluator::group_size(std::uint64_t budget) const {
  std::uint64_t wanted = budget - (positions_->size() - positions_->scored());
  if (options_.order == Order::kBest) {
    wanted = std::min<std::uint64_t>(wanted, options_.batch - waiting_open_);
  }
  const std::uint64_t parents = wanted * std::max<std::uint64_t>(expanded_, 1) / positions_->size();
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(parents, 1, kGroup * std::max(1U, options_.threads)));
}

void Evaluator::take_next(std::size_t most) {
  group_.clear();
  if (options_.order == Order::kBreadth) {
    for (Number i = next_; i < positions_->size() && group_.size() < most; ++i) {
      if (!positions_->has_ended(i)) group_.push_back(i);
    }
    return;
  }
  for (; !queue_.empty() && group_.size() < most; queue_.pop()) {
    const Number i = queue_.top().number;
    if (!positions_->is_expanded(i)) group_.push_back(i);
  }
}

std::optional<Error> Evaluator::expand() {
  group_nodes_.clear();
  for (const Number i : group_) group_nodes_.push_back(positions_->node(i));
  if (auto error = graph_.expand(group_nodes_, options_.threads)) {
    if (options_.order == Order::kBest) {
      for (const Number i : group_) enqueue(i);
    }
    return error;
  }
  positions_->fit(graph_.nodes().end_id());
  for (const Number i : group_) {
    if (!positions_->is_expanded(i)) add_moves(i);
  }
  expanded_ += group_.size();
  if (options_.order == Order::kBreadth) next_ = group_.back() + 1;
  describe_new();
  return std::nullopt;
}

void Evaluator::add_moves(Number i) {
  links_.clear();
  graph_.for_each_link(positions_->node(i), [&](const Link& link) { links_.push_back(link); });
  const auto by_move = [](const Link& a, const Link& b) { return a.move < b.move; };
  if (!std::is_sorted(links_.begin(), links_.end(), by_move)) {
    std::sort(links_.begin(), links_.end(), by_move);
  }
  positions_->begin_moves(i);
  for (const Link& link : links_) {
    const auto [number, is_new] = positions_->arrive(link.child);
    positions_->add_move(i, link.move, number);
    if (is_new && options_.order == Order::kBest) {
      origins_.push_back({.parent = i, .depth = origins_[i].depth + 1});
    }
  }
}

// Of the positions that have just arrived: who moves, and whether the game has ended.
void Evaluator::describe_new() {
  const Number first = positions_->described();
  const std::size_t count = positions_->size() - first;
  const std::size_t bytes = graph_.nodes().record_bytes();
  records_.resize(count * bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const auto record = graph_.nodes().record(positions_->node(first + static_cast<Number>(i)));
    std::copy(record.begin(), record.end(),
              records_.begin() + static_cast<std::ptrdiff_t>(i * bytes));
  }
  states_.resize(count);
  io::in_parallel((count + kAsked - 1) / kAsked, options_.threads, [&](std::size_t part) {
    std::array<game::End, kAsked> ends;
    std::array<game::RecordWorth, kAsked> worths;
    std::array<layout::RecordMoment, kAsked> moments;
    const std::size_t from = part * kAsked;
    const std::size_t asked = std::min(kAsked, count - from);
    const auto some = std::span(records_).subspan(from * bytes, asked * bytes);
    for (std::size_t i = 0; i < asked; ++i) moments[i] = {some.data() + i * bytes, 0};
    graph_.type().rules.ends(graph_.size(), some, ends.data());
    graph_.type().worths(graph_.size(), std::span(moments).first(asked), worths.data());
    for (std::size_t i = 0; i < asked; ++i) {
      states_[from + i] = internal::Positions::state(worths[i].is_second_to_move, ends[i].outcome);
    }
  });
  for (std::size_t i = 0; i < count; ++i) {
    positions_->describe(states_[i]);
    if (!positions_->has_ended(first + static_cast<Number>(i))) ++waiting_open_;
  }
}

// Nothing is changed before the function has answered.
Result<std::uint64_t> Evaluator::score_batch(std::uint64_t budget) {
  const Number first = positions_->scored();
  const std::size_t bytes = graph_.nodes().record_bytes();
  const auto count =
      static_cast<Number>(std::min<std::uint64_t>(budget, positions_->size() - first));
  scores_.clear();
  records_.clear();
  std::size_t open = 0;
  Number end = first;
  for (; end < first + count; ++end) {
    if (positions_->has_ended(end)) {
      scores_.push_back(score_of(positions_->end(end)));
      continue;
    }
    if (open == options_.batch) break;
    const auto record = graph_.nodes().record(positions_->node(end));
    records_.resize((open + 1) * bytes);
    std::copy(record.begin(), record.end(),
              records_.begin() + static_cast<std::ptrdiff_t>(open * bytes));
    scores_.push_back(0);
    ++open;
  }
  answers_.assign(open, std::numeric_limits<float>::quiet_NaN());
  if (open != 0) {
    if (auto error = score_(records_, answers_)) return *std::move(error);
  }
  std::size_t next = 0;
  for (Number i = first; i < end; ++i) {
    if (positions_->has_ended(i)) continue;
    const float score = answers_[next];
    if (auto error = refuse_score(score, next++)) return *std::move(error);
    scores_[i - first] = score == 0 ? 0.0F : score;  // no negative zero
  }
  positions_->add_scores(scores_);
  backup_.reset();
  waiting_open_ -= open;
  if (options_.order == Order::kBest) {
    for (Number i = first; i < end; ++i) {
      if (!positions_->has_ended(i)) enqueue(i);
    }
  }
  return std::uint64_t{end - first};
}

std::optional<Error> Evaluator::refuse_score(float score, std::size_t i) const {
  if (score >= -1 && score <= 1) return std::nullopt;
  std::string text;
  append_number(text, double{score});
  return Error{
      ErrorCode::kInvalid, i,
      concat({"the score function answered ", text, " for position ", std::to_string(i),
              " of a batch: answer a number from -1 (", graph_.type().words.players[1],
              " wins) to 1 (", graph_.type().words.players[0], " wins) for each, as tanh does"})};
}

void Evaluator::enqueue(Number i) {
  Origin& o = origins_[i];
  if (o.parent != kNoNumber && o.depth != 0) {
    const float sign = positions_->is_second_to_move(o.parent) ? -1.0F : 1.0F;
    o.priority = options_.priority(
        Candidate{.parent_priority = origins_[o.parent].priority,
                  .depth = o.depth,
                  .siblings = static_cast<std::uint32_t>(positions_->children(o.parent).size()),
                  .parent_score = sign * positions_->score(o.parent),
                  .score = sign * positions_->score(i)});
    if (std::isnan(o.priority)) o.priority = std::numeric_limits<double>::infinity();
  }
  queue_.push({o.priority, i});
}

}  // namespace intarsia::graph
