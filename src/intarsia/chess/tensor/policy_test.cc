#include "intarsia/chess/tensor/policy.h"

#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/uci.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kPositions = 600;
#else
constexpr int kPositions = 12'000;
#endif

constexpr FrameIndex kFrames[] = {kWhiteFrame, kMoverFrame};

Position at(std::string_view fen) { return read_fen(fen)->position; }

std::int32_t number(std::string_view id, const Position& p, std::string_view uci,
                    FrameIndex frame = kMoverFrame) {
  return find_policy(id)->index(p, *read_uci(p, uci), frame);
}

// (az, pgx, pettingzoo) of spec/peer-layouts.md, each in a position where the move is legal.
using Sample = std::tuple<std::string_view, std::string_view, int, int, int>;
constexpr Sample kSamples[] = {
    {kStartFen, "e2e4", 877, 2426, 2421},
    {kStartFen, "g1f3", 501, 3572, 3563},
    {kStartFen, "b1c3", 129, 656, 645},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 307, 2367, 2350},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", 335, 2364, 2345},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 3504, 454, 442},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8r", 3573, 438, 507},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8b", 3572, 441, 506},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", 3571, 444, 505},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 3511, 482, 445},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n", 3574, 445, 508},
    {"6n1/7P/8/8/8/8/k7/7K w - - 0 1", "h7g8b", 4080, 4531, 4591},
    {"7n/8/8/8/k7/8/8/B6K w - - 0 1", "a1h8", 13, 50, 55},
    {"8/8/8/8/k2N4/8/8/7K w - - 0 1", "d4e6", 2027, 2043, 2032},
};

TEST(Policy, NumbersArePublishedOnes) {
  for (const auto& [fen, uci, az, pgx, pettingzoo] : kSamples) {
    const Position p = at(fen);
    EXPECT_EQ(number("chess/az4672", p, uci), az) << uci;
    EXPECT_EQ(number("chess/pgx4672", p, uci), pgx) << uci;
    EXPECT_EQ(number("chess/pettingzoo4672", p, uci), pettingzoo) << uci;
    const int open_spiel = uci == "e1g1" ? 4673 : uci == "e1c1" ? 4672 : pgx;
    EXPECT_EQ(number("chess/openspiel4674", p, uci), open_spiel) << uci;
    // The same move of Black on the mirrored board.
    const Position q = mirrored(p);
    const Move m = mirrored(*read_uci(p, uci));
    EXPECT_EQ(find_policy("chess/az4672")->index(q, m, kMoverFrame), az) << uci;
    EXPECT_EQ(find_policy("chess/openspiel4674")->index(q, m, kMoverFrame), open_spiel) << uci;
  }
}

TEST(Policy, Lc0HasItsPublishedNumbers) {
  const Position castling = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Position promotion = at("1n5k/P3P2P/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_EQ(number("chess/lc0-1858", castling, "e1g1"), 103);
  EXPECT_EQ(number("chess/lc0-1858", castling, "e1c1"), 97);
  EXPECT_EQ(number("chess/lc0-1858", Position{}, "g1f3"), 159);
  EXPECT_EQ(number("chess/lc0-1858", Position{}, "e2e4"), 322);
  EXPECT_EQ(number("chess/lc0-1858", promotion, "a7a8n"), 1401);
  EXPECT_EQ(number("chess/lc0-1858", promotion, "a7a8q"), 1792);
  EXPECT_EQ(number("chess/lc0-1858", promotion, "a7a8r"), 1793);
  EXPECT_EQ(number("chess/lc0-1858", promotion, "a7a8b"), 1794);
  EXPECT_EQ(number("chess/lc0-1858", promotion, "e7e8q"), 1828);
}

TEST(Policy, TheFrameDecidesWhoseSquaresAreMeant) {
  const Position p = Position{}.after(Move(kE2, kE4));
  for (const Policy& code : policies()) {
    EXPECT_EQ(code.index(p, Move(kE7, kE5), kMoverFrame),
              code.index(Position{}, Move(kE2, kE4), kMoverFrame));
    EXPECT_NE(code.index(p, Move(kE7, kE5), kWhiteFrame),
              code.index(p, Move(kE7, kE5), kMoverFrame));
  }
  EXPECT_EQ(number("chess/move4096", p, "e7e5", kWhiteFrame), 64 * kE7 + kE5);
  EXPECT_EQ(number("chess/move4096", p, "e7e5", kMoverFrame), 64 * kE2 + kE4);
}

TEST(Policy, EveryLegalMoveHasANumberAndComesBack) {
  test::for_random_positions(kPositions, [](const Replay& r) {
    const Position& p = r.position();
    const MoveList legal = legal_moves(p);
    for (const Policy& code : policies()) {
      for (FrameIndex frame : kFrames) {
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(code.size()), 7);
        code.mask(p, frame, mask);
        std::set<std::int32_t> numbers;
        const bool is_shared = code.id() == "chess/move4096";
        for (Move m : legal) {
          const std::int32_t i = code.index(p, m, frame);
          ASSERT_TRUE(i >= 0 && i < code.size()) << code.id() << ' ' << to_uci(p, m);
          ASSERT_TRUE(numbers.insert(i).second || (is_shared && m.is_promotion()))
              << code.id() << ' ' << to_uci(p, m) << ' ' << to_fen(p);
          ASSERT_EQ(mask[static_cast<std::size_t>(i)], 1);
        }
        ASSERT_EQ(static_cast<std::size_t>(std::count(mask.begin(), mask.end(), 1)),
                  numbers.size());
        ASSERT_EQ(static_cast<std::size_t>(std::count(mask.begin(), mask.end(), 0)),
                  mask.size() - numbers.size());
        for (Move m : legal) {
          const Kind kind = m.is_promotion() ? m.promotion() : kQueen;
          ASSERT_EQ(*code.move(p, code.index(p, m, frame), frame, kind), m) << to_uci(p, m);
        }
      }
    }
  });
}

