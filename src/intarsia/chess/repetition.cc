#include "intarsia/chess/repetition.h"

#include <cassert>

namespace intarsia::chess {

void RepetitionCounter::clear() {
  line_.clear();
  run_.clear();
  seen_.fill(0);
}

void RepetitionCounter::leave() {
  assert(!line_.empty());
  if (!run_.empty()) {
    const auto here = run_.find(line_.back());
    if (--here->second == 0) run_.erase(here);
  }
  line_.pop_back();
}

int RepetitionCounter::count_in_run(Key identity, std::size_t reach) {
  if (run_.empty()) {
    for (std::size_t ago = 1; ago <= reach; ++ago) ++run_[line_[line_.size() - ago]];
  }
  return ++run_[identity];
}

}  // namespace intarsia::chess
