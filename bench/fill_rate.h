// How fast this machine can fill memory at all: what encoding is measured by.

#pragma once

#include <algorithm>
#include <cstddef>

#include <immintrin.h>

#include "bench/measure.h"

namespace intarsia::bench {

// Bytes per second of plain stores over an aligned buffer, again and again.
inline double fill_rate(std::byte* buffer, std::size_t bytes, int runs) {
  const std::size_t times = std::max<std::size_t>(1, (std::size_t{64} << 20) / bytes);
  return best_rate(runs, [&] {
    for (std::size_t t = 0; t < times; ++t) {
      const __m256i v = _mm256_set1_epi32(static_cast<int>(t));
      for (std::size_t i = 0; i < bytes; i += 32) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(buffer + i), v);
      }
      keep(buffer);
    }
    return times * bytes;
  });
}

// The same with stores that go past the caches.
inline double stream_rate(std::byte* buffer, std::size_t bytes, int runs) {
  return best_rate(runs, [&] {
    const __m256i v = _mm256_set1_epi32(1);
    for (std::size_t i = 0; i < bytes; i += 32) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(buffer + i), v);
    }
    _mm_sfence();
    keep(buffer);
    return bytes;
  });
}

}  // namespace intarsia::bench
