// Encoding for a game: what is the same whatever its states are.
//
// A game supplies its State and one function that gathers a state for a layout, drawn in the view of
// a later one. Everything else about moments, history and buffers stands here once.

#pragma once

#include <cstddef>
#include <span>

#include "intarsia/layout/encode.h"
#include "intarsia/layout/needs.h"

namespace intarsia::layout {

// A position to encode: the state, and how many earlier states of its game lie just before it in
// memory.
template <class State>
struct Moment {
  const State* now;
  int history = 0;
};

// The last of a line of states, with the others as its history.
template <class State>
Moment<State> moment_of(std::span<const State> line) {
  return {&line.back(), static_cast<int>(line.size()) - 1};
}

// Encodes positions of a game in one plan, which must outlive it, again and again.
// kGather(layout, now, then, needs, bank) fills the bank with `then`, drawn in the view of `now`.
template <class State, auto kGather>
class GameEncoder {
 public:
  explicit GameEncoder(const Plan& plan) : needs_(plan), encoder_(plan) {}

  const Plan& plan() const { return encoder_.plan(); }

  // Fills `out` with one tensor for each moment, `stride` bytes apart.
  void encode(std::span<const Moment<State>> moments, std::byte* out, std::ptrdiff_t stride,
              Stores stores = Stores::kBySize) {
    const auto gather = [&](std::size_t i, int ago, Bank& bank) {
      return gather_at(moments[i], ago, bank);
    };
    encoder_.encode(moments.size(), gather, out, stride, stores);
  }

  // The layers of a moment as number i of a stack that was made for the same plan.
  void stack(const Moment<State>& m, std::size_t i, Stack& out) const {
    out.fill(i, [&](int ago, Bank& bank) { return gather_at(m, ago, bank); });
  }

 private:
  bool gather_at(const Moment<State>& m, int ago, Bank& bank) const {
    if (ago > m.history) return false;
    kGather(plan().layout(), *m.now, m.now[-ago], needs_, bank);
    return true;
  }

  Needs needs_;
  Encoder encoder_;
};

// A record to encode: its bytes, and how many earlier records of its game lie just before it.
struct RecordMoment {
  const std::byte* now;
  int history = 0;
};

// The same as GameEncoder straight from a game's records of fixed size, without states in between.
// kGather(layout, now, then, before, needs, bank) fills the bank with the record `then`, drawn in the
// view of `now`; `before` is the record before `then`, or null where that is not known.
template <auto kGather>
class GameRecordEncoder {
 public:
  GameRecordEncoder(const Plan& plan, std::size_t record_bytes)
      : needs_(plan), encoder_(plan), bytes_(static_cast<std::ptrdiff_t>(record_bytes)) {}

  const Plan& plan() const { return encoder_.plan(); }

  // Fills `out` with one tensor for each moment, `stride` bytes apart.
  void encode(std::span<const RecordMoment> moments, std::byte* out, std::ptrdiff_t stride,
              Stores stores = Stores::kBySize) {
    const auto gather = [&](std::size_t i, int ago, Bank& bank) {
      if (ago == 0 && i + kAhead < moments.size()) fetch(moments[i + kAhead]);
      return gather_at(moments[i], ago, bank);
    };
    encoder_.encode(moments.size(), gather, out, stride, stores);
  }

  // The layers of a moment as number i of a stack that was made for the same plan.
  void stack(const RecordMoment& m, std::size_t i, Stack& out) const {
    out.fill(i, [&](int ago, Bank& bank) { return gather_at(m, ago, bank); });
  }

 private:
  // Records in shuffled order lie anywhere in memory: without fetching ahead, waiting for them takes
  // longer than all the rest.
  static constexpr std::size_t kAhead = 12;
  static constexpr std::ptrdiff_t kCacheLine = 64;

  void fetch(const RecordMoment& m) const {
    const std::byte* const end = m.now + bytes_;
    for (const std::byte* p = m.now - m.history * bytes_; p < end; p += kCacheLine) {
      __builtin_prefetch(p);
    }
  }

  bool gather_at(const RecordMoment& m, int ago, Bank& bank) const {
    if (ago > m.history) return false;
    const std::byte* const then = m.now - ago * bytes_;
    kGather(plan().layout(), m.now, then, ago < m.history ? then - bytes_ : nullptr, needs_, bank);
    return true;
  }

  Needs needs_;
  Encoder encoder_;
  std::ptrdiff_t bytes_;
};

}  // namespace intarsia::layout
