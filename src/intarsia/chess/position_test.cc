#include "intarsia/chess/position.h"

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/keys.h"
#include "intarsia/chess/movegen.h"
#include "tests/support/data.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

Position at(std::string_view fen) { return read_fen(fen)->position; }

TEST(Position, StartsAtTheStart) {
  EXPECT_EQ(to_fen(Position{}), kStartFen);
  EXPECT_EQ(hex16(Position{}.key()), "463b96181691fc9c");
}

TEST(Position, HasThePublishedPolyglotKeys) {
  int checked = 0;
  for (const std::string& line : test::data_lines("fen/polyglot_vectors.tsv")) {
    const std::size_t tab = line.find('\t');
    if (line.substr(0, tab) == "fen") continue;
    EXPECT_EQ(hex16(at(line.substr(0, tab)).key()), line.substr(tab + 1)) << line;
    ++checked;
  }
  EXPECT_EQ(checked, 9);
}

// The key of FIDE identity, from scratch: Polyglot's with the en passant square struck out
// unless a generated move captures on it.
Key identity_from_scratch(const Position& p) {
  chess::Setup s = p.setup();
  bool captures = false;
  for (Move m : legal_moves(p)) {
    captures |= m.to() == s.en_passant && p.board().pieces(kPawn).contains(m.from());
  }
  if (!captures) s.en_passant = kNoSquare;
  return polyglot_key(s);
}

TEST(Position, BothKeysStayEqualToKeysFromScratch) {
  test::for_random_positions(30'000, [](const Replay& r) {
    ASSERT_EQ(r.position().key(), polyglot_key(r.position().setup())) << to_fen(r.position());
    ASSERT_EQ(r.position().identity(), identity_from_scratch(r.position())) << to_fen(r.position());
  });
}

TEST(Position, KeyAndIdentityDifferWhenTheOnlyCapturerIsPinned) {
  const Position with = at("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1");
  const Position without = at("8/8/8/K1Pp3r/8/8/8/7k w - - 0 1");
  EXPECT_NE(with.key(), without.key());
  EXPECT_EQ(with.identity(), without.identity());
  EXPECT_EQ(with.identity(), with.key() ^ en_passant_key(3));
}

TEST(Position, NamesTheThreeMeaningsOfEnPassant) {
  const auto meanings = [](std::string_view fen) {
    const Position p = at(fen);
    return std::array{p.en_passant(EnPassant::kAlways), p.en_passant(EnPassant::kPseudo),
                      p.en_passant(EnPassant::kLegal)};
  };
  EXPECT_EQ(meanings("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            (std::array{kE3, kNoSquare, kNoSquare}));
  EXPECT_EQ(meanings("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"), (std::array{kD3, kD3, kNoSquare}));
  EXPECT_EQ(meanings("k7/8/8/7p/6pP/8/8/K7 b - h3 0 1"), (std::array{kH3, kH3, kH3}));
}

TEST(Position, KeepsItsInvariantsInEveryGame) {
  test::for_random_positions(30'000, [](const Replay& r) {
    const Position& p = r.position();
    const Board& b = p.board();
    ASSERT_TRUE(faults_of(p.setup()).empty()) << to_fen(p);
    ASSERT_TRUE((b.pieces(kWhite) & b.pieces(kBlack)).empty());
    int men = 0;
    for (int k = kPawn; k < kKinds; ++k) men += b.pieces(Kind(k)).size();
    ASSERT_EQ(men, b.occupied().size());
  });
}

TEST(Position, FindsAttackersPinsAndCheckers) {
  const Position p = at("4r2k/8/8/8/7b/8/4NP2/R3K2R w KQ - 0 1");
  EXPECT_EQ(p.pinned(kWhite), squares(kE2) | squares(kF2));
  EXPECT_EQ(p.attackers(kE2, kBlack), squares(kE8));
  EXPECT_TRUE(p.checkers().empty());
  EXPECT_EQ(at("4r2k/8/8/8/7b/8/8/4K3 w - - 0 1").checkers(), squares(kE8) | squares(kH4));
}

TEST(Position, CountersStandStillAtTheirEnd) {
  const Position p = at("4k3/8/8/8/8/8/8/4K2R b - - 65535 65535");
  EXPECT_EQ(p.after(Move(kE8, kD8)).clock(), 65535);
  EXPECT_EQ(p.after(Move(kE8, kD8)).fullmove(), 65535);
}

TEST(Position, LosesCastlingRightsWithKingRookAndCapture) {
  const Position p = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(p.after(Move(kE1, kE2)).castling(), squares(kA8) | squares(kH8));
  EXPECT_EQ(p.after(Move(kE1, kH1)).castling(), squares(kA8) | squares(kH8));
  EXPECT_EQ(p.after(Move(kH1, kH8)).castling(), squares(kA1) | squares(kA8));
  EXPECT_EQ(p.after(Move(kA1, kA5)).castling(), squares(kH1) | squares(kA8) | squares(kH8));
}

TEST(Position, ChessNineSixtyKingAndRookMayChangePlaces) {
  const Position p = at("4k3/8/8/8/8/8/8/5RK1 w F - 0 1");
  EXPECT_EQ(to_fen(p.after(Move(kG1, kF1))), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
  const Position q = at("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  EXPECT_EQ(to_fen(q.after(Move(kF1, kG1))), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

TEST(InsufficientMaterial, FollowsTheWrittenRule) {
  const auto insufficient = [](std::string_view placement) {
    return is_insufficient_material(at(std::string(placement) + " w - - 0 1").board());
  };
  EXPECT_TRUE(insufficient("8/8/8/4k3/8/8/4K3/8"));
  EXPECT_TRUE(insufficient("8/8/8/4k3/8/8/4KN2/8"));
  EXPECT_TRUE(insufficient("8/8/8/3bk3/8/8/4K1B1/8"));
  EXPECT_FALSE(insufficient("8/8/8/3bk3/8/8/3BK3/8"));
  EXPECT_FALSE(insufficient("8/8/8/4k3/8/8/3NKN2/8"));
  EXPECT_FALSE(insufficient("8/8/8/3nk3/8/8/4KB2/8"));
  EXPECT_FALSE(insufficient("8/8/8/4k3/8/8/4KP2/8"));
}

}  // namespace
}  // namespace intarsia::chess
