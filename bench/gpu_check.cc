// Device and host compared bit for bit, and how fast the device is: the first half of ./dev gpu.
//
//   gpu_check compare [POSITIONS [N]]  every layout, type and order of every game; random layouts; or
//                                      every N-th of them
//   gpu_check large [POSITIONS]        built-in layouts and one of eight plies over many positions
//   gpu_check bench [POSITIONS]        rates as shares of a plain fill
//
// Records are those of random games, over and over where more are asked for. `compare` and `large` end with 1 if
// a bit differs.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "bench/gpu_compare.h"
#include "bench/gpu_layouts.h"
#include "bench/gpu_rates.h"
#include "bench/gpu_sample.h"
#include "intarsia/cuda/compile.h"
#include "intarsia/cuda/program.h"
#include "intarsia/games/registry.h"

namespace {

using namespace intarsia;         // NOLINT: a program
using namespace intarsia::bench;  // NOLINT

constexpr data::Shuffle kShuffles[] = {data::Shuffle::kGlobal, data::Shuffle::kNone,
                                       data::Shuffle::kBlocks, data::Shuffle::kLanes};

// Into the cache, on all cores: one by one it would take minutes.
void compile_all(const cuda::Device& device, const std::vector<Case>& cases) {
  std::vector<std::string> programs;
  for (const Case& c : cases) {
    for (const layout::Plan& plan : c.plans) {
      programs.push_back(to_text(cuda::Program(plan, 16), c.type->device, c.size));
    }
  }
  const double begin = seconds();
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> work;
  for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t) {
    work.emplace_back([&] {
      for (std::size_t i = next++; i < programs.size(); i = next++) {
        must(cuda::compiled(programs[i], device.architecture()));
      }
    });
  }
  for (std::thread& t : work) t.join();
  std::printf("compiled %zu programs in %.1f s\n", programs.size(), seconds() - begin);
}

int compare_all(const cuda::Device& device, std::uint64_t count, std::uint64_t step) {
  Comparison comparison(device);
  const auto cases = all_cases(step);
  compile_all(device, cases);
  for (const Case& c : cases) {
    const Sample s = Sample::make(device, *c.type, c.size, count);
    int turn = 0;
    for (const layout::Plan& plan : c.plans) {
      comparison.compare(s, plan, count, kShuffles[turn++ % 4]);
    }
    std::printf("%s %d: %d plans so far, %d wrong\n", std::string(c.type->name).c_str(), c.size,
                comparison.layouts(), comparison.wrong());
    std::fflush(stdout);
  }
  std::printf("compared: %d plans, %llu positions, %d wrong\n", comparison.layouts(),
              static_cast<unsigned long long>(comparison.positions()), comparison.wrong());
  return comparison.wrong() == 0 ? 0 : 1;
}

int large(const cuda::Device& device, std::uint64_t count) {
  const game::GameType& type = *games::all_games().front();
  const Sample s = Sample::make(device, type, type.sizes.usual, count);
  Comparison comparison(device);
  auto layouts = type.layouts(type.sizes.usual);
  layouts.push_back(history112(type.catalogue(type.sizes.usual)));
  int turn = 0;
  for (const layout::Layout& l : layouts) {
    const double begun = seconds();
    comparison.compare(s, must(layout::Plan::make(l)), count, kShuffles[turn++ % 4]);
    std::printf("%s: %llu positions, %.0f s\n", l.id.c_str(),
                static_cast<unsigned long long>(count), seconds() - begun);
    std::fflush(stdout);
  }
  std::printf("large: %llu positions, %d wrong\n",
              static_cast<unsigned long long>(comparison.positions()), comparison.wrong());
  return comparison.wrong() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "compare";
  const auto number = [&](int i, std::uint64_t usual) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : usual;
  };
  const auto device = must(intarsia::cuda::Device::open(0));
  std::printf("%s, sm_%d, %d multiprocessors\n", device.name().c_str(), device.architecture(),
              device.multiprocessors());
  if (what == "compare")
    return compare_all(device, number(2, 20'000), std::max<std::uint64_t>(1, number(3, 1)));
  if (what == "large") return large(device, number(2, 10'000'000));
  if (what == "bench") {
    print_rates(device, number(2, 1'000'000));
    return 0;
  }
  std::fprintf(stderr, "gpu_check compare | large | bench [POSITIONS]\n");
  return 2;
}
