// Graphs of positions in memory, against walks that are written apart.

#include "intarsia/graph/graph.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "tests/support/any_game.h"
#include "tests/support/graphs.h"

namespace intarsia::test {
namespace {

using graph::Graph;
using graph::Kind;
using graph::Node;
using graph::NodeId;

constexpr Key kFewBits = Key{0xffff} << 48;  // keys of 16 bits

Graph explored(const Kind& kind, int depth, unsigned threads = 1) {
  Graph g(kind);
  const auto root = g.add(*kind.type->start(kind.size, {}));
  EXPECT_TRUE(root);
  const auto done = g.explore(*root, {.depth = depth, .threads = threads});
  EXPECT_TRUE(done && *done);
  return g;
}

std::string dumped(const graph::View& view) {
  const auto text = graph::dump(view);
  EXPECT_TRUE(text);
  return text ? *text : "";
}

graph::Statistics counted(const graph::View& view) {
  const auto s = graph::statistics_of(view);
  EXPECT_TRUE(s);
  return s ? *s : graph::Statistics{};
}

Kind kind_of(std::string_view game, std::string_view size = {}) {
  const auto type = games::find_game(game);
  EXPECT_TRUE(type);
  return {*type, size.empty() ? (*type)->sizes.usual : *(*type)->sizes.read(size)};
}

// Numbers that others counted, transpositions once.
TEST(Graph, ExploresAsManyPositionsAsThereAre) {
  const std::vector<std::uint64_t> chess = {21, 421, 5'783, 77'796};
  const std::vector<std::uint64_t> connect4 = {8, 57, 295, 1'415};
  for (int depth = 1; depth <= 4; ++depth) {
    const auto i = static_cast<std::size_t>(depth - 1);
    EXPECT_EQ(counted(explored(kind_of("chess"), depth)).nodes, chess[i]);
    EXPECT_EQ(counted(explored(kind_of("connect4"), depth)).nodes, connect4[i]);
  }
}

// Every position of a game by lines alone, with the texts of its moves: another way than records.
struct Walk {
  struct Found {
    std::set<std::string> moves;
    bool has_ended;
  };
  std::map<std::string, Found> positions;

  void visit(const game::Line& line) {
    const auto [it, is_new] = positions.try_emplace(line.position_text());
    if (!is_new) return;
    it->second.has_ended = line.end().has_value();
    if (it->second.has_ended) return;
    for (const std::string& move : line.legal_moves()) {
      it->second.moves.insert(move);
      auto next = line.copy();
      ASSERT_FALSE(next->play(move));
      visit(*next);
    }
  }
};

TEST(Graph, HoldsAllOfHexThreeByThree) {
  const Kind kind = kind_of("hex", "3");
  const Graph g = explored(kind, 20);
  Walk walk;
  walk.visit(*kind.type->start(3, {}));
  std::size_t nodes = 0;
  const auto error = g.for_each([&](const Node& n) -> std::optional<Error> {
    ++nodes;
    auto line = kind.type->unpack(kind.size, n.record);
    EXPECT_TRUE(line);
    const auto found = walk.positions.find((*line)->position_text());
    EXPECT_NE(found, walk.positions.end());
    std::set<std::string> moves;
    for (const graph::Edge& e : n.edges) {
      moves.insert(kind.type->rules.move_text(kind.size, n.record.data(), e.move));
    }
    EXPECT_EQ(moves, found->second.moves);
    EXPECT_EQ(n.end.has_value(), found->second.has_ended);
    EXPECT_TRUE(n.is_explored);
    return std::nullopt;
  });
  EXPECT_FALSE(error);
  EXPECT_EQ(nodes, walk.positions.size());
}

TEST(Graph, SeesOnePositionWhereEnPassantIsNotLegal) {
  const Kind kind = kind_of("chess");
  Graph g(kind);
  const auto with = kind.type->read_line("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1", {});
  const auto without = kind.type->read_line("8/8/8/K1Pp3r/8/8/8/7k w - - 12 40", {});
  const auto a = g.add(*with->line);
  const auto b = g.add(*without->line);
  EXPECT_EQ(*a, *b);
  EXPECT_EQ(g.nodes().size(), 1U);
  EXPECT_NE(with->line->key(), without->line->key());
}

TEST(Graph, FindsNothingOfAnotherGameOrBoard) {
  const Graph g(kind_of("hex", "5"));
  const auto chess = games::find_game("chess");
  const auto hex = games::find_game("hex");
  EXPECT_FALSE(g.find(*(*chess)->start(8, {})));
  EXPECT_FALSE(g.find(*(*hex)->start(6, {})));
  const auto none = g.find(*(*hex)->start(5, {}));
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
}

class AnyGraph : public AnyGame {
 protected:
  Kind kind(Key mask = ~Key{0}) const { return {&type(), size(), mask}; }
  // Few moves deep on large boards.
  int depth() const { return size() > 10 && type().sizes.all.size() > 1 ? 2 : 3; }

  std::size_t record_bytes() const { return type().record_type(size()).bytes; }

  std::vector<StoredGame> some_games(int count) {
    std::vector<StoredGame> games;
    for (int i = 0; i < count; ++i) games.push_back(stored_game(random_line(60), i));
    return games;
  }
  StoredGame stored_game(const game::LinePtr& line, int number) {
    const Outcome outcome = outcome_of(*line, number);
    StoredGame g{{.outcome = outcome}, records_of(*line, outcome)};
    g.row.ratings = {static_cast<std::uint16_t>(number % 3 == 0 ? 0 : 1500 + number),
                     static_cast<std::uint16_t>(number % 5 == 0 ? 0 : 1700)};
    return g;
  }
};
INTARSIA_FOR_ALL_GAMES(AnyGraph);

TEST_P(AnyGraph, HasTheMovesAndChildrenThatLinesHave) {
  const Graph g = explored(kind(), 1);
  const auto error = g.for_each([&](const Node& n) -> std::optional<Error> {
    auto line = type().unpack(size(), n.record);
    EXPECT_TRUE(line);
    EXPECT_EQ((*line)->identity(), n.key);
    const auto end = (*line)->end();
    EXPECT_EQ(end.has_value(), n.end.has_value());
    if (!n.is_explored) return std::nullopt;
    EXPECT_EQ(n.edges.size(), (*line)->legal_moves().size());
    for (const graph::Edge& e : n.edges) {
      auto next = (*line)->copy();
      EXPECT_FALSE(next->play(type().rules.move_text(size(), n.record.data(), e.move)));
      EXPECT_EQ(next->identity(), e.child);
      const auto child = g.find(*next);
      EXPECT_TRUE(child && *child);
    }
    return std::nullopt;
  });
  EXPECT_FALSE(error);
}

TEST_P(AnyGraph, IsTheSameForAnyNumberOfThreads) {
  EXPECT_EQ(dumped(explored(kind(), depth())), dumped(explored(kind(), depth(), 3)));
  const auto games = some_games(40);
  Graph one(kind());
  Graph three(kind());
  EXPECT_FALSE(one.add_games(played(games)));
  EXPECT_FALSE(three.add_games(played(games), 3));
  EXPECT_EQ(dumped(one), dumped(three));
}

TEST_P(AnyGraph, IsTheSameForAnyOrderOfGamesAndAnyMerge) {
  auto games = some_games(12);
  Graph whole(kind());
  EXPECT_FALSE(whole.add_games(played(games)));
  std::reverse(games.begin(), games.end());
  Graph reversed(kind());
  for (const graph::PlayedGame& g : played(games)) EXPECT_FALSE(reversed.add_games({&g, 1}));
  EXPECT_EQ(dumped(whole), dumped(reversed));

  const auto all = played(games);
  std::vector<Graph> parts;
  for (std::size_t i = 0; i < 3; ++i) {
    parts.emplace_back(kind());
    EXPECT_FALSE(parts.back().add_games(std::span(all).subspan(4 * i, 4)));
  }
  const auto merged = [&](std::initializer_list<std::size_t> order) {
    Graph sum(kind());
    for (const std::size_t i : order) EXPECT_FALSE(sum.merge(parts[i]));
    return sum;
  };
  EXPECT_EQ(dumped(merged({0, 1, 2})), dumped(whole));
  EXPECT_EQ(dumped(merged({2, 0, 1})), dumped(whole));
  Graph right(kind());
  EXPECT_FALSE(right.merge(merged({1, 2})));
  EXPECT_FALSE(right.merge(parts[0]));
  EXPECT_EQ(dumped(right), dumped(whole));
}

TEST_P(AnyGraph, CountsEveryGame) {
  const auto games = some_games(20);
  Graph g(kind());
  EXPECT_FALSE(g.add_games(played(games)));
  std::uint64_t plies = 0;
  for (const StoredGame& game : games) plies += game.records.size() / record_bytes() - 1;
  const auto s = counted(g);
  EXPECT_EQ(s.games, games.size());
  EXPECT_EQ(s.plies, plies);
  const auto start = g.find(*game().start());
  ASSERT_TRUE(start && *start);
  EXPECT_EQ((*start)->starts, games.size());
  std::map<Outcome, std::uint64_t> by_outcome;
  for (const StoredGame& game : games) {
    if (game.records.size() > record_bytes()) ++by_outcome[game.row.outcome];
  }
  for (const auto& [outcome, count] : by_outcome) {
    EXPECT_GE((*start)->counts().with(outcome), count);
  }
  // What comes to a position leaves it, but for games that begin or end there.
  std::map<std::pair<Key, std::vector<std::byte>>, std::int64_t> flow;
  EXPECT_FALSE(g.for_each([&](const Node& n) -> std::optional<Error> {
    flow[{n.key, n.record}] += static_cast<std::int64_t>(n.starts) -
                               static_cast<std::int64_t>(n.finishes) -
                               static_cast<std::int64_t>(n.counts().games());
    const auto children = *g.children_of(n);
    for (std::size_t i = 0; i < n.edges.size(); ++i) {
      const auto record = std::span(children.records).subspan(i * record_bytes(), record_bytes());
      flow[{children.keys[i], {record.begin(), record.end()}}] +=
          static_cast<std::int64_t>(n.edges[i].counts.games());
    }
    return std::nullopt;
  }));
  for (const auto& [position, sum] : flow) ASSERT_EQ(sum, 0);
}

// Keys of 16 bits: most positions share theirs with others, and yet all is the same.
TEST_P(AnyGraph, KeepsPositionsApartThatShareAKey) {
  const auto games = some_games(30);
  Graph whole(kind());
  Graph few(kind(kFewBits));
  for (Graph* g : {&whole, &few}) {
    EXPECT_FALSE(g->add_games(played(games)));
    const auto root = g->add(*game().start());
    ASSERT_TRUE(root);
    EXPECT_TRUE(g->explore(*root, {.depth = depth()}));
  }
  const auto a = counted(whole);
  auto b = counted(few);
  if (a.nodes > 3'000) {  // some seventy pairs of them, on average
    EXPECT_GT(b.collisions, 0U);
  }
  b.collisions = a.collisions;
  EXPECT_EQ(a, b);
  EXPECT_FALSE(whole.for_each([&](Node n) -> std::optional<Error> {
    const auto found = few.find({n.key & kFewBits, n.record});
    EXPECT_TRUE(found && *found);
    n.key &= kFewBits;
    for (graph::Edge& e : n.edges) e.child &= kFewBits;
    EXPECT_EQ(**found, n);
    return std::nullopt;
  }));
  Graph merged(kind(kFewBits));
  EXPECT_FALSE(merged.merge(few));
  EXPECT_EQ(dumped(merged), dumped(few));
}

TEST_P(AnyGraph, TakesAsManyPliesAsItIsTold) {
  const auto games = some_games(5);
  Graph g(kind());
  EXPECT_FALSE(g.add_games(played(games), 1, 2));
  std::uint64_t plies = 0;
  for (const StoredGame& game : games) {
    plies += std::min<std::uint64_t>(2, game.records.size() / record_bytes() - 1);
  }
  const auto s = counted(g);
  EXPECT_EQ(s.plies, plies);
  EXPECT_EQ(s.games, games.size());
}

// A data set without final positions: the last move leads somewhere all the same.
TEST_P(AnyGraph, FollowsTheLastMoveOfRecordsWithoutAFinalPosition) {
  auto games = some_games(4);
  Graph with(kind());
  EXPECT_FALSE(with.add_games(played(games)));
  for (StoredGame& g : games) {
    if (g.records.size() > record_bytes()) g.records.resize(g.records.size() - record_bytes());
  }
  Graph without(kind());
  EXPECT_FALSE(without.add_games(played(games)));
  EXPECT_EQ(dumped(with), dumped(without));
}

TEST(Graph, StopsNearTheNumberOfNodesThatIsAskedFor) {
  const Kind kind = kind_of("chess");
  for (const std::uint64_t most : {1U, 2U, 100U, 5'000U}) {
    Graph g(kind);
    const auto root = g.add(*kind.type->start(kind.size, {}));
    EXPECT_TRUE(g.explore(*root, {.max_nodes = most}));
    EXPECT_GE(g.nodes().size(), most);
    EXPECT_LE(g.nodes().size(), most + 218);
    Graph same(kind);
    EXPECT_TRUE(same.explore(*same.add(*kind.type->start(kind.size, {})),
                             {.max_nodes = most, .threads = 2}));
    EXPECT_EQ(dumped(g), dumped(same));
  }
}

TEST(Graph, GoesOnFromWhatWasExploredBefore) {
  const Kind kind = kind_of("chess");
  Graph g = explored(kind, 1);
  EXPECT_TRUE(g.explore(*g.add(*kind.type->start(kind.size, {})), {.depth = 3}));
  EXPECT_EQ(dumped(g), dumped(explored(kind, 3)));
}

}  // namespace
}  // namespace intarsia::test
