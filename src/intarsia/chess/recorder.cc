#include "intarsia/chess/recorder.h"

#include <algorithm>
#include <new>
#include <utility>

namespace intarsia::chess {

void Recorder::begin() {
  count_ = 0;
  identities_.clear();
  run_.clear();
  seen_.fill(0);
  eval_ = kNoEval;
}

void Recorder::move(const Position& before, Move m) { add(before, m, true); }

void Recorder::end(const Position& last, Score score, bool with_last) {
  if (with_last) add(last, Move::none(), false);
  for (std::size_t i = 0; i < count_; ++i) set_score(records_[i], score);
}

void Recorder::add(const Position& p, Move m, bool has_next) {
  Targets t;
  t.occurrences = occurrences(p.identity(), p.clock());
  t.is_first = count_ == 0;
  t.has_next = has_next;
  t.move = m;
  t.eval = std::exchange(eval_, kNoEval);
  if (count_ == records_.size()) records_.resize(2 * count_ + 128);
  // Made in its place: a copy would load what was stored just now, in another shape.
  ::new (&records_[count_++]) Record(pack(p, t));
}

bool Recorder::may_have_seen(Key identity) {
  std::uint64_t& word = seen_[identity / 64 % seen_.size()];
  const std::uint64_t bit = std::uint64_t{1} << identity % 64;
  const bool was_seen = (word & bit) != 0;
  word |= bit;
  return was_seen;
}

int Recorder::occurrences(Key identity, int clock) {
  const std::size_t reach = std::min<std::size_t>(identities_.size(), static_cast<unsigned>(clock));
  const bool is_perhaps_old = may_have_seen(identity);
  int n = 1;
  if (reach > kLookBack) {
    if (run_.empty()) {
      for (std::size_t ago = 1; ago <= reach; ++ago) ++run_[identities_[identities_.size() - ago]];
    }
    n = ++run_[identity];
  } else {
    if (!run_.empty()) run_.clear();
    // The same side moves every second ply, and nothing recurs within three.
    for (std::size_t ago = 4; is_perhaps_old && ago <= reach; ago += 2) {
      n += identities_[identities_.size() - ago] == identity;
    }
  }
  identities_.push_back(identity);
  return std::min(n, kThreefoldStored);
}

}  // namespace intarsia::chess
