// Explores positions from some roots, scores each once, and answers with the best line of play.
//
//   Evaluator evaluator({&type, size}, built_in_score({&type, size}));
//   const auto root = evaluator.add_root(*line);
//   if (auto scored = evaluator.step(100'000)) …     // again and again: steps go on where the last ended
//   const auto answer = evaluator.answer(*root);
//
// Positions are expanded in an order of choice (priority.h): all their moves are added to a graph of
// its own, and those that are new there are scored in batches (score.h). Where the game has ended by
// its rules, the score is what came of it. Scores become values by minimax over the whole graph, in
// which a position that comes again on a path is a draw (internal/backup.h says how); values are in the
// first player's view, from -1 to 1.
//
// A position is its identity: what was played before a root counts neither for repetitions nor for
// draws by counters.
//
// The same budget gives the same answer, whatever the number of threads. With Order::kBreadth it does
// not depend on the batch either, nor on how the budget was split into steps.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/priority.h"
#include "intarsia/graph/score.h"

namespace intarsia::graph {

namespace internal {
class Backup;
class Positions;
}  // namespace internal

struct EvaluatorOptions {
  Order order = Order::kBreadth;
  Priority priority = by_cost();  // with Order::kBest; an empty one is this, too
  // Positions that are handed to the score function at once. The last batch of a step may be smaller,
  // and with Order::kBest those at the beginning, when there is nothing to expand before they come back.
  std::size_t batch = 1024;
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;  // ends a step after the batch that is being scored
  // A step ends early when about so many bytes are taken. An answer takes half as much again.
  std::uint64_t max_memory = std::numeric_limits<std::uint64_t>::max();
  // Called after each batch with the number of positions that have scores.
  std::function<void(std::uint64_t scored)> progress = {};
};

// Where a line of play ends.
enum class LineEnd : std::uint8_t {
  kUnexplored,  // at a position that stands by its score
  kGameOver,    // by the rules
  kRepetition,  // at a position that stood on the line before
};

// A value, and what it comes from.
struct Value {
  float score = 0;
  // Plies to the position whose score it is. 0 if the score is: then nothing is forced.
  std::uint32_t distance = 0;
  // It is a win or a loss by the rules: in `distance` plies, if both play as well as was found.
  bool is_decided = false;
};

struct RootMove {
  std::uint16_t move;  // as records number it
  Value value;
};

struct Answer {
  Value value = {};
  std::vector<std::uint16_t> line = {};  // the moves of both
  LineEnd end = LineEnd::kUnexplored;
  // All moves from the root, the best for its player first; none until all of them have scores.
  std::vector<RootMove> moves = {};
};

class Evaluator {
 public:
  Evaluator(const Kind& kind, Score score, EvaluatorOptions options = {});
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  // Everything that it has met; some of it may not have been scored yet.
  const Graph& graph() const { return graph_; }
  // Positions that have scores.
  std::uint64_t scored() const;
  // Bytes that it holds.
  std::uint64_t memory() const;
  bool is_full() const { return memory() > options_.max_memory; }
  // What the score function or the rules said of a position; nothing if it has no score yet.
  std::optional<float> score(NodeId id) const;

  // The position of a line. An error if the line is of another game or board.
  Result<NodeId> add_root(const game::Line& line);

  // Scores so many positions more, fewer if there are no more, it was stopped or is full; returns how many. An
  // error of the score function ends it, and so does one that answers anything but numbers from -1 to
  // 1: what was scored before stays.
  Result<std::uint64_t> step(std::uint64_t budget);

  // What a root (or any other position of the graph) is worth. An error if it has no score yet.
  Result<Answer> answer(NodeId root);

 private:
  using Number = std::uint32_t;
  // By order of arrival where the priority is the same.
  struct Waiting {
    double priority;
    Number number;
    bool operator<(const Waiting& other) const {
      return priority != other.priority ? priority > other.priority : number > other.number;
    }
  };
  // How a position was first reached.
  struct Origin {
    double priority = 0;
    Number parent = ~Number{0};
    std::uint32_t depth = 0;
  };

  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  // Expanding: until there are enough positions to be scored.
  [[nodiscard]] std::optional<Error> gather(std::uint64_t budget);
  std::size_t group_size(std::uint64_t budget) const;
  void take_next(std::size_t most);
  [[nodiscard]] std::optional<Error> expand();
  void add_moves(Number i);
  void describe_new();
  // Scoring: the next batch.
  Result<std::uint64_t> score_batch(std::uint64_t budget);
  [[nodiscard]] std::optional<Error> refuse_score(float score, std::size_t i) const;
  void enqueue(Number i);

  Value value_of(Number root, Number child) const;

  Graph graph_;
  Score score_;
  EvaluatorOptions options_;

  std::unique_ptr<internal::Positions> positions_;
  std::unique_ptr<internal::Backup> backup_;  // of the scores as they are; null after new ones
  Number next_ = 0;                     // first in, first out: the first that was not expanded
  std::priority_queue<Waiting> queue_;  // best first
  std::vector<Origin> origins_;         // best first
  std::uint64_t waiting_open_ = 0;      // positions without scores at which the game goes on
  std::uint64_t expanded_ = 0;

  // Room that is used again.
  std::vector<Number> group_;
  std::vector<NodeId> group_nodes_;
  std::vector<Link> links_;
  std::vector<std::byte> records_;
  std::vector<std::uint8_t> states_;
  std::vector<float> scores_;
  std::vector<float> answers_;
};

}  // namespace intarsia::graph
