// A driver without a card, for tests: memory of the host, kernels that a loop runs, and failures by wish.
//
//   FAKE_CUDA_DEVICES=2             how many cards there are (1)
//   FAKE_CUDA_MEMORY=1000000        bytes of each (1 GiB)
//   FAKE_CUDA_CAPABILITY=90         of each
//   FAKE_CUDA_FAIL=cuMemAlloc_v2:2  this call returns this status; @3 behind it: from the third on;
//                                   =3: the third alone
//
//   FAKE_CUDA_LATE=7                work is done late: each stream in its own order, streams among each
//                                   other as a generator of this seed has it, 0: when somebody waits;
//                                   without it, all is done when a call returns
//   FAKE_CUDA_WAITS=no              streams do not wait for each other's events
//
// What nvrtc.cc makes is a shared library behind its length; it is loaded from memory. fake_cuda_live
// counts what was not freed.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "intarsia/cuda/kernel/args.h"
#include "tests/fake_cuda/streams.h"

namespace {

using intarsia::fake::Event;
using intarsia::fake::streams;

using Status = int;
constexpr Status kInvalid = 1, kOutOfMemory = 2, kNotFound = 500;

std::uint64_t number(const char* variable, std::uint64_t usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

struct State {
  std::mutex mutex;
  std::map<std::uint64_t, std::size_t> memory;  // by address
  std::size_t used = 0;
  std::map<std::string, int> calls;
  int handles = 0;  // events, streams, modules, host memory, contexts
};
State& state() {
  static State s;
  return s;
}

// The status that was wished for this call, or 0.
Status wished(const char* call) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  const int count = ++s.calls[call];
  const char* const text = std::getenv("FAKE_CUDA_FAIL");
  if (text == nullptr) return 0;
  const std::string wish = text;
  const auto colon = wish.find(':');
  if (wish.substr(0, colon) != call) return 0;
  const auto from = wish.find_first_of("@=");
  const int first = from == std::string::npos ? 1 : std::atoi(wish.c_str() + from + 1);
  const bool is_alone = from != std::string::npos && wish[from] == '=';
  return count == first || (count > first && !is_alone) ? std::atoi(wish.c_str() + colon + 1) : 0;
}

void count_handle(int more) {
  const std::lock_guard lock(state().mutex);
  state().handles += more;
}

Status take(std::uint64_t* out, std::size_t bytes) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  if (s.used + bytes > number("FAKE_CUDA_MEMORY", std::uint64_t{1} << 30)) return kOutOfMemory;
  void* memory = nullptr;
  if (posix_memalign(&memory, 256, bytes == 0 ? 1 : bytes) != 0) return kOutOfMemory;
  std::memset(memory, 0xA5, bytes);
  *out = reinterpret_cast<std::uint64_t>(memory);
  s.memory[*out] = bytes;
  s.used += bytes;
  return 0;
}

Status give_back(std::uint64_t address) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  const auto found = s.memory.find(address);
  if (found == s.memory.end()) return kInvalid;
  s.used -= found->second;
  // Whoever reads it now shall see that it is gone.
  std::memset(reinterpret_cast<void*>(address), 0x5A, found->second);
  s.memory.erase(found);
  std::free(reinterpret_cast<void*>(address));
  return 0;
}

// Whether all of these bytes are the card's.
bool is_ours(std::uint64_t address, std::size_t bytes) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  auto after = s.memory.upper_bound(address);
  if (after == s.memory.begin()) return false;
  const auto& [first, size] = *std::prev(after);
  return address + bytes <= first + size;
}

// What kernels take is copied when they are started, since they run later.
struct Function {
  void* code;
  std::size_t argument_bytes;
};
struct Module {
  void* library;
  std::map<std::string, Function> functions;
};

std::size_t argument_bytes_of(const std::string& kernel) {
  namespace k = intarsia::cuda::kernel;
  if (kernel == "intarsia_rows") return sizeof(k::RowsArgs);
  if (kernel == "intarsia_moved") return sizeof(k::MovedArgs);
  return kernel == "intarsia_check" ? sizeof(k::CheckArgs) : sizeof(k::EncodeArgs);
}

using Kernel = void (*)(const void* arguments, unsigned grid, unsigned threads,
                        std::uint8_t* shared);

}  // namespace

#define FAKE_CALL(name) \
  if (const Status failed = wished(name); failed != 0) return failed

