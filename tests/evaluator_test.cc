// The evaluator over all games: minimax by its definition, budgets, batches, tensors.

#include "intarsia/graph/evaluator.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/any_game.h"
#include "tests/support/evaluations.h"

namespace intarsia::test {
namespace {

using graph::Answer;
using graph::Evaluator;
using graph::EvaluatorOptions;
using graph::Kind;
using graph::LineEnd;
using graph::NodeId;
using graph::Order;

// A priority that dives into some lines and leaves others alone.
graph::Priority by_chance(std::uint64_t seed) {
  return [seed](const graph::Candidate& c) {
    const auto bits = static_cast<std::uint64_t>((c.score + 2) * 1000) + 77 * c.depth;
    return static_cast<double>(((bits + seed) * 0x9e3779b97f4a7c15) >> 40) - c.depth * 3e6;
  };
}

// Compares everything that an answer says with the definition. Returns how many repetitions there were.
std::uint64_t compare(const Evaluated& e) {
  DepthFirst search(*e.evaluator);
  std::set<NodeId> path;
  const float value = search.value(e.root, path);
  if (search.has_given_up()) return 0;
  const Answer& a = e.answer;
  EXPECT_EQ(a.value.score, value);
  const auto links = search.moves(e.root);
  EXPECT_EQ(a.moves.size(), links.size());
  path = {e.root};
  for (const graph::RootMove& m : a.moves) {
    const auto link = std::find_if(links.begin(), links.end(),
                                   [&](const graph::Link& l) { return l.move == m.move; });
    EXPECT_NE(link, links.end());
    EXPECT_EQ(m.value.score, search.value(link->child, path)) << "move " << m.move;
  }
  // Every move of the line is a best one, given the path so far.
  path.clear();
  NodeId id = e.root;
  for (const std::uint16_t move : a.line) {
    EXPECT_TRUE(path.insert(id).second) << "goes on behind a repetition";
    const auto next = search.moves(id);
    const auto link = std::find_if(next.begin(), next.end(),
                                   [&](const graph::Link& l) { return l.move == move; });
    EXPECT_NE(link, next.end());
    if (link == next.end()) return 0;
    EXPECT_EQ(search.value(link->child, path), value);
    id = link->child;
  }
  const bool is_repetition = path.count(id) != 0;
  EXPECT_EQ(a.end == LineEnd::kRepetition, is_repetition);
  EXPECT_TRUE(is_repetition || search.moves(id).empty());
  if (value != 0) {
    EXPECT_EQ(a.line.size(), a.value.distance);
    EXPECT_EQ(*e.evaluator->score(id), value);
  }
  return search.repetitions();
}

class AnyEvaluation : public AnyGame {
 protected:
  Kind kind() const { return {&type(), size()}; }
};

TEST_P(AnyEvaluation, IsMinimaxByItsDefinition) {
  for (int i = 0; i < 4 * kLines; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const game::LinePtr line = random_line(static_cast<int>(below(30)));
    const EvaluatorOptions options = {.order = i % 2 == 0 ? Order::kBreadth : Order::kBest,
                                      .priority = by_chance(seed),
                                      .batch = 1 + below(20)};
    const Kind k = kind();
    compare(evaluate(k, *line, score_by_hash(k, seed, 1 + i % 5), options, 1 + below(600)));
    if (HasFailure()) FAIL() << line->text() << " seed " << seed;
  }
}

// First in, first out, nothing else than the budget matters.
TEST_P(AnyEvaluation, DoesNotDependOnBatchesThreadsOrSteps) {
  const game::LinePtr line = random_line(5);
  const Kind k = kind();
  const auto score = graph::built_in_score(k);
  const std::uint64_t budget = 700;
  const std::string expected = text_of(evaluate(k, *line, score, {.batch = 64}, budget).answer);
  for (const std::size_t batch : {1, 7, 5000}) {
    EXPECT_EQ(text_of(evaluate(k, *line, score, {.batch = batch}, budget).answer), expected);
  }
  EXPECT_EQ(text_of(evaluate(k, *line, score, {.threads = 3}, budget).answer), expected);
  Evaluator in_steps(k, score, {.batch = 10});
  const NodeId root = *in_steps.add_root(*line);
  std::uint64_t left = budget;
  while (left > 0) {
    const std::uint64_t some = std::min<std::uint64_t>(left, 1 + below(90));
    const auto scored = in_steps.step(some);
    ASSERT_TRUE(scored);
    if (*scored < some) break;
    left -= some;
  }
  EXPECT_EQ(text_of(*in_steps.answer(root)), expected);
}

TEST_P(AnyEvaluation, BestFirstIsTheSameEveryTime) {
  const game::LinePtr line = random_line(4);
  const Kind k = kind();
  const auto score = graph::built_in_score(k);
  const EvaluatorOptions one = {.order = Order::kBest, .batch = 32};
  EvaluatorOptions two = one;
  two.threads = 2;
  EXPECT_EQ(text_of(evaluate(k, *line, score, one, 900).answer),
            text_of(evaluate(k, *line, score, two, 900).answer));
}

TEST_P(AnyEvaluation, ScoresJustAsManyAsTheBudgetInWholeBatches) {
  const game::LinePtr line = random_line(3);
  const Kind k = kind();
  std::vector<std::size_t> batches;
  std::uint64_t handed = 0;
  const auto inner = graph::built_in_score(k);
  const graph::Score score = [&](std::span<const std::byte> records, std::span<float> out) {
    EXPECT_EQ(records.size(), out.size() * k.record_bytes());
    std::vector<game::End> ends(out.size());
    k.type->rules.ends(k.size, records, ends.data());
    for (const game::End& end : ends) EXPECT_EQ(end.outcome, Outcome::kUnknown);
    batches.push_back(out.size());
    handed += out.size();
    return inner(records, out);
  };
  Evaluator evaluator(k, score, {.batch = 30});
  const NodeId root = *evaluator.add_root(*line);
  const auto scored = evaluator.step(500);
  ASSERT_TRUE(scored);
  EXPECT_LE(*scored, 500U);
  EXPECT_EQ(evaluator.scored(), *scored);
  EXPECT_LE(handed, *scored);
  for (std::size_t i = 0; i + 1 < batches.size(); ++i) EXPECT_EQ(batches[i], 30U);
  // Fewer only if there are no more.
  if (*scored < 500) {
    EXPECT_EQ(*evaluator.step(10), 0U);
    EXPECT_EQ(evaluator.graph().nodes().size(), *scored);
  }
  EXPECT_TRUE(evaluator.answer(root));
}

TEST_P(AnyEvaluation, CandidatesAreInTheViewOfWhoMovesThere) {
  const Kind k = kind();
  const game::LinePtr line = random_line(static_cast<int>(below(6)));
  if (line->end()) return;
  const float sign = line->is_second_to_move() ? -1.0F : 1.0F;
  std::vector<float> parents, scores;
  EvaluatorOptions options = {.order = Order::kBest, .batch = 5};
  std::uint32_t siblings = 0;
  options.priority = [&](const graph::Candidate& c) {
    if (c.depth != 1) return 1.0 + c.depth;
    EXPECT_EQ(c.parent_priority, 0);
    parents.push_back(c.parent_score);
    scores.push_back(c.score);
    siblings = c.siblings;
    return 1.0;
  };
  const auto e = evaluate(k, *line, score_by_hash(k, 8, 20), options, 2'000);
  std::vector<float> expected;
  for (const graph::Link& link : e.evaluator->graph().links(e.root)) {
    game::End end;
    k.type->rules.ends(k.size, e.evaluator->graph().nodes().record(link.child), &end);
    if (end.outcome == Outcome::kUnknown) {
      expected.push_back(sign * *e.evaluator->score(link.child));
    }
  }
  std::sort(expected.begin(), expected.end());
  std::sort(scores.begin(), scores.end());
  EXPECT_EQ(scores, expected);
  for (const float parent : parents) EXPECT_EQ(parent, sign * *e.evaluator->score(e.root));
  if (!scores.empty()) {
    EXPECT_EQ(siblings, line->legal_moves().size());
  }
}

TEST_P(AnyEvaluation, TensorsInBothViewsGiveTheSameScores) {
  const Kind k = kind();
  const game::LinePtr line = random_line(6);
  std::map<layout::FrameId, std::string> answers;
  for (const layout::Layout& l : layouts()) {
    if (l.frame != layout::kFirstPlayerFrame && l.frame != layout::kMoverFrame) continue;
    if (layout::refuse_targets(l, l.frame)) continue;
    const auto plan = layout::Plan::make(l);
    ASSERT_TRUE(plan);
    const bool is_movers = l.frame == layout::kMoverFrame;
    // What is asked of the records too, so that the tensors are known to be theirs.
    std::vector<std::byte> asked;
    const auto encoder = k.type->make_record_encoder(*plan);
    const auto tensors = [&](const std::byte* all, std::size_t count,
                             std::span<float> out) -> std::optional<Error> {
      EXPECT_EQ(count, out.size());
      std::vector<std::byte> expected(plan->bytes());
      for (std::size_t i = 0; i < count; ++i) {
        const std::span<const std::byte> record =
            std::span(asked).subspan(i * k.record_bytes(), k.record_bytes());
        const layout::RecordMoment moment{record.data(), 0};
        encoder->encode({&moment, 1}, expected.data(), 0, layout::Stores::kBySize);
        EXPECT_EQ(std::memcmp(expected.data(), all + i * plan->bytes(), plan->bytes()), 0);
        game::RecordWorth worth;
        k.type->worths(k.size, {&moment, 1}, &worth);
        const float score = hash_score(record, 3, 9);
        out[i] = is_movers && worth.is_second_to_move ? -score : score;
      }
      return std::nullopt;
    };
    const auto made = graph::tensor_score(k, *plan, tensors, 2);
    ASSERT_TRUE(made) << made.error().detail;
    const graph::Score score = [&](std::span<const std::byte> records, std::span<float> out) {
      asked.assign(records.begin(), records.end());
      return (*made)(records, out);
    };
    const std::string answer = text_of(evaluate(k, *line, score, {.batch = 16}, 100).answer);
    const auto direct = evaluate(k, *line, score_by_hash(k, 3, 9), {.batch = 16}, 100);
    EXPECT_EQ(answer, text_of(direct.answer)) << l.id;
  }
}

TEST_P(AnyEvaluation, BuiltInScoresAreBetweenALossAndAWin) {
  for (int i = 0; i < kLines; ++i) {
    const game::LinePtr line = random_line();
    const auto records = records_of(*line);
    std::vector<float> scores(static_cast<std::size_t>(line->ply()) + 1);
    type().rules.scores(size(), records, scores.data());
    for (const float s : scores) {
      EXPECT_GT(s, -1.0F);
      EXPECT_LT(s, 1.0F);
    }
  }
}

INTARSIA_FOR_ALL_GAMES(AnyEvaluation);

constexpr std::string_view kEndgames[] = {
    "8/8/8/8/8/2k5/3r4/K7 b - - 0 1",             // a rook
    "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",             // the other colour's
    "7k/8/8/8/8/8/8/KQ6 b - - 0 1",               // a queen
    "k7/p7/P7/8/8/p7/P7/K7 w - - 0 1",            // kings alone can move
    "8/8/8/1p6/1P2k3/8/8/4K3 w - - 0 1",          // with something between them
    "k7/b1p5/p1P5/P7/7p/5p1P/5P1B/7K w - - 0 1",  // few moves for both
    "8/8/8/8/8/p1k5/P7/K7 w - - 0 1",
};

TEST(Evaluator, IsMinimaxWherePositionsComeAgain) {
  const Kind kind = kind_named("chess");
  std::uint64_t repetitions = 0;
  for (const std::string_view text : kEndgames) {
    const game::LinePtr line = line_of(kind, text);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const EvaluatorOptions options = {.order = seed % 4 == 0 ? Order::kBreadth : Order::kBest,
                                        .priority = by_chance(seed),
                                        .batch = 1 + seed % 3};
      repetitions +=
          compare(evaluate(kind, *line, score_by_hash(kind, seed, 1 + static_cast<int>(seed % 4)),
                           options, 20 + 13 * (seed % 30)));
      if (testing::Test::HasFailure()) FAIL() << text << " seed " << seed;
    }
  }
  EXPECT_GT(repetitions, 10'000U);
}

}  // namespace
}  // namespace intarsia::test
