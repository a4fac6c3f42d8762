// Speed of decoding: tensors back to checked positions, one thread.

#include <cstdio>
#include <vector>

#include "bench/measure.h"
#include "bench/real_states.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace

constexpr int kRuns = 60;
constexpr std::size_t kPositions = 2'000;  // 9 MB of canonical18: beyond the second-level cache

// With a name only that layout: for profiling.
void run(std::string_view only) {
  auto states = real_states();
  states.resize(std::min(states.size(), kPositions));
  std::vector<Moment> moments;
  moments.reserve(states.size());
  for (const State& s : states) moments.push_back({&s});
  std::printf("| decode, one thread | positions | due |\n|---|---|---|\n");
  for (const layout::Layout& l : layouts()) {
    if (!only.empty() && l.id != only) continue;
    const auto plan = layout::Plan::make(l);
    std::vector<std::byte> tensors(plan->bytes() * states.size());
    encode(*plan, moments, tensors.data(), static_cast<std::ptrdiff_t>(plan->bytes()));
    Decoder decoder(*plan);
    std::size_t refused = 0;  // none: an error would cost its text
    const double rate = best_rate(kRuns, [&] {
      for (std::size_t i = 0; i < states.size(); ++i) {
        const auto plies = decoder.decode(tensors.data() + i * plan->bytes());
        refused += plies ? 0 : 1;
      }
      return states.size();
    });
    keep(refused);
    std::printf("| %s %s | %.2f M/s | %s |\n", l.id.c_str(), info(l.dtype).name.data(), rate / 1e6,
                l.id == "chess/canonical18" ? "2 M/s" : "");
  }
}

}  // namespace

}  // namespace intarsia::bench

int main(int argc, char** argv) {  // NOLINT: an exception may end a benchmark
  intarsia::bench::run(argc > 1 ? argv[1] : "");
}