TEST(Policy, EveryNumberIsALegalMoveOrAnError) {
  test::for_random_positions(60, [](const Replay& r) {
    const Position& p = r.position();
    for (const Policy& code : policies()) {
      std::vector<std::uint8_t> mask(static_cast<std::size_t>(code.size()));
      code.mask(p, kMoverFrame, mask);
      for (std::int32_t i = -1; i <= code.size(); ++i) {
        const auto m = code.move(p, i, kMoverFrame);
        const bool is_inside = i >= 0 && i < code.size();
        ASSERT_EQ(static_cast<bool>(m), is_inside && mask[static_cast<std::size_t>(i)] == 1);
        if (m) {
          ASSERT_EQ(code.index(p, *m, kMoverFrame), i);
        }
      }
    }
  });
}

TEST(Policy, ErrorsSayWhatTheNumberIs) {
  const auto detail = [](std::string_view id, std::int32_t i, const Position& p) {
    const auto m = find_policy(id)->move(p, i, kMoverFrame);
    return m ? to_uci(p, *m) : m.error().detail;
  };
  const Position black = Position{}.after(Move(kE2, kE4));
  EXPECT_EQ(detail("chess/az4672", 877, Position{}), "e2e4");
  EXPECT_EQ(detail("chess/az4672", 877, black), "e7e5");
  EXPECT_EQ(detail("chess/az4672", 307, Position{}),
            "number 307 of chess/az4672 is e1g1, which is not legal here");
  EXPECT_EQ(detail("chess/az4672", 307, black),
            "number 307 of chess/az4672 is e8g8, which is not legal here");
  EXPECT_EQ(detail("chess/az4672", 28, Position{}),
            "number 28 of chess/az4672 names no move: it would leave the board");
  EXPECT_EQ(detail("chess/az4672", 4672, Position{}),
            "chess/az4672 has the numbers 0 to 4671, not 4672");
  EXPECT_EQ(detail("chess/openspiel4674", 4672, Position{}),
            "number 4672 of chess/openspiel4674 is castling queenside, which is not legal here");
  EXPECT_EQ(find_policy("chess/az4673"), nullptr);
}

TEST(Policy, PromotionsShareANumberOnlyWhereItIsSaid) {
  const Position p = at("7k/P7/8/8/8/8/8/K7 w - - 0 1");
  const Policy& code = *find_policy("chess/move4096");
  const std::int32_t i = 64 * kA7 + kA8;
  EXPECT_EQ(*code.move(p, i, kMoverFrame), Move(kA7, kA8, kQueen));
  EXPECT_EQ(*code.move(p, i, kMoverFrame, kKnight), Move(kA7, kA8, kKnight));
  EXPECT_EQ(code.index(p, Move::none(), kMoverFrame), kNoPolicy);
}

TEST(Policy, CastlingIsWrittenAsEachCodeSays) {
  // The king's target and a step of its own would be one move in Chess960.
  const Position p = at("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  EXPECT_EQ(number("chess/move4096", p, "f1g1"), 64 * kF1 + kG1);
  EXPECT_EQ(number("chess/openspiel4674", p, "f1g1"), 4673);
  const Position standard = at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  EXPECT_EQ(number("chess/move4096", standard, "e1g1"), 64 * kE1 + kG1);
  EXPECT_FALSE(find_policy("chess/move4096")->move(standard, 64 * kE1 + kH1, kMoverFrame));
}

}  // namespace
}  // namespace intarsia::chess
