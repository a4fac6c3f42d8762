// What CUDA hands out, as its headers would name it: none of them is needed to build or to use this.

#pragma once

#include <cstdint>

namespace intarsia::cuda {

using DevicePointer = std::uint64_t;  // an address in a card's memory: CUdeviceptr
using Handle = void*;                 // a CUstream or cudaStream_t, null for the default one

struct Driver;

}  // namespace intarsia::cuda
