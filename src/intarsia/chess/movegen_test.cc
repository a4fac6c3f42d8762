#include "intarsia/chess/movegen.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/internal/generate.h"
#include "intarsia/chess/perft.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

std::multiset<std::uint16_t> bits_of(const MoveList& moves) {
  std::multiset<std::uint16_t> bits;
  for (Move m : moves) bits.insert(m.bits());
  return bits;
}

#ifdef INTARSIA_HAS_AVX512_GENERATOR
MoveList moves_by(internal::GenerateFunction white, internal::GenerateFunction black,
                  const Position& p) {
  MoveList list;
  list.set_end((p.turn() == kWhite ? white : black)(p, list.buffer()));
  return list;
}

TEST(Movegen, EveryInstructionSetWritesTheSameListInTheSameOrder) {
  if (!internal::can_generate_avx512()) GTEST_SKIP() << "this processor has no AVX-512 VBMI2";
  test::for_random_positions(20'000, [](const Replay& r) {
    const MoveList plain = moves_by(internal::generate_portable<kWhite>,
                                    internal::generate_portable<kBlack>, r.position());
    const MoveList simd = moves_by(internal::generate_avx512<kWhite>,
                                   internal::generate_avx512<kBlack>, r.position());
    ASSERT_TRUE(std::equal(plain.begin(), plain.end(), simd.begin(), simd.end()))
        << to_fen(r.position());
  });
}
#endif

TEST(Movegen, MirroredPositionsHaveMirroredMovesAndEqualPerft) {
  test::for_random_positions(3'000, [](const Replay& r) {
    const Position& p = r.position();
    std::multiset<std::uint16_t> expected;
    for (Move m : legal_moves(p)) expected.insert(mirrored(m).bits());
    ASSERT_EQ(bits_of(legal_moves(mirrored(p))), expected) << to_fen(p);
    ASSERT_EQ(perft(p, 2), perft(mirrored(p), 2)) << to_fen(p);
  });
}

TEST(Movegen, ListsNoMoveTwice) {
  test::for_random_positions(5'000, [](const Replay& r) {
    const auto bits = bits_of(legal_moves(r.position()));
    ASSERT_EQ(bits.size(), (std::set<std::uint16_t>(bits.begin(), bits.end()).size()));
  });
}

TEST(Movegen, HoldsTheLargestListsThatAFenCanAskFor) {
  const auto count = [](std::string_view fen) {
    return legal_moves(read_fen(fen)->position).size();
  };
  EXPECT_EQ(count("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), 218U);
  // Fifteen queens: more than any game can reach, still a position.
  EXPECT_EQ(count("knQ4Q/pp2Q3/QQ4Q1/3Q4/Q4Q2/Q1Q4Q/4Q3/1Q4QK w - - 0 1"), 241U);
}

}  // namespace
}  // namespace intarsia::chess
