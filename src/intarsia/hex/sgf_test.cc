#include "intarsia/hex/sgf.h"

#include <utility>

#include <gtest/gtest.h>

#include "intarsia/hex/internal/sgf_tree.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/trmph.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

std::string as_trmph(std::string_view sgf) {
  const auto r = read_sgf(sgf);
  return r ? to_trmph(r->game) : r.error().detail;
}

TEST(Sgf, ReadsHexGuisDialect) {
  EXPECT_EQ(as_trmph("(;FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];B[k5];W[f6])"), "#11,b1b1k5f6");
  EXPECT_EQ(as_trmph("(;AP[HexGui:1.0.]FF[4]GM[11]SZ[3]\n;B[a1];W[c3];\nB[resign])"), "#3,a1c3 r");
  EXPECT_EQ(as_trmph("(;GM[11]SZ[11]RE[B+Resign];B[a2];W[b3])"), "#11,a2b3 b");
}

TEST(Sgf, ReadsLittleGolemsDialect) {
  EXPECT_EQ(as_trmph("(;FF[4]SZ[13]RE[B];W[am];B[swap])"), "#13,m1m1 b");
  EXPECT_EQ(as_trmph("(;FF[4]PB[x]PW[y]SZ[13]RE[B];W[am];B[ii];W[de];B[resign])"), "#13,a13i9d5 b");
  const auto names = read_sgf("(;FF[4]PB[[the] best]PW[a]b]SZ[13];W[am])");
  ASSERT_TRUE(names) << names.error().detail;
  EXPECT_EQ(*find_tag(names->game, "PB"), "[the] best");
  EXPECT_EQ(*find_tag(names->game, "PW"), "a]b");
}

TEST(Sgf, TheLabelAfterASwapTellsWhatItDid) {
  const auto sides = read_sgf("(;GM[11]SZ[11];B[b4];W[swap-pieces];W[b10];B[c9])");
  ASSERT_TRUE(sides);
  EXPECT_TRUE(sides->game.has_swapped_sides);
  EXPECT_EQ(to_trmph(sides->game), "#11,b4b10c9 # swap-sides");
  const auto pieces = read_sgf("(;GM[11]SZ[11];B[b4];W[SWAP];B[b10];W[c9])");
  ASSERT_TRUE(pieces);
  EXPECT_FALSE(pieces->game.has_swapped_sides);
  EXPECT_EQ(to_trmph(pieces->game), "#11,d2d2b10c9");
  EXPECT_FALSE(read_sgf("(;GM[11]SZ[11];B[b4];W[swap-sides];B[b10])"));
  // Who resigns says nothing about whose turn it is.
  EXPECT_EQ(as_trmph("(;GM[11]SZ[5];B[b1];W[swap-pieces];W[resign])"), "#5,a2a2 b");
}

TEST(Sgf, EscapesGoBothWays) {
  const auto r =
      read_sgf(R"((;FF[4]GM[11]SZ[5]GC[a \] b \\ c]PB[Troll\]HA[42];B[a1]C[hi \] you]))");
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(*find_tag(r->game, "GC"), "a ] b \\ c");
  EXPECT_EQ(*find_tag(r->game, "PB"), "Troll]HA[42");
  EXPECT_EQ(read_sgf(to_sgf(r->game))->game, r->game);
}