#pragma GCC visibility push(default)
extern "C" {

// Allocations and handles that live.
long fake_cuda_live() {
  const std::lock_guard lock(state().mutex);
  return static_cast<long>(state().memory.size()) + state().handles;
}
long fake_cuda_calls(const char* name) {
  const std::lock_guard lock(state().mutex);
  return state().calls[name];
}

Status cuInit(unsigned) {
  FAKE_CALL("cuInit");
  return 0;
}
Status cuDriverGetVersion(int* version) {
  *version = 13000;
  return 0;
}
Status cuGetErrorName(Status status, const char** name) {
  *name = status == kOutOfMemory ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_WISHED";
  return 0;
}
Status cuGetErrorString(Status status, const char** text) {
  *text = status == kOutOfMemory ? "out of memory" : "as the test wished";
  return 0;
}
Status cuDeviceGetCount(int* count) {
  FAKE_CALL("cuDeviceGetCount");
  *count = static_cast<int>(number("FAKE_CUDA_DEVICES", 1));
  return 0;
}
Status cuDeviceGet(int* device, int ordinal) {
  FAKE_CALL("cuDeviceGet");
  *device = ordinal;
  return 0;
}
Status cuDeviceGetName(char* name, int size, int) {
  FAKE_CALL("cuDeviceGetName");
  std::snprintf(name, static_cast<std::size_t>(size), "no card at all");
  return 0;
}
Status cuDeviceGetAttribute(int* value, int attribute, int) {
  FAKE_CALL("cuDeviceGetAttribute");
  const int capability = static_cast<int>(number("FAKE_CUDA_CAPABILITY", 90));
  *value = attribute == 16 ? 2 : attribute == 75 ? capability / 10 : capability % 10;
  return 0;
}
Status cuDevicePrimaryCtxRetain(void** context, int device) {
  FAKE_CALL("cuDevicePrimaryCtxRetain");
  *context = reinterpret_cast<void*>(std::uintptr_t{1} + static_cast<unsigned>(device));
  count_handle(1);
  return 0;
}
Status cuDevicePrimaryCtxRelease_v2(int) {
  count_handle(-1);
  return 0;
}
Status cuCtxPushCurrent_v2(void*) {
  FAKE_CALL("cuCtxPushCurrent_v2");
  return 0;
}
Status cuCtxPopCurrent_v2(void** context) {
  *context = nullptr;
  return 0;
}
Status cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  FAKE_CALL("cuMemGetInfo_v2");
  *total = number("FAKE_CUDA_MEMORY", std::uint64_t{1} << 30);
  const std::lock_guard lock(state().mutex);
  *free = *total - state().used;
  return 0;
}
Status cuMemAlloc_v2(std::uint64_t* out, std::size_t bytes) {
  FAKE_CALL("cuMemAlloc_v2");
  return take(out, bytes);
}
Status cuMemFree_v2(std::uint64_t address) {
  streams().finish_all();
  return give_back(address);
}
Status cuMemPoolCreate(void** pool, const void*) {
  FAKE_CALL("cuMemPoolCreate");
  *pool = reinterpret_cast<void*>(std::uintptr_t{16});
  count_handle(1);
  return 0;
}
Status cuMemPoolDestroy(void*) {
  count_handle(-1);
  return 0;
}
Status cuMemPoolSetAttribute(void*, int, void*) {
  FAKE_CALL("cuMemPoolSetAttribute");
  return 0;
}
Status cuMemAllocFromPoolAsync(std::uint64_t* out, std::size_t bytes, void*, void*) {
  FAKE_CALL("cuMemAllocFromPoolAsync");
  return take(out, bytes);
}
Status cuMemFreeAsync(std::uint64_t address, void* stream) {
  FAKE_CALL("cuMemFreeAsync");
  streams().give(stream, [=] { give_back(address); });
  return 0;
}
Status cuMemHostAlloc(void** out, std::size_t bytes, unsigned) {
  FAKE_CALL("cuMemHostAlloc");
  *out = std::malloc(bytes);
  count_handle(1);
  return 0;
}
Status cuMemFreeHost(void* memory) {
  streams().finish_all();
  std::free(memory);
  count_handle(-1);
  return 0;
}
Status cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void* stream) {
  FAKE_CALL("cuMemcpyHtoDAsync_v2");
  if (!is_ours(to, bytes)) return kInvalid;
  streams().give(stream, [=] { std::memcpy(reinterpret_cast<void*>(to), from, bytes); });
  return 0;
}
Status cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void* stream) {
  FAKE_CALL("cuMemcpyDtoHAsync_v2");
  if (!is_ours(from, bytes)) return kInvalid;
  streams().give(stream, [=] { std::memcpy(to, reinterpret_cast<const void*>(from), bytes); });
  return 0;
}
// CU_POINTER_ATTRIBUTE_MEMORY_TYPE (2: the card's) and _DEVICE_ORDINAL.
Status cuPointerGetAttribute(void* out, int attribute, std::uint64_t address) {
  FAKE_CALL("cuPointerGetAttribute");
  if (!is_ours(address, 1)) return kInvalid;
  const int value = attribute == 2 ? 2 : 0;
  std::memcpy(out, &value, sizeof value);
  return 0;
}
Status cuStreamCreate(void** stream, unsigned) {
  FAKE_CALL("cuStreamCreate");
  *stream = streams().make();
  count_handle(1);
  return 0;
}
Status cuStreamDestroy_v2(void* stream) {
  streams().finish(stream);
  count_handle(-1);
  return 0;
}
Status cuStreamSynchronize(void* stream) {
  FAKE_CALL("cuStreamSynchronize");
  streams().finish(stream);
  return 0;
}
Status cuStreamWaitEvent(void* stream, void* event, unsigned) {
  FAKE_CALL("cuStreamWaitEvent");
  streams().wait(stream, *static_cast<Event*>(event));
  return 0;
}
Status cuEventCreate(void** event, unsigned) {
  FAKE_CALL("cuEventCreate");
  *event = new Event;
  count_handle(1);
  return 0;
}
Status cuEventDestroy_v2(void* event) {
  delete static_cast<Event*>(event);
  count_handle(-1);
  return 0;
}
Status cuEventRecord(void* event, void* stream) {
  FAKE_CALL("cuEventRecord");
  streams().record(stream, *static_cast<Event*>(event));
  return 0;
}
Status cuEventSynchronize(void* event) {
  FAKE_CALL("cuEventSynchronize");
  streams().finish(*static_cast<Event*>(event));
  return 0;
}

