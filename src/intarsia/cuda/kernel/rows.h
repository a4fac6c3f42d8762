// The kernels that list the rows of a batch: of no game and no plan.

#pragma once

#include "intarsia/cuda/kernel/encode.h"

namespace intarsia::cuda::kernel {

#ifdef __CUDACC__

extern "C" __global__ void intarsia_rows(const __grid_constant__ RowsArgs a) {
  const u64 row = a.stretches[0].row + static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row < a.end) write_row(a, row);
}

extern "C" __global__ void intarsia_moved(const __grid_constant__ MovedArgs a) {
  if (threadIdx.x < a.count) write_base(a, threadIdx.x);
}

#else

extern "C" void intarsia_rows(const RowsArgs& a, u32, u32, u8*) {
  for (u64 row = a.stretches[0].row; row < a.end; ++row) write_row(a, row);
}

extern "C" void intarsia_moved(const MovedArgs& a, u32, u32, u8*) {
  for (u32 i = 0; i < a.count; ++i) write_base(a, i);
}

#endif

}  // namespace intarsia::cuda::kernel
