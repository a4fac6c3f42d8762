// SGF game records: HexGui's and benzene's dialect, PlayHex's, and Little Golem's.
//
//   (;FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];B[k5];W[resign])
//   (;FF[4]SZ[13]PB[x]PW[y]RE[B];W[am];B[swap])            Little Golem: am is a13
//   (;FF[4]GM[11]SZ[6];AB[c4][f6]AW[d5]PL[W])              a puzzle
//
// Black is our Blue, and begins, unless White's move comes first. Little Golem has no GM
// and labels the first player's moves W. The main line is read; variations are skipped
// without recursion. Some programs write `swap-pieces` where the board stays as it is and
// the persons change (swap-sides): the label of the node after it shows which. Stones that
// are set up (AB, AW, AE, PL) before the first move are where the game begins. A result
// (RE) that contradicts the moves is noted. Other games are refused by name.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/hex/reading.h"

namespace intarsia::hex {

inline constexpr std::size_t kMaxSgfBytes = std::size_t{64} << 20;  // read as a whole
inline constexpr std::size_t kMaxSgfNodes = 1'000'000;
inline constexpr std::size_t kMaxSgfDepth = 1'024;  // variations inside variations
inline constexpr std::size_t kMaxSgfTags = 1'024;
inline constexpr std::size_t kMaxSgfTagBytes = std::size_t{64} << 10;

// The games of a text, one after the other; a bad one does not end the reading.
class SgfReader {
 public:
  explicit SgfReader(std::string_view text, const ReadOptions& options = {})
      : text_(text), options_(options) {}

  // Nothing at the end. Offsets of errors are bytes of the whole text.
  std::optional<Result<Reading>> next();
  // Where the game that `next` answered last begins.
  std::size_t start() const { return start_; }

 private:
  std::string_view text_;
  ReadOptions options_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
};

// The only game of a text.
Result<Reading> read_sgf(std::string_view text, const ReadOptions& options = {});

// HexGui's dialect on one line, without its end. A swap that only changed the owner is written as
// the swap-pieces that leads to the same board.
std::string to_sgf(const Game& g);

}  // namespace intarsia::hex
