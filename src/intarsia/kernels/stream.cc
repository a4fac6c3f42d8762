#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {

void stream(const std::byte* from, std::size_t size, std::byte* to) {
#ifdef __SSE2__
  const auto past_boundary = reinterpret_cast<std::uintptr_t>(to) % kLineBytes;
  const std::size_t head = std::min((kLineBytes - past_boundary) % kLineBytes, size);
  std::memcpy(to, from, head);
  std::size_t at = head;
  for (; at + kLineBytes <= size; at += kLineBytes) {
    // One line at once, so that it leaves the write-combining buffer whole.
    for (std::size_t part = 0; part < kLineBytes; part += sizeof(__m128i)) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at + part));
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + at + part), v);
    }
  }
  std::memcpy(to + at, from + at, size - at);
#else
  std::memcpy(to, from, size);
#endif
}

void stream_fence() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace intarsia::kernels
