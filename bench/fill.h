// How fast this machine can fill memory at all: the limit of every encoder.

#pragma once

#include <cstddef>

#include <immintrin.h>

namespace intarsia::bench {

// Four lines in each turn of the loop: a loop of one store is bound by its jump, not by the store.
// Sizes are multiples of that.
inline constexpr std::size_t kFillStep = 256;

inline void fill_by_256(std::byte* to, std::size_t bytes, int value) {
  const __m256i v = _mm256_set1_epi32(value);
  for (std::size_t i = 0; i < bytes; i += kFillStep) {
    for (std::size_t part = 0; part < kFillStep; part += sizeof v) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(to + i + part), v);
    }
  }
}

[[gnu::target("avx512f")]] inline void fill_by_512(std::byte* to, std::size_t bytes, int value) {
  const __m512i v = _mm512_set1_epi32(value);
  for (std::size_t i = 0; i < bytes; i += kFillStep) {
    for (std::size_t part = 0; part < kFillStep; part += sizeof v) {
      _mm512_store_si512(reinterpret_cast<__m512i*>(to + i + part), v);
    }
  }
}

// Fills by the widest stores that the processor has.
inline void fill(std::byte* to, std::size_t bytes, int value) {
  static const bool kIsWide = __builtin_cpu_supports("avx512f") != 0;
  kIsWide ? fill_by_512(to, bytes, value) : fill_by_256(to, bytes, value);
}

inline void stream_by_256(const std::byte* pattern, std::size_t size, std::byte* to) {
  for (std::size_t i = 0; i < size; i += sizeof(__m256i)) {
    const __m256i v = _mm256_load_si256(reinterpret_cast<const __m256i*>(pattern + i));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i), v);
  }
}

[[gnu::target("avx512f")]] inline void stream_by_512(const std::byte* pattern, std::size_t size,
                                                     std::byte* to) {
  for (std::size_t i = 0; i < size; i += sizeof(__m512i)) {
    const __m512i v = _mm512_load_si512(reinterpret_cast<const __m512i*>(pattern + i));
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), v);
  }
}

// Fills past the caches with a cached pattern, again and again.
inline void stream(const std::byte* pattern, std::size_t size, std::byte* to, std::size_t bytes) {
  static const bool kIsWide = __builtin_cpu_supports("avx512f") != 0;
  for (std::size_t i = 0; i + size <= bytes; i += size) {
    kIsWide ? stream_by_512(pattern, size, to + i) : stream_by_256(pattern, size, to + i);
  }
  _mm_sfence();
}

}  // namespace intarsia::bench
