// Whether SIMD is kept out: INTARSIA_KERNEL=portable, for tests and for finding faults.

#pragma once

#include <cstdlib>
#include <cstring>

namespace intarsia::kernels {

#ifdef __wasm__
// The page asks its host for nothing, so there is no environment.
constexpr bool is_portable_wanted() { return false; }
#else
inline bool is_portable_wanted() {
  static const bool kIsWanted = [] {
    const char* wanted = std::getenv("INTARSIA_KERNEL");
    return wanted != nullptr && std::strcmp(wanted, "portable") == 0;
  }();
  return kIsWanted;
}
#endif

}  // namespace intarsia::kernels
