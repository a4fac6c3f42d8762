// What code needs that is compiled twice: for this machine, and by NVRTC for a GPU.
//
// Such code includes no header but others of its kind, for NVRTC has none. It is C++17 without library,
// exceptions and memory of its own; every function is INTARSIA_DEVICE. Files of this kind are called
// device.h, or lie in cuda/kernel/; cmake/embed.cmake puts their text into the library.

#pragma once

#ifdef __CUDACC__
#define INTARSIA_DEVICE __device__ __forceinline__
#define INTARSIA_TABLE __device__ const
#else
#define INTARSIA_DEVICE inline
#define INTARSIA_TABLE const
#endif

namespace intarsia::device {

// NOLINTBEGIN(readability-identifier-naming): the short names that code for GPUs usually has.
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i16 = short;
using i32 = int;
using i64 = long long;
// NOLINTEND(readability-identifier-naming)
static_assert(sizeof(u16) == 2 && sizeof(u32) == 4 && sizeof(u64) == 8);

INTARSIA_DEVICE int count_bits(u64 b) {
#ifdef __CUDA_ARCH__
  return __popcll(static_cast<long long>(b));
#else
  return __builtin_popcountll(b);
#endif
}

// The lowest bit's number; 64 if there is none.
INTARSIA_DEVICE int first_bit(u64 b) {
#ifdef __CUDA_ARCH__
  return b == 0 ? 64 : __ffsll(static_cast<long long>(b)) - 1;
#else
  return b == 0 ? 64 : __builtin_ctzll(b);
#endif
}

// Eight bytes in reverse order: the ranks of a board of 8 x 8.
INTARSIA_DEVICE u64 reversed_bytes(u64 b) {
#ifdef __CUDA_ARCH__
  const u32 low = __byte_perm(static_cast<u32>(b), 0, 0x0123);
  const u32 high = __byte_perm(static_cast<u32>(b >> 32), 0, 0x0123);
  return static_cast<u64>(low) << 32 | high;
#else
  return __builtin_bswap64(b);
#endif
}

// Records lie at any address and are little endian.
INTARSIA_DEVICE u32 load16(const u8* p) { return p[0] | static_cast<u32>(p[1]) << 8; }
INTARSIA_DEVICE u64 load64(const u8* p) {
  u64 word = 0;
  for (int i = 0; i < 8; ++i) word |= static_cast<u64>(p[i]) << (8 * i);
  return word;
}
// At a multiple of 8.
INTARSIA_DEVICE u64 load64_aligned(const u8* p) {
#ifdef __CUDA_ARCH__
  return *reinterpret_cast<const u64*>(p);
#else
  return load64(p);
#endif
}

// The last of `count` rising numbers that is not above one.
INTARSIA_DEVICE u32 last_before(const u32* numbers, u32 count, u32 wanted) {
  u32 found = 0;
  for (u32 left = count; left > 1;) {
    const u32 half = left / 2;
    found += numbers[found + half] <= wanted ? half : 0;
    left -= half;
  }
  return found;
}

// What a record says for the targets, in the first player's view.
struct Worth {
  u32 outcome;  // intarsia::Outcome
  i32 eval;     // kNoEval: there is none
  bool is_second_to_move;
};
constexpr i32 kNoEvalStored = -32768;

}  // namespace intarsia::device
