#include "intarsia/chess/san.h"

#include <map>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/uci.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

Position at(std::string_view fen) { return read_fen(fen)->position; }

std::string uci_of(const Position& p, std::string_view san) {
  const auto m = read_san(p, san);
  return m ? to_uci(p, *m) : std::string(name(m.error().code));
}

TEST(San, EveryLegalMoveIsReadBackAndNoTwoShareAText) {
  test::for_random_positions(10'000, [](const Replay& r) {
    const Position& p = r.position();
    std::map<std::string, Move> seen;
    for (Move m : legal_moves(p)) {
      const std::string san = to_san(p, m);
      ASSERT_TRUE(seen.emplace(san, m).second) << san << ' ' << to_fen(p);
      const auto again = read_san(p, san);
      ASSERT_TRUE(again) << again.error().detail << ' ' << to_fen(p);
      ASSERT_EQ(*again, m) << san << ' ' << to_fen(p);
      ASSERT_EQ(*read_san(p, to_uci(p, m)), m) << to_uci(p, m) << ' ' << to_fen(p);
    }
  });
}

TEST(San, ReadsWhatPeopleWrite) {
  const Position p = at("r3k2r/pP3ppp/2n5/3pP3/8/2N2N2/PP3PPP/R3K2R w KQkq d6 0 1");
  for (std::string_view text : {"O-O", "0-0", "o-o", "O-O!", "0-0+", "e1g1", "e1h1"}) {
    EXPECT_EQ(uci_of(p, text), "e1g1") << text;
  }
  for (std::string_view text : {"O-O-O", "0-0-0", "o-o-o!?", "e1c1"}) {
    EXPECT_EQ(uci_of(p, text), "e1c1") << text;
  }
  for (std::string_view text : {"exd6", "exd6e.p.", "exd6 e.p.", "ed6", "e5d6", "e5xd6", "e5-d6",
                                "exd6ep", "Pe5xd6", "e:d6"}) {
    EXPECT_EQ(uci_of(p, text), "e5d6") << text;
  }
  for (std::string_view text :
       {"bxa8=Q", "bxa8Q", "bxa8(Q)", "bxa8/Q", "b7a8q", "b7xa8=Q+", "ba8=q"}) {
    EXPECT_EQ(uci_of(p, text), "b7a8q") << text;
  }
  for (std::string_view text : {"Nxd5", "Ncxd5", "Nc3xd5", "N3xd5", "Nd5!", "Nc3-d5", "c3d5"}) {
    EXPECT_EQ(uci_of(p, text), "c3d5") << text;
  }
  EXPECT_EQ(uci_of(p, "b8=N"), "b7b8n");
  EXPECT_EQ(uci_of(p, "b8b"), "b7b8b");
  EXPECT_EQ(uci_of(p, "Kxd1"), "e1d1");  // an x too many
  EXPECT_EQ(uci_of(p, "b3"), "b2b3");
}

TEST(San, NeverGuesses) {
  const Position p = at("4k3/8/8/8/8/8/4P3/R4RK1 w - - 0 1");
  EXPECT_EQ(uci_of(p, "Rd1"), "ambiguous");
  EXPECT_EQ(uci_of(p, "Rad1"), "a1d1");
  EXPECT_EQ(uci_of(p, "R1d1"), "ambiguous");
  EXPECT_EQ(uci_of(p, "Re5"), "illegal");
  EXPECT_EQ(uci_of(p, "exd3"), "illegal");
  EXPECT_EQ(uci_of(p, "O-O"), "illegal");
  EXPECT_EQ(uci_of(at("4k3/4P3/8/8/8/8/8/4K3 b - - 0 1"), "e8"), "illegal");
  EXPECT_EQ(uci_of(at("k7/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e8"), "illegal");
  EXPECT_EQ(uci_of(at("k7/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e8=K"), "syntax");
  for (std::string_view text : {"", " ", "N", "Nf", "f", "O", "O-", "O-O-O-O", "e9", "i4", "Nf3x",
                                "--", "Z0", "e4e", "e8=", "e8(Q", "\xc3\xa9"}) {
    EXPECT_EQ(uci_of(p, text), "syntax") << text;
  }
}

TEST(San, PinnedPiecesNeedNoDisambiguation) {
  // The knight on e2 is pinned, so the other one goes to c3 alone.
  const Position p = at("4r2k/8/8/8/8/8/4N3/1N2K3 w - - 0 1");
  EXPECT_EQ(uci_of(p, "Nc3"), "b1c3");
  EXPECT_EQ(to_san(p, Move(kB1, kC3)), "Nc3");
}

TEST(San, DisambiguatesByFileThenRankThenBoth) {
  const Position p = at("8/6k1/8/8/4Q2Q/8/8/1K5Q w - - 0 1");
  EXPECT_EQ(to_san(p, Move(kE4, kE1)), "Qee1");
  EXPECT_EQ(to_san(p, Move(kH4, kE1)), "Qh4e1");
  EXPECT_EQ(to_san(p, Move(kH1, kE1)), "Q1e1");
}

TEST(San, MarksCheckAndMate) {
  EXPECT_EQ(
      to_san(at("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"), Move(kD8, kH4)),
      "Qh4#");
  EXPECT_EQ(to_san(at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), Move(kA1, kA8)), "Ra8+");
}

}  // namespace
}  // namespace intarsia::chess
