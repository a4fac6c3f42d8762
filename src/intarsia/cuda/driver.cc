#include "intarsia/cuda/driver.h"

#include <cstdlib>
#include <mutex>
#include <vector>

#include <dlfcn.h>

#include "intarsia/base/text.h"

namespace intarsia::cuda {

namespace {

Error missing(std::string detail) { return Error{ErrorCode::kNotFound, 0, std::move(detail)}; }

// The first of the names that there is; a variable may name another file alone.
void* open_library(const char* variable, std::vector<std::string> names) {
  if (const char* const named = std::getenv(variable); named != nullptr) names = {named};
  for (const std::string& name : names) {
    if (void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

template <class F>
void find(void* library, F& f, const char*& lacking) {
  void* const found = dlsym(library, f.name);
  if (found == nullptr) lacking = f.name;
  f.call = reinterpret_cast<decltype(f.call)>(found);
}

Result<Driver> load_driver() {
  void* const library = open_library("INTARSIA_CUDA_DRIVER", {"libcuda.so.1", "libcuda.so"});
  if (library == nullptr) {
    return missing(
        "there is no NVIDIA driver here (libcuda.so.1): install the driver of your card, or stay "
        "on the CPU");
  }
  Driver loaded;
  const char* lacking = nullptr;
#define INTARSIA_FIND(member, name, arguments) find(library, loaded.member, lacking);
  INTARSIA_CUDA_FUNCTIONS(INTARSIA_FIND)
  if (lacking != nullptr) {
    return missing(concat(
        {"the NVIDIA driver is too old (it has no ", lacking, "): install version 470 or later"}));
  }
  if (auto error = loaded(loaded.init, 0U)) {
    error->detail += ": the driver is there, but it finds no card that works";
    return *std::move(error);
  }
  int count = 0;
  if (auto error = loaded(loaded.device_count, &count)) return *std::move(error);
  if (count == 0) return missing("there is no NVIDIA card here");
  return loaded;
}

std::vector<std::string>& nvrtc_paths() {
  static std::vector<std::string> paths;
  return paths;
}

// Under its own names, and where PyPI's packages of both major versions leave it.
Result<Nvrtc> load_nvrtc() {
  std::vector<std::string> names = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                    "libnvrtc.so.11.2"};
  names.insert(names.end(), nvrtc_paths().begin(), nvrtc_paths().end());
  void* const library = open_library("INTARSIA_NVRTC", std::move(names));
  if (library == nullptr) {
    return missing(
        "there is no NVRTC here (libnvrtc), which compiles for the card: `pip install "
        "nvidia-cuda-nvrtc-cu12`, or PyTorch or JAX for CUDA, which bring it");
  }
  Nvrtc loaded;
  const char* lacking = nullptr;
  INTARSIA_NVRTC_FUNCTIONS(INTARSIA_FIND)
#undef INTARSIA_FIND
  if (lacking != nullptr) {
    return missing(concat({"NVRTC is too old (it has no ", lacking, "): install 11.2 or later"}));
  }
  return loaded;
}

// What was found stays; what was not is looked for again when it is asked for again.
template <class Library>
Result<const Library*> once(Result<Library> (*load)()) {
  static std::mutex mutex;
  static std::optional<Library> found;
  const std::lock_guard lock(mutex);
  if (!found) {
    auto loaded = load();
    if (!loaded) return loaded.error();
    found = *loaded;
  }
  return &*found;
}

}  // namespace

Error Driver::failed(std::string_view call, Status status) const {
  const char* name = nullptr;
  const char* text = nullptr;
  error_name.call(status, &name);
  error_string.call(status, &text);
  constexpr Status kOutOfMemory = 2;
  return Error{status == kOutOfMemory ? ErrorCode::kLimit : ErrorCode::kIo, 0,
               concat({call, ": ", name == nullptr ? std::to_string(status) : std::string(name),
                       text == nullptr ? "" : ", ", text == nullptr ? "" : text})};
}

Result<const Driver*> driver() { return once<Driver>(load_driver); }
Result<const Nvrtc*> nvrtc() { return once<Nvrtc>(load_nvrtc); }

void look_for_nvrtc(std::vector<std::string> paths) { nvrtc_paths() = std::move(paths); }

}  // namespace intarsia::cuda
