// The kernel that lists the rows of a batch: of no game and no plan.

#pragma once

#include "intarsia/cuda/kernel/encode.h"

namespace intarsia::cuda::kernel {

#ifdef __CUDACC__

extern "C" __global__ void intarsia_rows(const __grid_constant__ RowsArgs a) {
  const u64 row = a.stretches[0].row + static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row < a.end) write_row(a, row);
}

#else

extern "C" void intarsia_rows(const RowsArgs& a, u32, u32, u8*) {
  for (u64 row = a.stretches[0].row; row < a.end; ++row) write_row(a, row);
}

#endif

}  // namespace intarsia::cuda::kernel
