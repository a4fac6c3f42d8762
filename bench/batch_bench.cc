// What a C++ program gets out of the inputs that Python has: records and FENs, one thread, into a
// given buffer. bench/python_bench.py reads the rates ("records chess/planes25 1024 3.9e6").

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/real_states.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/record_encode.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace

constexpr int kRuns = 9;

// Positions a second, in batches that go one after the other to the same place. encode_batch(first,
// size) does one.
template <class EncodeBatch>
double batch_rate(std::size_t count, std::size_t batch, EncodeBatch encode_batch) {
  return best_rate(kRuns, [&] {
    for (std::size_t first = 0; first < count; first += batch) {
      encode_batch(first, std::min(batch, count - first));
    }
    return count;
  });
}

// Records of unknown origin: each is checked.
double record_rate(const layout::Plan& plan, const std::vector<Record>& records, std::size_t batch,
                   std::byte* out) {
  std::vector<layout::RecordMoment> moments;
  moments.reserve(batch);
  RecordEncoder encoder(plan);
  const auto bytes = std::as_bytes(std::span(records));
  return batch_rate(records.size(), batch, [&](std::size_t first, std::size_t size) {
    moments.clear();
    for (std::size_t i = first; i < first + size; ++i) {
      if (check(records[i])) std::abort();
      moments.push_back({&bytes[i * sizeof(Record)]});
    }
    encoder.encode(moments, out, static_cast<std::ptrdiff_t>(plan.bytes()));
    keep(*out);
  });
}

double fen_rate(const layout::Plan& plan, const std::vector<std::string>& fens, std::size_t batch,
                std::byte* out) {
  std::vector<State> states;
  std::vector<Moment> moments;
  states.reserve(batch);
  moments.reserve(batch);
  return batch_rate(fens.size(), batch, [&](std::size_t first, std::size_t size) {
    states.clear();
    moments.clear();
    for (std::size_t i = 0; i < size; ++i) states.push_back({read_fen(fens[first + i])->position});
    for (const State& s : states) moments.push_back({&s});
    encode(plan, moments, out, static_cast<std::ptrdiff_t>(plan.bytes()));
    keep(*out);
  });
}

void run() {
  const auto states = real_states();
  std::vector<Record> records;
  std::vector<std::string> fens;
  records.reserve(states.size());
  fens.reserve(states.size());
  for (const State& s : states) {
    records.push_back(pack(s.position, {.occurrences = s.occurrences}));
    fens.push_back(to_fen(s.position));
  }
  for (const char* id : {"chess/canonical18", "chess/planes25", "chess/mailbox69"}) {
    for (const layout::Layout& l : layouts()) {
      if (l.id != id) continue;
      const auto plan = layout::Plan::make(l);
      for (const std::size_t batch : {std::size_t{1'024}, records.size()}) {
        const std::size_t bytes = (batch * plan->bytes() + 63) / 64 * 64;
        const std::unique_ptr<std::byte, void (*)(void*)> out(
            static_cast<std::byte*>(std::aligned_alloc(64, bytes)), std::free);
        const double from_records = record_rate(*plan, records, batch, out.get());
        std::printf("records %s %zu %.4g\n", id, batch, from_records);
        std::printf("fens %s %zu %.4g\n", id, batch, fen_rate(*plan, fens, batch, out.get()));
      }
    }
  }
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }  // NOLINT: an exception may end a benchmark
