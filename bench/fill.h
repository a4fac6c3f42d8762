// How fast this machine can fill memory at all: the limit of every encoder.

#pragma once

#include <cstddef>

#include <immintrin.h>

namespace intarsia::bench {

enum class Fill { kCached, kStreamed };

// Four lines in each turn of the loop: a loop of one store is bound by its jump, not by the store.
// Sizes are multiples of that.
inline constexpr std::size_t kFillStep = 256;

template <Fill kKind>
void fill_by_256(std::byte* to, std::size_t bytes, int value) {
  const __m256i v = _mm256_set1_epi32(value);
  for (std::size_t i = 0; i < bytes; i += kFillStep) {
    for (std::size_t part = 0; part < kFillStep; part += sizeof v) {
      auto* const at = reinterpret_cast<__m256i*>(to + i + part);
      kKind == Fill::kStreamed ? _mm256_stream_si256(at, v) : _mm256_store_si256(at, v);
    }
  }
}

template <Fill kKind>
[[gnu::target("avx512f")]] void fill_by_512(std::byte* to, std::size_t bytes, int value) {
  const __m512i v = _mm512_set1_epi32(value);
  for (std::size_t i = 0; i < bytes; i += kFillStep) {
    for (std::size_t part = 0; part < kFillStep; part += sizeof v) {
      auto* const at = reinterpret_cast<__m512i*>(to + i + part);
      kKind == Fill::kStreamed ? _mm512_stream_si512(at, v) : _mm512_store_si512(at, v);
    }
  }
}

// Fills by the widest stores that the processor has.
template <Fill kKind>
void fill(std::byte* to, std::size_t bytes, int value) {
  static const bool kIsWide = __builtin_cpu_supports("avx512f") != 0;
  kIsWide ? fill_by_512<kKind>(to, bytes, value) : fill_by_256<kKind>(to, bytes, value);
  if constexpr (kKind == Fill::kStreamed) _mm_sfence();
}

}  // namespace intarsia::bench
