// The driver's and NVRTC's functions, found when somebody asks for a GPU: neither is needed to build
// or to start.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/cuda/handles.h"

namespace intarsia::cuda {

using Status = int;

// INTARSIA_CUDA(name in the library, arguments): the functions of libcuda that we call.
#define INTARSIA_CUDA_FUNCTIONS(X)                                                                 \
  X(init, cuInit, (unsigned))                                                                      \
  X(driver_version, cuDriverGetVersion, (int*))                                                    \
  X(error_name, cuGetErrorName, (Status, const char**))                                            \
  X(error_string, cuGetErrorString, (Status, const char**))                                        \
  X(device_count, cuDeviceGetCount, (int*))                                                        \
  X(device, cuDeviceGet, (int*, int))                                                              \
  X(device_name, cuDeviceGetName, (char*, int, int))                                               \
  X(device_attribute, cuDeviceGetAttribute, (int*, int, int))                                      \
  X(retain_context, cuDevicePrimaryCtxRetain, (Handle*, int))                                      \
  X(release_context, cuDevicePrimaryCtxRelease_v2, (int))                                          \
  X(push_context, cuCtxPushCurrent_v2, (Handle))                                                   \
  X(pop_context, cuCtxPopCurrent_v2, (Handle*))                                                    \
  X(memory_info, cuMemGetInfo_v2, (std::size_t*, std::size_t*))                                    \
  X(allocate, cuMemAlloc_v2, (DevicePointer*, std::size_t))                                        \
  X(free, cuMemFree_v2, (DevicePointer))                                                           \
  X(create_pool, cuMemPoolCreate, (Handle*, const void*))                                          \
  X(destroy_pool, cuMemPoolDestroy, (Handle))                                                      \
  X(set_pool_attribute, cuMemPoolSetAttribute, (Handle, int, void*))                               \
  X(allocate_async, cuMemAllocFromPoolAsync, (DevicePointer*, std::size_t, Handle, Handle))        \
  X(free_async, cuMemFreeAsync, (DevicePointer, Handle))                                           \
  X(allocate_host, cuMemHostAlloc, (void**, std::size_t, unsigned))                                \
  X(free_host, cuMemFreeHost, (void*))                                                             \
  X(copy_in, cuMemcpyHtoDAsync_v2, (DevicePointer, const void*, std::size_t, Handle))              \
  X(copy_out, cuMemcpyDtoHAsync_v2, (void*, DevicePointer, std::size_t, Handle))                   \
  X(pointer_attribute, cuPointerGetAttribute, (void*, int, DevicePointer))                         \
  X(create_stream, cuStreamCreate, (Handle*, unsigned))                                            \
  X(destroy_stream, cuStreamDestroy_v2, (Handle))                                                  \
  X(synchronize_stream, cuStreamSynchronize, (Handle))                                             \
  X(wait_event, cuStreamWaitEvent, (Handle, Handle, unsigned))                                     \
  X(create_event, cuEventCreate, (Handle*, unsigned))                                              \
  X(destroy_event, cuEventDestroy_v2, (Handle))                                                    \
  X(record_event, cuEventRecord, (Handle, Handle))                                                 \
  X(synchronize_event, cuEventSynchronize, (Handle))                                               \
  X(load_module, cuModuleLoadData, (Handle*, const void*))                                         \
  X(unload_module, cuModuleUnload, (Handle))                                                       \
  X(function, cuModuleGetFunction, (Handle*, Handle, const char*))                                 \
  X(set_function_attribute, cuFuncSetAttribute, (Handle, int, int))                                \
  X(launch, cuLaunchKernel,                                                                        \
    (Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**, \
     void**))

// The functions of libnvrtc that we call.
#define INTARSIA_NVRTC_FUNCTIONS(X)                                                   \
  X(version, nvrtcVersion, (int*, int*))                                              \
  X(arch_count, nvrtcGetNumSupportedArchs, (int*))                                    \
  X(archs, nvrtcGetSupportedArchs, (int*))                                            \
  X(create, nvrtcCreateProgram,                                                       \
    (Handle*, const char*, const char*, int, const char* const*, const char* const*)) \
  X(destroy, nvrtcDestroyProgram, (Handle*))                                          \
  X(compile, nvrtcCompileProgram, (Handle, int, const char* const*))                  \
  X(log_size, nvrtcGetProgramLogSize, (Handle, std::size_t*))                         \
  X(log, nvrtcGetProgramLog, (Handle, char*))                                         \
  X(cubin_size, nvrtcGetCUBINSize, (Handle, std::size_t*))                            \
  X(cubin, nvrtcGetCUBIN, (Handle, char*))                                            \
  X(ptx_size, nvrtcGetPTXSize, (Handle, std::size_t*))                                \
  X(ptx, nvrtcGetPTX, (Handle, char*))

// A function that keeps its name, so that what fails is told by it.
template <class Signature>
struct Function;
template <class... Arguments>
struct Function<Status(Arguments...)> {
  const char* name;
  Status (*call)(Arguments...) = nullptr;
};

// NOLINTNEXTLINE(bugprone-macro-parentheses): a list of types cannot stand in more of them.
#define INTARSIA_MEMBER(member, name, arguments) Function<Status arguments> member{#name};

struct Driver {
  INTARSIA_CUDA_FUNCTIONS(INTARSIA_MEMBER)

  // "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY, out of memory"; nothing where the call went well.
  template <class... Parameters, class... Arguments>
  std::optional<Error> operator()(const Function<Status(Parameters...)>& f,
                                  Arguments... arguments) const {
    const Status status = f.call(arguments...);
    return status == 0 ? std::nullopt : std::optional(failed(f.name, status));
  }
  Error failed(std::string_view call, Status status) const;
};

struct Nvrtc {
  INTARSIA_NVRTC_FUNCTIONS(INTARSIA_MEMBER)
};

#undef INTARSIA_MEMBER

// Loaded once; an error says which is missing and what installs it. INTARSIA_CUDA_DRIVER and
// INTARSIA_NVRTC name other files.
Result<const Driver*> driver();
Result<const Nvrtc*> nvrtc();

// Files to try for NVRTC after those that the system finds by name: where packages leave it.
void look_for_nvrtc(std::vector<std::string> paths);

}  // namespace intarsia::cuda
