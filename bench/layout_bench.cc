// Speed of encoding, as a share of the rate at which this machine can fill memory at all.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <immintrin.h>

#include "bench/measure.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/layouts.h"
#include "intarsia/chess/san.h"
#include "tests/support/data.h"

namespace intarsia::bench {

namespace {

using namespace chess;  // NOLINT: a benchmark of this namespace

constexpr int kRuns = 9;
constexpr std::size_t kCached = std::size_t{16} << 10;
constexpr std::size_t kSecondLevel = std::size_t{512} << 10;
constexpr std::size_t kMemory = std::size_t{512} << 20;

std::vector<State> real_states() {
  std::vector<State> states;
  for (const std::string& line : test::data_lines("games/lichess.san")) {
    Replay r;
    TextCursor in(line);
    for (std::string_view san = in.word(); !san.empty(); san = in.word()) {
      states.push_back(r.state());
      r.play(*read_san(r.position(), san));
    }
  }
  return states;
}

// Bytes per second of plain stores over a buffer again and again, and of non-temporal ones.
double fill_rate(std::byte* buffer, std::size_t bytes) {
  const std::size_t times = std::max<std::size_t>(1, (std::size_t{64} << 20) / bytes);
  return best_rate(kRuns, [&] {
    for (std::size_t t = 0; t < times; ++t) {
      const __m256i v = _mm256_set1_epi32(static_cast<int>(t));
      for (std::size_t i = 0; i < bytes; i += 32) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(buffer + i), v);
      }
      keep(*buffer);
    }
    return times * bytes;
  });
}

double stream_rate(std::byte* buffer, std::size_t bytes) {
  return best_rate(kRuns, [&] {
    const __m256i v = _mm256_set1_epi32(1);
    for (std::size_t i = 0; i < bytes; i += 32) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(buffer + i), v);
    }
    _mm_sfence();
    keep(*buffer);
    return bytes;
  });
}

// Bytes per second of encoding into one place, over and over: the tensor stays in the first-level
// cache.
double cached_rate(const layout::Plan& plan, std::span<const Moment> moments, std::byte* buffer) {
  return best_rate(kRuns, [&] {
    encode(plan, moments, buffer, 0);
    keep(*buffer);
    return moments.size() * plan.bytes();
  });
}

// Bytes per second of encoding `moments` again and again into a buffer of that size.
double encode_rate(const layout::Plan& plan, std::span<const Moment> moments, std::byte* buffer,
                   std::size_t bytes) {
  const std::size_t batch = std::max<std::size_t>(1, bytes / plan.bytes());
  const auto stride = static_cast<std::ptrdiff_t>(plan.bytes());
  return best_rate(kRuns, [&] {
    std::size_t written = 0;
    // One batch may be larger than the sample: it is then written in pieces.
    for (std::size_t done = 0; done < std::max(batch, moments.size());) {
      for (std::size_t at = 0; at < batch;) {
        const std::size_t size = std::min(batch - at, moments.size());
        encode(plan, moments.first(size), buffer + at * plan.bytes(), stride);
        at += size;
        done += size;
        written += size * plan.bytes();
      }
    }
    keep(*buffer);
    return written;
  });
}

void run() {
  const auto states = real_states();
  std::vector<Moment> moments;
  moments.reserve(states.size());
  for (const State& s : states) moments.push_back({&s});
  const std::unique_ptr<std::byte, void (*)(void*)> memory(
      static_cast<std::byte*>(std::aligned_alloc(64, kMemory)), std::free);
  std::byte* buffer = memory.get();
  const double cached = fill_rate(buffer, kCached);
  const double second = fill_rate(buffer, kSecondLevel);
  const double streamed = stream_rate(buffer, kMemory);
  std::printf("fill: cached %.0f GB/s, second level %.0f GB/s, memory (non-temporal) %.1f GB/s\n\n",
              cached / 1e9, second / 1e9, streamed / 1e9);
  std::printf(
      "| layout, one thread | cached | of the fill | second level | of the fill | memory | of the "
      "fill |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (const layout::Layout& l : layouts()) {
    const auto plan = layout::Plan::make(l);
    const double in_cache = cached_rate(*plan, moments, buffer);
    const double in_second = encode_rate(*plan, moments, buffer, kSecondLevel);
    const double in_memory = encode_rate(*plan, moments, buffer, kMemory);
    const auto millions = [&](double rate) {
      return rate / static_cast<double>(plan->bytes()) / 1e6;
    };
    std::printf("| %s %s | %.1f M/s | %.0f %% | %.1f M/s | %.0f %% | %.1f M/s | %.0f %% |\n",
                l.id.c_str(), info(l.dtype).name.data(), millions(in_cache),
                100 * in_cache / cached, millions(in_second), 100 * in_second / second,
                millions(in_memory), 100 * in_memory / streamed);
  }
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }  // NOLINT: an exception may end a benchmark