Status cuModuleLoadData(void** out, const void* image) {
  FAKE_CALL("cuModuleLoadData");
  std::uint64_t size = 0;
  std::memcpy(&size, image, sizeof size);
  // Stays open: dlopen takes a path that it knows for a library that it has.
  const int file = memfd_create("fake_cuda_module", 0);
  const char* const bytes = static_cast<const char*>(image) + sizeof size;
  if (file < 0 || write(file, bytes, size) != static_cast<ssize_t>(size)) return kInvalid;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::fprintf(stderr, "fake_cuda: %s\n", dlerror());
  if (library == nullptr) return kInvalid;
  *out = new Module{library, {}};
  count_handle(1);
  return 0;
}
Status cuModuleUnload(void* module) {
  streams().finish_all();
  delete static_cast<Module*>(module);
  count_handle(-1);
  return 0;
}
Status cuModuleGetFunction(void** out, void* module, const char* name) {
  FAKE_CALL("cuModuleGetFunction");
  auto& [library, functions] = *static_cast<Module*>(module);
  void* const code = dlsym(library, name);
  if (code == nullptr) return kNotFound;
  *out = &functions.insert({name, {code, argument_bytes_of(name)}}).first->second;
  return 0;
}
Status cuFuncSetAttribute(void*, int, int) {
  FAKE_CALL("cuFuncSetAttribute");
  return 0;
}
Status cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned threads,
                      unsigned, unsigned, unsigned shared_bytes, void* stream, void** parameters,
                      void**) {
  FAKE_CALL("cuLaunchKernel");
  if (blocks == 0 || threads == 0 || threads > 1024) return kInvalid;
  const auto& [code, bytes] = *static_cast<const Function*>(function);
  std::vector<std::uint64_t> arguments(bytes / sizeof(std::uint64_t) + 1);
  std::memcpy(arguments.data(), parameters[0], bytes);
  streams().give(stream, [=, code = code]() mutable {
    std::vector<std::uint64_t> shared(shared_bytes / 8 + 2, ~std::uint64_t{0});
    reinterpret_cast<Kernel>(code)(arguments.data(), blocks, threads,
                                   reinterpret_cast<std::uint8_t*>(shared.data()));
  });
  return 0;
}

}  // extern "C"
#pragma GCC visibility pop
