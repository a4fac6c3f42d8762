// The evaluator against minimax by its definition, and against what is known of games.

#include "intarsia/graph/evaluator.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

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

std::string text_of(const Answer& a) {
  std::string text;
  const auto add = [&text](const graph::Value& v) {
    append_number(text, v.score);
    text += concat({" ", std::to_string(v.distance), v.is_decided ? " decided; " : "; "});
  };
  add(a.value);
  for (const std::uint16_t move : a.line) text += concat({std::to_string(move), " "});
  text += concat({"ends ", std::to_string(static_cast<int>(a.end)), "\n"});
  for (const graph::RootMove& m : a.moves) {
    text += concat({std::to_string(m.move), ": "});
    add(m.value);
  }
  return text;
}

// The moves of a line as the game writes them.
std::vector<std::string> words_of(const Kind& kind, std::string_view position, const Answer& a) {
  game::LinePtr line = line_of(kind, position);
  std::vector<std::string> words;
  for (const std::uint16_t move : a.line) {
    std::vector<std::byte> record(kind.record_bytes());
    const game::RecordTargets none;
    line->pack(line->ply(), line->ply(), false, {&none, 1}, record.data());
    words.push_back(kind.type->rules.move_text(kind.size, record.data(), move));
    EXPECT_FALSE(line->play(words.back())) << words.back();
  }
  return words;
}

struct Evaluated {
  std::unique_ptr<Evaluator> evaluator;
  NodeId root;
  Answer answer;
};

Evaluated evaluate(const Kind& kind, const game::Line& line, const graph::Score& score,
                   const EvaluatorOptions& options, std::uint64_t budget) {
  Evaluated e{std::make_unique<Evaluator>(kind, score, options), graph::kNoNode, {}};
  e.root = *e.evaluator->add_root(line);
  const auto scored = e.evaluator->step(budget);
  EXPECT_TRUE(scored) << scored.error().detail;
  auto answer = e.evaluator->answer(e.root);
  EXPECT_TRUE(answer);
  e.answer = *std::move(answer);
  return e;
}

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

struct Mate {
  std::string_view fen;
  int moves;
  std::uint64_t budget;
};

