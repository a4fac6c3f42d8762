// Says so, before anything else runs, when this processor lacks what the build was made for.

#ifdef INTARSIA_NEEDS_V3

#include <cstring>

#include <unistd.h>

namespace {

// Priority 101: the first that a program may have, before the tables of the library (102).
__attribute__((constructor(101))) void check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("fma")) {
    return;
  }
  constexpr char kMessage[] =
      "intarsia: this build needs a processor with AVX2, BMI2 and FMA (x86-64-v3).\n"
      "Build for older ones with: cmake -DINTARSIA_BASELINE=ON\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage, std::strlen(kMessage));
  _exit(1);
}

}  // namespace

#endif
