#include "intarsia/chess/recorder.h"

#include <algorithm>
#include <new>
#include <utility>

namespace intarsia::chess {

void Recorder::begin() {
  count_ = 0;
  repetitions_.clear();
  eval_ = kNoEval;
}

void Recorder::move(const Position& before, Move m) { add(before, m, true); }

void Recorder::end(const Position& last, Outcome outcome, bool with_last) {
  if (with_last) add(last, Move::none(), false);
  for (std::size_t i = 0; i < count_; ++i) set_outcome(records_[i], outcome);
}

void Recorder::add(const Position& p, Move m, bool has_next) {
  Targets t;
  t.occurrences = std::min(repetitions_.enter(p.identity(), p.clock()), kThreefoldStored);
  t.is_first = count_ == 0;
  t.has_next = has_next;
  t.move = m;
  t.eval = std::exchange(eval_, kNoEval);
  if (count_ == records_.size()) records_.resize(2 * count_ + 128);
  // Made in its place: a copy would load what was stored just now, in another shape.
  ::new (&records_[count_++]) Record(pack(p, t));
}

}  // namespace intarsia::chess