TEST(Sgf, TheMainLineIsReadAndVariationsAreNot) {
  EXPECT_EQ(as_trmph("(;GM[11]SZ[5];B[a1](;W[b2];B[c3])(;W[d4];B[e5]))"), "#5,a1b2c3");
  std::string deep = "(;GM[11]SZ[5]";
  for (int i = 0; i < 100'000; ++i) deep += "(;B[a1]";
  const auto r = read_sgf(deep + std::string(100'001, ')'));
  EXPECT_EQ(r.error().code, ErrorCode::kLimit);
}

TEST(Sgf, RandomGamesSurviveTheWayThroughSgf) {
  test::for_random_games(500, [](const Replay& r) {
    Game g{r.position().size(), SwapRule::kTransposed, r.moves(), r.winner()};
    g.has_swapped_sides = !g.is_swapped() && g.moves.size() % 2 == 0;
    const auto again = read_sgf(to_sgf(g));
    ASSERT_TRUE(again) << to_sgf(g) << again.error().detail;
    ASSERT_EQ(again->game, g);
    ASSERT_EQ(to_trmph(again->game), to_trmph(g));
  });
}

TEST(Sgf, ALiteralSwapIsWrittenAsTheOneThatLeadsThere) {
  const auto r = read_trmph("#5,b1b1c3", {.swap_rule = SwapRule::kLiteral});
  EXPECT_NE(to_sgf(r->game).find(";B[a2];W[swap-pieces];B[c3]"), std::string::npos);
}

TEST(Sgf, MovesAfterTheWinAreCutAndNoted) {
  const auto r = read_sgf("(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[b2])");
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(to_trmph(r->game), "#2,a1b1a2 b");
  EXPECT_EQ(r->notes.size(), 1U);
  EXPECT_TRUE(read_sgf("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3];B[c1];W[c2])"));
}

TEST(Sgf, AGameHasLimits) {
  const std::string start = "(;GM[11]SZ[5]";
  EXPECT_TRUE(read_sgf(start + std::string(kMaxSgfNodes - 1, ';') + ")"));
  EXPECT_EQ(read_sgf(start + std::string(kMaxSgfNodes, ';') + ")").error().code, ErrorCode::kLimit);
  EXPECT_EQ(read_sgf(start + "GC[" + std::string(kMaxSgfTagBytes + 1, 'x') + "])").error().code,
            ErrorCode::kLimit);
  std::string tags = start;
  for (std::size_t i = 0; i <= kMaxSgfTags; ++i) tags += "EV[x]";
  EXPECT_EQ(read_sgf(tags + ")").error().code, ErrorCode::kLimit);
}

std::string as_line(std::string_view sgf) {
  const auto r = read_sgf(sgf);
  return r ? to_position_line(replay_of(*r), r->shown) : r.error().detail;
}

TEST(Sgf, StonesThatAreSetUpAreWhereAGameBegins) {
  EXPECT_EQ(as_line("(;FF[4]GM[11]SZ[6];AB[c4][f6]\nAW[d5]PL[W])"),
            "hex 6 blue c4 f6 red d5 turn red");
  EXPECT_EQ(as_line("(;GM[11]SZ[6]AB[c4]AW[d5]PL[B];AB[f6]AE[c4];B[a1];W[b1])"),
            "hex 6 blue f6 red d5 turn blue moves a1 b1");
  EXPECT_EQ(as_line("(;GM[11]SZ[6];AB[c4]PL[W];W[swap-pieces];B[a1])"),
            "hex 6 blue c4 turn red moves swap a1");
  EXPECT_EQ(as_line("(;GM[11]SZ[6]PL[B];B[a1])"), "hex 6 moves a1");
}

TEST(Sgf, WhoMovesIsSaidByTheMoveThenByPlThenByTheStones) {
  const auto r = read_sgf("(;GM[11]SZ[6];AB[c4][f6]AW[d5]PL[B];W[a1])");
  ASSERT_TRUE(r);
  EXPECT_EQ(r->game.start().turn(), kRed);
  EXPECT_EQ(r->notes.size(), 1U) << "PL says something else";
  const auto counted = read_sgf("(;GM[11]SZ[6];AB[c4][f6]AW[d5])");
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->game.start().turn(), kRed);
  EXPECT_EQ(counted->notes.size(), 1U);
}

TEST(Sgf, WhiteMayMoveFirst) {
  EXPECT_EQ(as_line("(;GM[11]SZ[5];W[a2];B[b2])"), "hex 5 turn red first red moves a2 b2");
  EXPECT_EQ(as_line("(;GM[11]SZ[5];W[a2];B[swap-pieces];W[c3])"),
            "hex 5 turn red first red moves a2 swap c3");
}

TEST(Sgf, AStartThatIsSetUpIsWritten) {
  for (const std::string_view text :
       {"(;GM[11]SZ[6];AB[c4][f6]AW[d5]PL[W];W[a1];B[b1])", "(;GM[11]SZ[6];AB[c4]PL[B])",
        "(;GM[11]SZ[5];W[a2];B[swap-pieces];W[c3])", "(;GM[11]SZ[5];W[a2];B[swap-sides];B[c3])",
        "(;GM[11]SZ[2];AB[a1][a2]PL[W])"}) {
    const auto r = read_sgf(text);
    ASSERT_TRUE(r) << text << r.error().detail;
    const auto again = read_sgf(to_sgf(r->game));
    ASSERT_TRUE(again) << to_sgf(r->game) << again.error().detail;
    EXPECT_EQ(again->game, r->game) << text;
  }
}

TEST(Sgf, AResultThatContradictsTheMovesIsNoted) {
  const auto resigned = read_sgf("(;FF[4]GM[11]SZ[5]RE[B+];B[a1];W[b1];B[resign])");
  ASSERT_TRUE(resigned);
  EXPECT_EQ(resigned->game.winner, kRed);
  ASSERT_EQ(resigned->notes.size(), 1U);
  EXPECT_EQ(resigned->notes[0].detail, "RE says that Blue won, but Blue resigned");
  const auto chain = read_sgf("(;FF[4]GM[11]SZ[2]RE[W+];B[a1];W[b1];B[a2])");
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->game.winner, kBlue);
  ASSERT_EQ(chain->notes.size(), 1U);
  EXPECT_EQ(chain->notes[0].detail, "RE says that Red won, but Blue's chain is complete");
}

