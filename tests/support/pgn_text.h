// PGN made from the real games of tests/data, with everything that a data set's rows and records hold.

#pragma once

#include <string>
#include <vector>

#include "intarsia/base/text.h"
#include "tests/support/data.h"

namespace intarsia::test {

// The first `games` games. Every third has evaluations unless `without_comments`, every seventh no
// ratings; every eleventh an illegal move, if `with_faults`.
inline std::string real_pgn(std::size_t games, bool with_faults = false,
                            bool without_comments = false) {
  constexpr const char* kResults[] = {"1-0", "0-1", "1/2-1/2", "*"};
  constexpr const char* kTimes[] = {"60+0", "180+2", "600+5", "-"};
  const std::vector<std::string> lines = data_lines("games/lichess.san");
  std::string out;
  for (std::size_t i = 0; i < games; ++i) {
    const std::string result = kResults[i % 4];
    out += "[Event \"Game " + std::to_string(i) + "\"]\n[Site \"?\"]\n[Date \"2013.0" +
           std::to_string(1 + i % 9) + ".1" + std::to_string(i % 10) + "\"]\n[Result \"" + result +
           "\"]\n";
    if (i % 7 != 0) {
      out += "[WhiteElo \"" + std::to_string(1500 + 13 * (i % 80)) + "\"]\n[BlackElo \"" +
             std::to_string(1500 + 17 * (i % 60)) + "\"]\n";
    }
    out += "[TimeControl \"" + std::string(kTimes[i / 4 % 4]) + "\"]\n[Termination \"" +
           (i % 5 == 0 ? "Time forfeit" : "Normal") + "\"]\n\n";
    TextCursor in(lines[i % lines.size()]);
    int ply = 0;
    for (std::string_view san = in.word(); !san.empty(); san = in.word(), ++ply) {
      if (ply % 2 == 0) out += std::to_string(ply / 2 + 1) + ". ";
      out += with_faults && i % 11 == 3 && ply == 6 ? "Ke5" : san;
      out += ' ';
      if (i % 3 == 0 && !without_comments) out += "{ [%eval " + std::to_string(ply % 5) + ".25] } ";
    }
    out += result + "\n\n";
  }
  return out;
}

}  // namespace intarsia::test