// Of which Stockfish says the same.
constexpr Mate kMates[] = {
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 200},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1, 200},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 200},
    {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, 200},
    {"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1, 200},
    {"4k3/4p3/4K3/8/8/8/8/R6R w - - 0 1", 1, 200},
    {"8/8/8/8/8/1k6/7r/K7 b - - 0 1", 1, 200},
    {"r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1", 2, 20'000},
    {"2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, 20'000},
    {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, 20'000},
    {"5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, 20'000},
    {"6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2, 20'000},
    {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, 60'000},
    {"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3, 60'000},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 60'000},
    {"r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3, 60'000},
};

TEST(Evaluator, FindsMatesBestFirst) {
  const Kind kind = kind_named("chess");
  for (const Mate& m : kMates) {
    const game::LinePtr line = line_of(kind, m.fen);
    const Answer a = evaluate(kind, *line, graph::built_in_score(kind),
                              {.order = Order::kBest, .batch = 64}, m.budget)
                         .answer;
    EXPECT_EQ(a.value.score, line->is_second_to_move() ? -1.0F : 1.0F) << m.fen;
    EXPECT_TRUE(a.value.is_decided) << m.fen;
    EXPECT_EQ(a.value.distance, 2U * static_cast<unsigned>(m.moves) - 1) << m.fen;
    EXPECT_EQ(a.end, LineEnd::kGameOver);
    game::LinePtr played = line->copy();
    for (const std::string& move : words_of(kind, m.fen, a)) ASSERT_FALSE(played->play(move));
    ASSERT_TRUE(played->end()) << m.fen;
    EXPECT_EQ(played->end()->reason, "checkmate");
  }
}

TEST(Evaluator, FindsAMateInOneFirstInFirstOut) {
  const Kind kind = kind_named("chess");
  for (const Mate& m : kMates) {
    if (m.moves != 1) continue;
    const Answer a =
        evaluate(kind, *line_of(kind, m.fen), graph::built_in_score(kind), {}, 100).answer;
    EXPECT_EQ(a.value.distance, 1U) << m.fen;
    EXPECT_TRUE(a.value.is_decided);
  }
}

// Two rooks down, with nothing but checks that go on for ever.
TEST(Evaluator, PerpetualCheckIsADraw) {
  const Kind kind = kind_named("chess");
  constexpr std::string_view kFen = "6k1/6p1/8/7Q/8/2q5/rr3PPP/6K1 w - - 0 1";
  const Answer a = evaluate(kind, *line_of(kind, kFen), graph::built_in_score(kind),
                            {.order = Order::kBest}, 30'000)
                       .answer;
  EXPECT_EQ(a.value.score, 0.0F);
  EXPECT_EQ(a.end, LineEnd::kRepetition);
  EXPECT_FALSE(a.value.is_decided);
  EXPECT_EQ(words_of(kind, kFen, a), (std::vector<std::string>{"h5e8", "g8h7", "e8h5", "h7g8"}));
  EXPECT_LT(a.moves.back().value.score, -0.5F);
}

// Who wins with perfect play, 1 for the first player, by going through all of it.
float solve(const game::Line& line, std::map<std::string, float>& known) {
  const auto [it, is_new] = known.try_emplace(line.position_text());
  if (!is_new) return it->second;
  if (const auto end = line.end()) {
    return known[line.position_text()] = end->outcome == Outcome::kDraw    ? 0.0F
                                         : end->outcome == Outcome::kFirst ? 1.0F
                                                                           : -1.0F;
  }
  const float sign = line.is_second_to_move() ? -1.0F : 1.0F;
  float best = -sign;
  for (const std::string& move : line.legal_moves()) {
    auto next = line.copy();
    EXPECT_FALSE(next->play(move));
    const float value = solve(*next, known);
    if (sign * value > sign * best) best = value;
  }
  return known[line.position_text()] = best;
}

void expect_solved(const Kind& kind) {
  const game::LinePtr start = kind.type->start(kind.size, {});
  const auto e = evaluate(kind, *start, graph::built_in_score(kind), {}, 100'000'000);
  std::map<std::string, float> known;
  EXPECT_EQ(e.answer.value.score, solve(*start, known));
  EXPECT_EQ(e.answer.moves.size(), start->legal_moves().size());
  for (const graph::RootMove& m : e.answer.moves) {
    game::LinePtr next = start->copy();
    const auto record = e.evaluator->graph().nodes().record(e.root);
    ASSERT_FALSE(next->play(kind.type->rules.move_text(kind.size, record.data(), m.move)));
    EXPECT_EQ(m.value.score, solve(*next, known)) << next->text();
    EXPECT_EQ(m.value.is_decided, m.value.score != 0);
  }
  EXPECT_EQ(e.answer.end, LineEnd::kGameOver);
}

TEST(Evaluator, SolvesSmallBoards) {
  expect_solved(kind_named("hex", "2"));
  expect_solved(kind_named("hex", "3"));
  expect_solved(kind_named("connect4", "4x4"));
  if (std::getenv("INTARSIA_FULL") != nullptr) expect_solved(kind_named("hex", "4"));
}

TEST(Evaluator, ConnectFourOnFourByFourIsADraw) {
  const Kind kind = kind_named("connect4", "4x4");
  const auto start = kind.type->start(kind.size, {});
  const Answer a = evaluate(kind, *start, graph::built_in_score(kind), {}, 1'000'000).answer;
  EXPECT_EQ(a.value.score, 0.0F);
  EXPECT_EQ(a.line.size(), 16U);
}

TEST(Evaluator, HasSeveralRoots) {
  const Kind kind = kind_named("chess");
  const auto score = graph::built_in_score(kind);
  Evaluator both(kind, score);
  const auto mate = line_of(kind, kMates[0].fen);
  const auto start = kind.type->start(kind.size, {});
  const NodeId a = *both.add_root(*mate);
  const NodeId b = *both.add_root(*start);
  EXPECT_EQ(*both.add_root(*start), b);
  ASSERT_TRUE(both.step(2'000));
  EXPECT_EQ(both.answer(a)->value.distance, 1U);
  EXPECT_EQ(both.answer(b)->moves.size(), 20U);
  EXPECT_LT(std::abs(both.answer(b)->value.score), 0.6F);
}

TEST(Evaluator, ARootThatIsNotExpandedStandsByItsScore) {
  const Kind kind = kind_named("chess");
  const auto start = kind.type->start(kind.size, {});
  Evaluator evaluator(kind, score_by_hash(kind, 1, 5));
  const NodeId root = *evaluator.add_root(*start);
  EXPECT_FALSE(evaluator.answer(root));
  EXPECT_FALSE(evaluator.score(root));
  // All of its moves have scores only with 21.
  for (const int step : {1, 19}) {
    ASSERT_EQ(*evaluator.step(static_cast<std::uint64_t>(step)), static_cast<unsigned>(step));
    EXPECT_EQ(evaluator.answer(root)->value.score, *evaluator.score(root));
    EXPECT_TRUE(evaluator.answer(root)->line.empty());
    EXPECT_EQ(evaluator.answer(root)->end, LineEnd::kUnexplored);
  }
  ASSERT_EQ(*evaluator.step(1), 1U);
  EXPECT_EQ(evaluator.answer(root)->line.size(), 1U);
}

TEST(Evaluator, KnowsThatAGameIsOver) {
  const Kind kind = kind_named("chess");
  const auto mated = line_of(kind, "startpos moves f2f3 e7e5 g2g4 d8h4");
  const auto never = [](auto, auto) -> std::optional<Error> {
    ADD_FAILURE() << "asked for the score of a game that is over";
    return std::nullopt;
  };
  const Answer a = evaluate(kind, *mated, never, {}, 10).answer;
  EXPECT_EQ(a.value.score, -1.0F);
  EXPECT_EQ(a.value.distance, 0U);
  EXPECT_TRUE(a.value.is_decided);
  EXPECT_EQ(a.end, LineEnd::kGameOver);
}

TEST(Evaluator, ErrorsOfTheFunctionComeOutAndCanBeGotOver) {
  const Kind kind = kind_named("chess");
  const auto start = kind.type->start(kind.size, {});
  int calls = 0;
  float answer = 0;
  bool has_failed = false;
  const graph::Score score = [&](std::span<const std::byte>,
                                 std::span<float> out) -> std::optional<Error> {
    if (++calls == 3 && !has_failed) {
      has_failed = true;
      return Error{ErrorCode::kUnsupported, 0, "the network is asleep"};
    }
    for (float& f : out) f = answer;
    return std::nullopt;
  };
  for (const Order order : {Order::kBreadth, Order::kBest}) {
    calls = 0;
    has_failed = false;
    Evaluator evaluator(kind, score, {.order = order, .batch = 10});
    const NodeId root = *evaluator.add_root(*start);
    const auto failed = evaluator.step(500);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().detail, "the network is asleep");
    const std::uint64_t before = evaluator.scored();
    EXPECT_LE(before, 20U);
    EXPECT_EQ(*evaluator.step(500), 500U);
    EXPECT_EQ(evaluator.scored(), before + 500);
    EXPECT_TRUE(evaluator.answer(root));
  }
}

TEST(Evaluator, RefusesWhatIsNoScore) {
  const Kind kind = kind_named("hex", "5");
  const auto start = kind.type->start(kind.size, {});
  for (const float wrong : {std::nanf(""), 1.5F, -1.0001F, INFINITY}) {
    const graph::Score score = [wrong](auto, std::span<float> out) -> std::optional<Error> {
      for (float& f : out) f = 0.5F;
      out.back() = wrong;
      return std::nullopt;
    };
    Evaluator evaluator(kind, score);
    ASSERT_TRUE(evaluator.add_root(*start));
    const auto failed = evaluator.step(10);
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().detail.find("from -1 (red wins) to 1 (blue wins)"), std::string::npos);
    EXPECT_EQ(evaluator.scored(), 0U);
  }
  // One that says nothing is caught as well.
  Evaluator silent(kind, [](auto, auto) -> std::optional<Error> { return std::nullopt; });
  ASSERT_TRUE(silent.add_root(*start));
  EXPECT_FALSE(silent.step(10));
}

TEST(Evaluator, RefusesOtherGamesAndEmptyBatches) {
  const Kind kind = kind_named("hex", "5");
  Evaluator evaluator(kind, graph::built_in_score(kind), {.batch = 0});
  EXPECT_FALSE(evaluator.add_root(*kind_named("chess").type->start(8, {})));
  EXPECT_FALSE(evaluator.add_root(*kind.type->start(6, {})));
  ASSERT_TRUE(evaluator.add_root(*kind.type->start(5, {})));
  EXPECT_FALSE(evaluator.step(1));
  const auto plan = layout::Plan::make(kind.type->layouts(6).front());
  EXPECT_FALSE(graph::tensor_score(kind, *plan, {}));
}

TEST(Evaluator, StopsWhenItIsTold) {
  const Kind kind = kind_named("chess");
  std::atomic<bool> stop = false;
  std::uint64_t seen = 0;
  EvaluatorOptions options = {.batch = 10, .stop = &stop};
  options.progress = [&](std::uint64_t scored) {
    seen = scored;
    stop = scored >= 50;
  };
  Evaluator evaluator(kind, graph::built_in_score(kind), options);
  const NodeId root = *evaluator.add_root(*kind.type->start(kind.size, {}));
  const auto scored = evaluator.step(100'000);
  ASSERT_TRUE(scored);
  EXPECT_EQ(*scored, 50U);
  EXPECT_EQ(seen, 50U);
  EXPECT_EQ(evaluator.answer(root)->moves.size(), 20U);
}

TEST(Evaluator, HoldsPositionsWithEqualKeysApart) {
  const Kind kind = kind_named("connect4", "4x4");
  const Kind few = {kind.type, kind.size, Key{0xffff} << 48};
  const auto start = kind.type->start(kind.size, {});
  const auto score = graph::built_in_score(kind);
  EXPECT_EQ(text_of(evaluate(few, *start, score, {}, 20'000).answer),
            text_of(evaluate(kind, *start, score, {}, 20'000).answer));
}

}  // namespace
}  // namespace intarsia::test
