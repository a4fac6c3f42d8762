// Every perft suite under tests/data/perft. All depths with INTARSIA_FULL=1 in the environment.

#include <charconv>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/perft.h"
#include "tests/support/data.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kDepthLimit = 4;
constexpr std::uint64_t kNodeLimit = 300'000;
#else
constexpr int kDepthLimit = 99;
constexpr std::uint64_t kNodeLimit = ~std::uint64_t{0};
#endif

bool is_full_run() { return std::getenv("INTARSIA_FULL") != nullptr; }

// Checks "FEN ;D1 n ;D2 n …" down to `max_depth`; answers how many counts were compared.
int check_line(const std::string& line, int max_depth, std::uint64_t max_nodes) {
  const std::size_t end = line.find(';');
  const bool chess960 = line.find(";chess960") != std::string::npos;
  const auto start = read_fen(line.substr(0, end), chess960);
  EXPECT_TRUE(start) << line << ": " << start.error().detail;
  if (!start) return 0;
  int compared = 0;
  for (std::size_t at = end; at != std::string::npos; at = line.find(';', at + 1)) {
    if (line[at + 1] != 'D') continue;
    int depth = 0;
    std::uint64_t expected = 0;
    const char* stop = line.data() + line.size();
    const auto [rest, ec] = std::from_chars(line.data() + at + 2, stop, depth);
    std::from_chars(rest + 1, stop, expected);
    if (depth > max_depth || expected > max_nodes) continue;
    EXPECT_EQ(perft(start->position, depth), expected) << line << "\n  at depth " << depth;
    ++compared;
  }
  return compared;
}

int check_suite(const std::string& name, int max_depth, std::uint64_t max_nodes = kNodeLimit) {
  if (is_full_run()) {
    max_depth = 99;
    max_nodes = ~std::uint64_t{0};
  }
  int compared = 0;
  for (const std::string& line : test::data_lines(name)) {
    compared += check_line(line, std::min(max_depth, kDepthLimit), std::min(max_nodes, kNodeLimit));
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

TEST(PerftSuite, StandardChess) { EXPECT_GE(check_suite("perft/standard.epd", 5), 128); }
TEST(PerftSuite, Chess960) { EXPECT_GE(check_suite("perft/chess960.epd", 3), 960); }
TEST(PerftSuite, PositionsThatBrokeGenerators) {
  EXPECT_GE(check_suite("perft/tricky.epd", 99), 60);
}
TEST(PerftSuite, DeepCounts) { EXPECT_GE(check_suite("perft/deep.epd", 99, 250'000'000), 1); }

}  // namespace
}  // namespace intarsia::chess
