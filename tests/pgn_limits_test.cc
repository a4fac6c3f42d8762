// PGN beyond every limit: answered by an ordinary error, in memory that does not grow with the
// input. The inputs are made here, piece by piece; time that is not linear shows as a test that
// does not end.

#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/recorder.h"
#include "tests/support/pgn_transcript.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr std::size_t kHuge = std::size_t{64} << 20;
#else
constexpr std::size_t kHuge = std::size_t{1} << 30;
#endif

class PgnLimits : public testing::Test {
 protected:
  void feed(std::string_view text) { games_.feed(text); }
  // As many bytes of the text repeated.
  void feed(std::string_view text, std::size_t bytes) {
    std::string piece;
    while (piece.size() < std::size_t{1} << 16) piece += text;
    for (std::size_t fed = 0; fed < bytes; fed += piece.size()) games_.feed(piece);
  }

  // All games but the last are clean; the last is answered.
  PgnGame finish() {
    games_.finish();
    PgnGame last;
    while (auto g = games_.next()) last = *std::move(g);
    return last;
  }

  void TearDown() override {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
#ifndef INTARSIA_SLOW_BUILD  // the sanitizers' shadow is not ours
    EXPECT_LT(usage.ru_maxrss, 256 << 10) << "kilobytes";
#endif
  }

  PgnGames games_{test::kAllPgn};
};

TEST_F(PgnLimits, ACommentOfAGigabyteIsSkippedAndTheGameReadOn) {
  feed("[Event \"a\"]\n\n1. e4 {");
  feed("Lorem ipsum [%eval 1.0] \n", kHuge);
  feed("} e5 *");
  const PgnGame g = finish();
  EXPECT_EQ(g.moves.size(), 2U);
  EXPECT_FALSE(g.is_refused);
  ASSERT_EQ(g.faults.size(), 1U);
  EXPECT_EQ(g.faults[0].code, ErrorCode::kLimit);
  EXPECT_EQ(g.faults[0].place, (PgnPlace{19, 3, 1}));
  EXPECT_TRUE(g.evals.empty());
}

TEST_F(PgnLimits, ACommentThatIsNeverClosedIsRefused) {
  feed("1. e4 {");
  feed("x (", kHuge / 4);
  const PgnGame g = finish();
  EXPECT_TRUE(g.is_refused);
  EXPECT_EQ(g.faults.at(0).code, ErrorCode::kLimit);
}

TEST_F(PgnLimits, CommentsUpToTheLimitAreHeard) {
  const std::string filler(kMaxPgnCommentBytes - 13, ' ');
  feed("1. e4 {" + filler + "[%eval 0.17]" + " } 1... e5 {" + filler + "  [%eval 0.17]} *");
  const PgnGame g = finish();
  ASSERT_EQ(g.evals.size(), 3U);
  EXPECT_EQ(g.evals[1], 17);
  EXPECT_EQ(g.evals[2], kNoEval);
  EXPECT_EQ(g.faults.size(), 1U);
}

TEST_F(PgnLimits, ATagOfSixtyFourMegabytesRefusesItsGameAlone) {
  feed("[Event \"");
  feed("x\\\" ", std::size_t{64} << 20);
  feed("\"]\n[Site \"s\"]\n\n1. e4 e5 *\n");
  PgnGames& games = games_;
  games.finish();
  const auto g = games.next();
  ASSERT_TRUE(g);
  EXPECT_TRUE(g->is_refused);
  EXPECT_EQ(g->faults.at(0).code, ErrorCode::kLimit);
  EXPECT_EQ(g->faults.at(0).place, (PgnPlace{0, 1, 1}));
  EXPECT_FALSE(games.next());
}

TEST_F(PgnLimits, TagValuesUpToTheLimitAreRead) {
  feed("[A \"" + std::string(kMaxPgnTagBytes, 'x') + "\"]\n\n*\n[A \"" +
       std::string(kMaxPgnTagBytes + 1, 'x') + "\"]\n\n*\n");
  games_.finish();
  const auto first = games_.next();
  const auto second = games_.next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->tags.at(0).second.size(), kMaxPgnTagBytes);
  EXPECT_FALSE(first->is_refused);
  EXPECT_TRUE(second->is_refused);
}

