// Walks through graphs of every game, against the path played anew from the start.

#include "intarsia/graph/walker.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/graph/graph.h"
#include "tests/support/any_game.h"
#include "tests/support/random_play.h"

namespace intarsia::test {
namespace {

using graph::Graph;
using graph::Kind;
using graph::Walker;
using Path = std::vector<std::uint16_t>;

std::vector<std::uint16_t> legal_numbers(const Kind& kind, std::span<const std::byte> record) {
  std::vector<std::uint32_t> first;
  std::vector<std::uint16_t> moves;
  kind.type->rules.legal_moves(kind.size, record, first, moves);
  return moves;
}

// The start's line with the moves of the path, which lines play without transitions.
void expect_as_played_anew(const Walker& w, const game::Line& start) {
  const Kind& kind = w.graph().kind();
  const game::LinePtr line = w.line();
  ASSERT_EQ(line->ply(), start.ply() + static_cast<int>(w.path().size()));
  ASSERT_TRUE(start.is_same(*line->at(start.ply())));

  const auto unpacked = kind.type->unpack(kind.size, w.record());
  ASSERT_TRUE(unpacked);
  ASSERT_EQ((*unpacked)->position_text(), line->position_text());
  ASSERT_EQ((*unpacked)->identity() & kind.key_mask, w.key());

  const auto identity = w.graph().identity_of(*line);
  ASSERT_TRUE(identity);
  ASSERT_EQ(w.key(), identity->key);
  ASSERT_EQ(w.identity().key, identity->key);
  ASSERT_EQ(w.identity().record, identity->record);

  const auto by_line = w.graph().find(*line);
  const auto by_walk = w.node();
  ASSERT_TRUE(by_line && by_walk);
  ASSERT_EQ(*by_walk, *by_line);
}

// Moves forth and back at random, to the ends of games and to the start.
void walk_at_random(const graph::View& graph, const game::Line& start, KeySequence& random,
                    int steps) {
  auto made = Walker::from(graph, start);
  ASSERT_TRUE(made);
  Walker& w = *made;
  const std::vector<std::byte> first = w.record();
  Path expected;
  for (int i = 0; i < steps; ++i) {
    const Path moves = legal_numbers(graph.kind(), w.record());
    // Now and then many steps back; else three forth for one back.
    const bool is_back = random.next() % 4 == 0 || moves.empty();
    const std::size_t times = is_back && random.next() % 8 == 0 ? 30 : 1;
    for (std::size_t k = 0; k < times; ++k) {
      if (is_back) {
        ASSERT_EQ(w.pop(), !expected.empty());
        if (!expected.empty()) expected.pop_back();
      } else {
        expected.push_back(moves[random.next() % moves.size()]);
        ASSERT_FALSE(w.push(expected.back()));
      }
    }
    ASSERT_EQ(Path(w.path().begin(), w.path().end()), expected);
    ASSERT_NO_FATAL_FAILURE(expect_as_played_anew(w, start));
  }
  while (w.pop()) {
  }
  ASSERT_TRUE(w.path().empty());
  ASSERT_EQ(w.record(), first);
}

class AnyWalker : public AnyGame {
 protected:
  Kind kind(Key mask = ~Key{0}) const { return {&type(), size(), mask}; }
  Graph explored(int depth, Key mask = ~Key{0}) const {
    Graph g(kind(mask));
    const auto root = g.add(*game().start());
    EXPECT_TRUE(g.explore(*root, {.depth = depth, .max_nodes = 5'000}));
    return g;
  }
};
INTARSIA_FOR_ALL_GAMES(AnyWalker);

TEST_P(AnyWalker, IsAlwaysWhereItsPathLeads) {
  const Graph g = explored(2);
  KeySequence random(7);
  for (int i = 0; i < kLines; ++i) {
    ASSERT_NO_FATAL_FAILURE(walk_at_random(g, *game().start(), random, 150));
    ASSERT_NO_FATAL_FAILURE(walk_at_random(g, *random_line(30), random, 40));
  }
}

TEST_P(AnyWalker, LooksAtKeysThroughTheGraphsMask) {
  const Graph g = explored(1, Key{0xffff} << 48);
  KeySequence random(8);
  ASSERT_NO_FATAL_FAILURE(walk_at_random(g, *game().start(), random, 60));
}

TEST_P(AnyWalker, RefusesEveryNumberThatIsNoLegalMove) {
  const Graph g = explored(1);
  const game::LinePtr start = random_line(20);
  auto w = Walker::from(g, *start);
  ASSERT_TRUE(w);
  const auto before = w->record();
  const Path legal = legal_numbers(kind(), before);
  for (unsigned number = 0; number <= 0xffff; ++number) {
    const auto move = static_cast<std::uint16_t>(number);
    if (std::find(legal.begin(), legal.end(), move) != legal.end()) continue;
    const auto error = w->push(move);
    ASSERT_TRUE(error) << number;
    ASSERT_EQ(error->code, ErrorCode::kIllegal);
  }
  EXPECT_TRUE(w->path().empty());
  EXPECT_EQ(w->record(), before);
}

TEST_P(AnyWalker, FollowsTheEdgesOfNodesAndNoOthers) {
  const Graph g = explored(2);
  auto w = Walker::from(g, *game().start());
  ASSERT_TRUE(w);
  const auto root = *w->node();
  ASSERT_TRUE(root);
  for (const graph::Edge& e : root->edges) {
    const auto refused = w->push(e);
    ASSERT_FALSE(refused) << refused->detail;
    EXPECT_EQ(w->key(), e.child);
    const auto node = *w->node();
    ASSERT_TRUE(node);
    EXPECT_EQ(node->key, e.child);
    EXPECT_TRUE(w->pop());
    graph::Edge wrong = e;
    wrong.child ^= 1;
    EXPECT_TRUE(w->push(wrong));
    EXPECT_TRUE(w->path().empty());
    EXPECT_EQ(w->key(), root->key);
  }
  EXPECT_FALSE(w->pop());
}

TEST_P(AnyWalker, KnowsNothingWhereTheGraphKnowsNothing) {
  const Graph empty(kind());
  const auto w = Walker::from(empty, *game().start());
  ASSERT_TRUE(w);
  const auto node = w->node();
  ASSERT_TRUE(node);
  EXPECT_FALSE(*node);
}

TEST(Walker, StartsOnlyInAGraphOfItsGameAndBoard) {
  const auto hex = *games::find_game("hex");
  const auto chess = *games::find_game("chess");
  const Graph g({hex, 5});
  EXPECT_TRUE(Walker::from(g, *hex->start(5, {})));
  EXPECT_FALSE(Walker::from(g, *hex->start(6, {})));
  EXPECT_FALSE(Walker::from(g, *chess->start(8, {})));
}

// Castling, en passant and promotion of both kinds of chess, of which the start position has few.
TEST(Walker, GoesForthAndBackOverEveryKindOfChessMove) {
  const auto chess = *games::find_game("chess");
  const Graph g({chess, 8});
  KeySequence random(9);
  std::vector<std::string> starts(kSpecialStarts.begin(), kSpecialStarts.end());
  for (const int array : {0, 317, 518, 959}) starts.push_back(chess960_fen(array, 959 - array));
  starts.emplace_back("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");    // king and rook change places
  starts.emplace_back("2rk4/8/8/8/8/8/8/2RK4 w Cc - 0 1");  // likewise, to the queen's side
  for (const std::string& fen : starts) {
    const auto read = chess->read_line(fen, {});
    ASSERT_TRUE(read) << fen;
    for (int i = 0; i < 2; ++i) {
      ASSERT_NO_FATAL_FAILURE(walk_at_random(g, *read->line, random, 80)) << fen;
    }
  }
}

// Each of them for itself, one step forth and one back.
TEST(Walker, ComesBackFromCastlingEnPassantPromotionAndTheSwap) {
  struct Case {
    std::string_view game, line, move;
  };
  for (const Case& c :
       {Case{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1"},
        Case{"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "e8c8"},
        Case{"chess", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"},
        Case{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"},
        Case{"chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n"},
        Case{"hex", "hex 5 moves b1", "swap"}, Case{"hex", "hex 5 moves c3", "swap"},
        Case{"connect4", "connect4 44444", "4"}}) {
    const auto type = *games::find_game(c.game);
    const auto read = type->read_line(c.line, {});
    ASSERT_TRUE(read) << c.line;
    const game::LinePtr& start = read->line;
    const Graph g({type, start->size()});
    auto w = Walker::from(g, *start);
    ASSERT_TRUE(w);
    const auto before = w->record();
    const game::LinePtr next = start->copy();
    ASSERT_FALSE(next->play(c.move)) << c.line;
    for (const std::uint16_t move : legal_numbers(g.kind(), before)) {
      if (type->rules.move_text(start->size(), before.data(), move) != c.move) continue;
      ASSERT_FALSE(w->push(move));
    }
    ASSERT_EQ(w->path().size(), 1U) << c.line << " " << c.move;
    EXPECT_TRUE(w->line()->is_same(*next));
    EXPECT_EQ(w->key(), next->identity());
    EXPECT_TRUE(w->pop());
    EXPECT_EQ(w->record(), before);
    EXPECT_EQ(w->key(), start->identity());
  }
}

}  // namespace
}  // namespace intarsia::test
