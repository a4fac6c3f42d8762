// Encoding for a game: what is the same whatever its states are.
//
// A game supplies its State and one function that gathers a state for a layout, drawn in the view of
// a later one. Everything else about moments, history and buffers stands here once.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/layout/elements.h"
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

// Encodes positions of a game in one plan, again and again.
// kGather(layout, now, then, needs, bank) fills the bank with `then`, drawn in the view of `now`;
// kCatalogueOf(state) is the catalogue of the state's board.
template <class State, auto kGather, auto kCatalogueOf>
class GameEncoder {
 public:
  explicit GameEncoder(const Plan& plan) : needs_(plan), encoder_(plan) {}

  const Plan& plan() const { return encoder_.plan(); }

  // Fills `out`, which has just the room, with one tensor for each moment. An error if it is of
  // another size or type than the plan wants, or a moment is one of another board: then nothing was
  // written. Which states lie before a moment is its maker's to know.
  [[nodiscard]] std::optional<Error> encode(std::span<const Moment<State>> moments, ElementsOut out,
                                            Stores stores = Stores::kBySize) {
    if (auto error = out.refuse(plan().layout(), moments.size())) return error;
    for (const Moment<State>& m : moments) {
      if (auto error = refuse(*m.now)) return error;
    }
    encode(moments, out.data(), static_cast<std::ptrdiff_t>(plan().bytes()), stores);
    return std::nullopt;
  }

  // Why the state cannot be shown in the plan's layout: it is one of another game or board.
  std::optional<Error> refuse(const State& state) const {
    const Catalogue& found = kCatalogueOf(state);
    if (&found == plan().layout().catalogue) return std::nullopt;
    return wrong_board(plan().layout(), found);
  }

  // The same for one state of which no earlier ones are known, …
  [[nodiscard]] std::optional<Error> encode(const State& state, ElementsOut out) {
    const Moment<State> moment{&state};
    return encode(std::span(&moment, 1), out);
  }
  // … and for the last of a line of states, such as a Replay's `last_states`.
  [[nodiscard]] std::optional<Error> encode_line(std::span<const State> line, ElementsOut out) {
    if (line.empty()) return Error{ErrorCode::kInvalid, 0, "a line without a position"};
    const Moment<State> moment = moment_of(line);
    return encode(std::span(&moment, 1), out);
  }

  // Fills `out` with one tensor for each moment, `stride` bytes apart. Nothing is checked: for those
  // who know their buffers, and at any alignment.
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

// The tensor of one state by itself, as numbers whatever the plan's type: for a look, a test, a single
// evaluation. Batches want an Encoder, which keeps its memory.
template <class GameEncoder, class State>
Result<std::vector<float>> tensor_of(const Plan& plan, const State& state) {
  GameEncoder encoder(plan);
  std::vector<std::byte> bytes(plan.bytes());
  if (auto error = encoder.refuse(state)) return *std::move(error);
  const Moment<State> moment{&state};
  encoder.encode(std::span(&moment, 1), bytes.data(), static_cast<std::ptrdiff_t>(plan.bytes()));
  return values_of(plan, bytes.data());
}

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
      return gather_fetching(moments, i, ago, bank);
    };
    encoder_.encode(moments.size(), gather, out, stride, stores);
  }

  // The layers of moments as numbers `first` … of a stack that was made for the same plan.
  void stack(std::span<const RecordMoment> moments, std::size_t first, Stack& out) const {
    for (std::size_t i = 0; i < moments.size(); ++i) {
      out.fill(first + i,
               [&](int ago, Bank& bank) { return gather_fetching(moments, i, ago, bank); });
    }
  }

 private:
  // Records in shuffled order lie anywhere in memory: without fetching ahead, waiting for them takes
  // longer than all the rest.
  static constexpr std::size_t kAhead = 12;
  static constexpr std::ptrdiff_t kCacheLine = 64;

  bool gather_fetching(std::span<const RecordMoment> moments, std::size_t i, int ago,
                       Bank& bank) const {
    if (ago == 0 && i + kAhead < moments.size()) fetch(moments[i + kAhead]);
    return gather_at(moments[i], ago, bank);
  }

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