struct Bad {
  std::string_view text;
  ErrorCode code;
};
TEST(Sgf, RefusesWithAReason) {
  const Bad cases[] = {
      {"", ErrorCode::kSyntax},
      {"(;FF[4]GM[1]SZ[19];B[aa])", ErrorCode::kUnsupported},
      {"(;FF[4]GM[11]SZ[0];B[a1])", ErrorCode::kLimit},
      {"(;FF[4]GM[11]SZ[1000000000];B[a1])", ErrorCode::kLimit},
      {"(;FF[4]GM[11]SZ[5:3];B[a1])", ErrorCode::kUnsupported},
      {"(;FF[4]GM[11];B[a1])", ErrorCode::kSyntax},
      {"(;FF[4]GM[11]SZ[5];B[k11])", ErrorCode::kInvalid},
      {"(;FF[4]GM[11]SZ[5];B[a1];W[b2];B[a1])", ErrorCode::kIllegal},
      {"(;FF[4]GM[11]SZ[5];B[a1];B[b2])", ErrorCode::kIllegal},
      {"(;FF[4]GM[11]SZ[5];B[a1];W[b2];B[swap-pieces])", ErrorCode::kIllegal},
      {"(;FF[4]GM[11]SZ[5];AB[a1][b2])", ErrorCode::kAmbiguous},
      {"(;FF[4]GM[11]SZ[5];AB[a1]AW[b2])", ErrorCode::kAmbiguous},
      {"(;FF[4]GM[11]SZ[5];AB[a1]AW[a1]PL[B])", ErrorCode::kInvalid},
      {"(;FF[4]GM[11]SZ[5];AB[a9]PL[B])", ErrorCode::kInvalid},
      {"(;FF[4]GM[11]SZ[5];AB[a1:b2]PL[B])", ErrorCode::kSyntax},
      {"(;FF[4]GM[11]SZ[5];AB[a1]PL[red])", ErrorCode::kSyntax},
      {"(;FF[4]GM[11]SZ[5];B[a1];AW[b2])", ErrorCode::kUnsupported},
      {"(;FF[4]GM[11]SZ[5];AB[a1][b2]PL[B];B[swap-pieces])", ErrorCode::kIllegal},
      {"(;FF[4]GM[11]SZ[5];B[resign];W[a1])", ErrorCode::kIllegal},
      {"(;FF[4]GM[11]SZ[11];B[a2", ErrorCode::kSyntax},
      {"(;FF[4]GM[11]SZ[11];B[a2]", ErrorCode::kSyntax},
      {"(FF[4];GM[11])", ErrorCode::kSyntax},
      {"(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5])", ErrorCode::kAmbiguous},
  };
  for (const Bad& b : cases) {
    const auto r = read_sgf(b.text);
    ASSERT_FALSE(r) << b.text;
    EXPECT_EQ(r.error().code, b.code) << b.text << ": " << r.error().detail;
    EXPECT_LE(r.error().offset, b.text.size());
  }
}

using Found = std::vector<std::pair<std::size_t, std::string>>;

// Where games begin, and the games or what is wrong with them.
Found all_of(std::string_view text) {
  SgfReader reader(text);
  Found found;
  while (const auto r = reader.next()) {
    found.emplace_back(reader.start(),
                       *r ? to_trmph((*r)->game) : std::string(name(r->error().code)));
  }
  return found;
}

TEST(Sgf, ABadGameDoesNotEndTheReading) {
  EXPECT_EQ(all_of("(;GM[1]SZ[9];B[aa])\n"
                   "(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5]?;B[b1])\n"
                   "(;GM[11]SZ[5];B[c3])\n"),
            (Found{{0, "unsupported"}, {20, "#5,a1"}, {40, "syntax"}, {62, "#5,c3"}}));
  EXPECT_EQ(all_of("(;GM[11]SZ[5];B[a1]\n(;GM[11]SZ[5];B[b2])(;GM[11]SZ[5];B[c3]"
                   "(;FF[4]SZ[5];B[d4])"),
            (Found{{0, "syntax"}, {20, "#5,b2"}, {40, "syntax"}, {59, "#5,d4"}}));
  EXPECT_EQ(all_of("junk (;GM[11]SZ[5];B[a1]) junk ( ;GM[11]SZ[5];B[b2])"),
            (Found{{0, "syntax"}, {5, "#5,a1"}, {26, "syntax"}, {31, "#5,b2"}}));
}

// Texts that once took quadratic time or memory many times their size.
TEST(Sgf, HostileTextsTakeLinearTimeAndLittleMemory) {
  std::string open_values;
  for (int i = 0; i < 300'000; ++i) open_values += "(;C[xxxxx\n";
  EXPECT_EQ(all_of(open_values), (Found{{0, "syntax"}}));
  std::string starts;
  for (int i = 0; i < 300'000; ++i) starts += "(;SZ[5]\n";
  EXPECT_EQ(all_of(starts).size(), 300'000U);
  std::string comments = "(;GM[11]SZ[5];B[a1]";
  for (int i = 0; i < 1'000'000; ++i) comments += "C[]B[]";
  const auto tree = internal::read_sgf_tree(comments + ")", 0);
  EXPECT_LT(std::get<internal::SgfTree>(tree).properties.size(), 1'000U);
}

}  // namespace
}  // namespace intarsia::hex
