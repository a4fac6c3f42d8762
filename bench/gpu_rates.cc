#include "bench/gpu_rates.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/gpu_compare.h"
#include "bench/gpu_layouts.h"
#include "bench/gpu_sample.h"
#include "intarsia/cuda/encoder.h"
#include "intarsia/games/registry.h"

namespace intarsia::bench {

namespace {

constexpr const char* kFill = R"(
struct Fill { uint4* to; unsigned long long n; };
extern "C" __global__ void fill(const Fill a) {
  const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < a.n; i += step)
    __stcs(a.to + i, make_uint4(0x3f800000, 0, 0x3f800000, 0));
}
)";

// The least of some runs, in seconds.
template <class Run>
double timed(const cuda::Device& device, int runs, Run run) {
  double least = 1e9;
  run();
  finish(device);
  for (int i = 0; i < runs; ++i) {
    constexpr int kTimes = 4;
    const double begin = seconds();
    for (int k = 0; k < kTimes; ++k) run();
    finish(device);
    least = std::min(least, (seconds() - begin) / kTimes);
  }
  return least;
}

}  // namespace

void print_rates(const cuda::Device& device, std::uint64_t count) {
  const game::GameType& type = *games::all_games().front();
  const layout::Catalogue& c = type.catalogue(type.sizes.usual);
  const Sample s =
      Sample::make(device, type, type.sizes.usual, std::max<std::uint64_t>(count, 1 << 22));
  const auto rows = rows_on(device, data::Order(s.count(), {.seed = 1}), 0, count);
  const auto filler = must(device.load(kFill));
  std::printf(
      "| layout | dtype | order | batch | positions/s | written | of a fill "
      "|\n|---|---|---|---:|---:|---:|---:|\n");
  std::vector<layout::Layout> layouts;
  for (const layout::Layout& l : type.layouts(type.sizes.usual)) {
    if (l.id.ends_with("planes25") || l.id.ends_with("canonical18")) layouts.push_back(l);
  }
  layouts.push_back(history112(c));
  layouts.push_back(of_a_user(c));
  for (const layout::Layout& l : layouts) {
    for (const layout::Dtype d :
         {layout::Dtype::kFloat32, layout::Dtype::kFloat16, layout::Dtype::kUint8}) {
      for (const layout::Order o : {layout::Order::kChw, layout::Order::kHwc}) {
        const auto plan = layout::Plan::make(l, o, d);
        if (!plan) continue;
        const auto encoder = must(cuda::Encoder::make(device, *plan, type.device));
        const auto planes = must(cuda::Memory::allocate(device, count * plan->bytes()));
        for (const std::uint64_t batch : {count, std::uint64_t{16'384}, std::uint64_t{4'096}}) {
          if (batch > count) continue;
          const double time = timed(device, 5, [&] {
            must(encoder.encode(nullptr,
                                {.records = s.on.address(), .count = batch, .rows = rows.address()},
                                {.planes = planes.address()}));
          });
          struct {
            std::uint64_t to, n;
          } a{planes.address(), batch * plan->bytes() / 16};
          const double fill = timed(device, 5, [&] {
            must(filler->launch("fill", {static_cast<unsigned>(device.multiprocessors() * 16), 256},
                                nullptr, a));
          });
          std::printf("| %s | %s | %s | %llu | %.0f M | %.2f TB/s | %.0f %% |\n", l.id.c_str(),
                      std::string(info(d).name).c_str(), std::string(name(o)).c_str(),
                      static_cast<unsigned long long>(batch),
                      static_cast<double>(batch) / time / 1e6,
                      static_cast<double>(batch * plan->bytes()) / time / 1e12, 100 * fill / time);
          std::fflush(stdout);
        }
      }
    }
  }
}

}  // namespace intarsia::bench
