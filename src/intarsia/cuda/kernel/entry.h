// The kernels of one plan: where threads come from. Included behind `Game` and `Plan`.
//
// Without a GPU the same work is done by a loop over the threads of each block: what a test calls that
// has only a compiler.

#pragma once

#include "intarsia/cuda/kernel/encode.h"

namespace intarsia::cuda::kernel {

INTARSIA_DEVICE u64 blocks_of(const EncodeArgs& a) {
  return (a.count + a.positions - 1) / a.positions;
}

#ifdef __CUDACC__

constexpr u32 kRegisters = 65536;  // of a multiprocessor

extern "C" __global__ void __launch_bounds__(Plan::threads,
                                             kRegisters / (Plan::registers_each * Plan::threads))
    intarsia_encode(const __grid_constant__ EncodeArgs a) {
  extern __shared__ uint4 shared[];
  u8* const memory = a.scratch == nullptr ? reinterpret_cast<u8*>(shared)
                                          : a.scratch + blockIdx.x * Plan::scratch_bytes;
  const Plan p{};
  for (u64 block = blockIdx.x; block < blocks_of(a); block += gridDim.x) {
    gather<Game, Plan>(p, a, block, threadIdx.x, blockDim.x, memory);
    __syncthreads();
    if (p.has_bits) {
      transpose<Game, Plan>(p, a, block, threadIdx.x, blockDim.x, memory);
      __syncthreads();
    }
    expand<Game, Plan>(p, a, block, threadIdx.x, blockDim.x, memory);
    __syncthreads();
  }
}

extern "C" __global__ void intarsia_check(const __grid_constant__ CheckArgs a) {
  const u64 step = static_cast<u64>(gridDim.x) * blockDim.x;
  for (u64 i = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; i < a.count; i += step) {
    if (is_bad_move<Game>(a, i)) atomicMin(a.found, i);
  }
}

#else

extern "C" void intarsia_encode(const EncodeArgs& a, u32 grid, u32 threads, u8* shared) {
  const Plan p{};
  for (u64 block = 0; block < blocks_of(a); ++block) {
    u8* const memory =
        a.scratch == nullptr ? shared : a.scratch + block % grid * Plan::scratch_bytes;
    for (u32 t = 0; t < threads; ++t) gather<Game, Plan>(p, a, block, t, threads, memory);
    for (u32 t = 0; t < threads; ++t) transpose<Game, Plan>(p, a, block, t, threads, memory);
    for (u32 t = 0; t < threads; ++t) expand<Game, Plan>(p, a, block, t, threads, memory);
  }
}

extern "C" void intarsia_check(const CheckArgs& a, u32, u32, u8*) {
  for (u64 i = 0; i < a.count; ++i) {
    if (is_bad_move<Game>(a, i) && i < *a.found) *a.found = i;
  }
}

#endif

}  // namespace intarsia::cuda::kernel
