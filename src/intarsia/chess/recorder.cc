#include "intarsia/chess/recorder.h"

#include <algorithm>
#include <utility>

namespace intarsia::chess {

void Recorder::begin() {
  records_.clear();
  identities_.clear();
  run_.clear();
  eval_ = kNoEval;
}

void Recorder::move(const Position& before, Move m) { add(before, m, true); }

void Recorder::end(const Position& last, Score score, bool with_last) {
  if (with_last) add(last, Move::none(), false);
  for (Record& r : records_) set_score(r, score);
}

void Recorder::add(const Position& p, Move m, bool has_next) {
  Targets t;
  t.occurrences = count(p.identity(), p.clock());
  t.is_first = records_.empty();
  t.has_next = has_next;
  t.move = m;
  t.eval = std::exchange(eval_, kNoEval);
  records_.push_back(pack(p, t));
}

// Up to three are told apart in a record, so the look back may stop there.
int Recorder::count(Key identity, int clock) {
  const std::size_t reach = std::min<std::size_t>(identities_.size(), static_cast<unsigned>(clock));
  int n = 1;
  if (reach <= kLookBack) {
    run_.clear();
    // The same side moves every second ply, and nothing recurs within three.
    for (std::size_t ago = 4; ago <= reach; ago += 2) {
      n += identities_[identities_.size() - ago] == identity;
    }
  } else {
    if (run_.empty()) {
      for (std::size_t ago = 1; ago <= reach; ++ago) ++run_[identities_[identities_.size() - ago]];
    }
    n = ++run_[identity];
  }
  identities_.push_back(identity);
  return std::min(n, kThreefoldStored);
}

}  // namespace intarsia::chess
