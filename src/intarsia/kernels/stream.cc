#include <algorithm>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "intarsia/kernels/expand.h"

namespace intarsia::kernels {

void stream(const std::byte* from, std::size_t size, std::byte* to) {
#ifdef __SSE2__
  constexpr std::size_t kLine = 64;
  const std::size_t before = (kLine - reinterpret_cast<std::uintptr_t>(to) % kLine) % kLine;
  const std::size_t head = std::min(before, size);
  std::memcpy(to, from, head);
  std::size_t at = head;
  for (; at + kLine <= size; at += kLine) {
    // One line at once, so that it leaves the write-combining buffer whole.
    for (std::size_t part = 0; part < kLine; part += sizeof(__m128i)) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at + part));
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + at + part), v);
    }
  }
  std::memcpy(to + at, from + at, size - at);
  _mm_sfence();
#else
  std::memcpy(to, from, size);
#endif
}

}  // namespace intarsia::kernels
