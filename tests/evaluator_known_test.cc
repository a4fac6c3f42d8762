// The evaluator against what is known of games: mates, perpetual check, small boards; and its errors.

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/graph/evaluator.h"
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

// Who wins with perfect play, 1 for the first player, by going through as much as it takes.
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
    if (best == sign) break;  // nothing is better than a win
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
  if (std::getenv("INTARSIA_FULL") != nullptr) expect_solved(kind_named("hex", "4"));  // 5 GB
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

TEST(Evaluator, HasNothingToScoreWithoutARoot) {
  const Kind kind = kind_named("chess");
  for (const Order order : {Order::kBreadth, Order::kBest}) {
    Evaluator evaluator(kind, graph::built_in_score(kind), {.order = order});
    const auto scored = evaluator.step(10);
    ASSERT_TRUE(scored);
    EXPECT_EQ(*scored, 0U);
    EXPECT_FALSE(evaluator.answer(0));
  }
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
  Evaluator without(kind, {}, {.order = Order::kBest, .priority = {}});
  ASSERT_TRUE(without.add_root(*kind.type->start(5, {})));
  EXPECT_FALSE(without.step(1));
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