TEST_F(PgnLimits, AMillionTagsAreTooMany) {
  for (int i = 0; i < 1'000'000; ++i) feed("[T" + std::to_string(i) + " \"x\"]\n\n");
  feed("1. e4 *\n[Event \"b\"]\n\n1. d4 *");
  games_.finish();
  const auto first = games_.next();
  const auto second = games_.next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->tags.size(), kMaxPgnTags);
  EXPECT_EQ(first->faults.at(0).code, ErrorCode::kLimit);
  EXPECT_EQ(second->moves.size(), 1U);
  EXPECT_FALSE(second->is_refused);
}

TEST_F(PgnLimits, AHundredThousandNestedVariationsAreSkipped) {
  constexpr int kDepth = 100'000;
  feed("1. e4 ");
  for (int i = 0; i < kDepth; ++i) feed("(1. d4 {)} ");
  for (int i = 0; i < kDepth; ++i) feed(")");
  feed(" e5 *");
  const PgnGame g = finish();
  EXPECT_EQ(g.moves.size(), 2U);
  EXPECT_TRUE(g.faults.empty());
}

TEST_F(PgnLimits, AMillionMovesOfKnightsEndAtTheLimit) {
  for (int i = 0; i < 250'000; ++i) feed("1. Nf3 Nf6 2. Ng1 Ng8 ");
  feed("1-0\n\n1. e4 *");
  games_.finish();
  const auto first = games_.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->moves.size(), static_cast<std::size_t>(kMaxPlies));
  EXPECT_EQ(first->faults.at(0).code, ErrorCode::kLimit);
  EXPECT_EQ(first->faults.at(0).ply, kMaxPlies);
  EXPECT_EQ(first->outcome, Outcome::kFirst);
  const auto second = games_.next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->moves.size(), 1U);
}

TEST_F(PgnLimits, AGigabyteOfZeroBytesIsOneBadWord) {
  feed(std::string_view("\0", 1), kHuge);
  const PgnGame g = finish();
  EXPECT_EQ(g.place.game, 1U);
  EXPECT_EQ(g.faults.size(), 1U);
  EXPECT_EQ(g.faults.at(0).code, ErrorCode::kLimit);
}

TEST_F(PgnLimits, StrayBracketsAreNotedUpToALimit) {
  feed("1. e4 ");
  feed(") ", 1 << 20);
  feed("e5 *");
  const PgnGame g = finish();
  EXPECT_EQ(g.moves.size(), 2U);
  EXPECT_EQ(g.faults.size(), static_cast<std::size_t>(kMaxPgnNotes));
}

// Records count repetitions to three, over the longest game that there is, in linear time.
TEST_F(PgnLimits, RecordsOfTheLongestGameCountRepetitions) {
  struct Records : PgnVisitor {
    Recorder recorder;
    void begin_game(const PgnPlace&) override { recorder.begin(); }
    void move(const Position& before, Move m) override { recorder.move(before, m); }
    void end_game(const PgnEnd& end, const Position& last) override {
      recorder.end(last, end.outcome, true);
    }
  } records;
  PgnParser parser(records);
  for (int i = 0; i < 16'000; ++i) parser.feed("Nf3 Nf6 Ng1 Ng8 ");
  parser.feed("1/2-1/2");
  parser.finish();
  const auto all = records.recorder.records();
  ASSERT_EQ(all.size(), 64'001U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto r = unpack(all[i]);
    ASSERT_TRUE(r);
    const int times = static_cast<int>(i / 4) + 1;
    ASSERT_EQ(r->targets.occurrences, std::min(times, kThreefoldStored)) << i;
    ASSERT_EQ(r->targets.outcome, Outcome::kDraw);
    ASSERT_EQ(r->targets.is_first, i == 0);
    ASSERT_EQ(r->targets.has_next, i + 1 < all.size());
  }
}

}  // namespace
}  // namespace intarsia::chess
