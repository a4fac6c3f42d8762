// How often the positions of a game have stood: all that counts repetitions stands here.
//
//   RepetitionCounter counter;
//   counter.enter(p.identity(), p.clock());   // 1 for a new position, 2 for the second time, …
//   counter.leave();                          // takes it back
//
// Counting takes linear time in a game of any length, a knight shuffle of a million
// moves included.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "intarsia/base/keys.h"

namespace intarsia::chess {

class RepetitionCounter {
 public:
  // Up to this many positions are compared one by one; more are counted in a map.
  static constexpr std::size_t kLookBack = 128;

  // Forgets all positions.
  void clear();

  // Adds the next position of the line; `clock` counts the plies since the last capture or pawn
  // move. Returns how often the identity has stood since then, now included.
  int enter(Key identity, int clock) {
    const std::size_t reach = std::min<std::size_t>(line_.size(), static_cast<unsigned>(clock));
    const bool may_be_old = may_have_stood(identity);
    int count = 1;
    if (reach > kLookBack) {
      count = count_in_run(identity, reach);
    } else {
      if (!run_.empty()) run_.clear();
      if (may_be_old) count = count_back(identity, reach);
    }
    line_.push_back(identity);
    return count;
  }

  // Takes back the last position that was entered.
  void leave();

 private:
  // Marks the identity as seen. Most positions are new, and this finds most of those at once.
  bool may_have_stood(Key identity) {
    std::uint64_t& word = seen_[identity / 64 % seen_.size()];
    const std::uint64_t bit = std::uint64_t{1} << identity % 64;
    const bool was_seen = (word & bit) != 0;
    word |= bit;
    return was_seen;
  }

  int count_back(Key identity, std::size_t reach) const {
    int count = 1;
    // The same side moves every second ply, and nothing recurs within three.
    for (std::size_t ago = 4; ago <= reach; ago += 2) {
      count += line_[line_.size() - ago] == identity;
    }
    return count;
  }
  int count_in_run(Key identity, std::size_t reach);

  std::vector<Key> line_;
  // The positions since the last capture or pawn move, if there are many; else empty.
  std::unordered_map<Key, int> run_;
  // A bit for each identity, at a place that it names. Bits of positions that were taken back stay.
  std::array<std::uint64_t, 64> seen_{};
};

}  // namespace intarsia::chess
