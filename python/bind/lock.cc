#include "python/bind/lock.h"

#include <chrono>
#include <thread>

// Threads that wait there, and those that they have started, may still be at work when the process
// ends. So nothing that lives as long as the module is destroyed before them: the destructors that
// the compiler registers here are forgotten. The system takes the memory back, and no file of ours
// is open for so long. Hidden, as all our symbols, so that it is this module's own.
extern "C" int __cxa_atexit(void (*)(void*), void*, void*) {  // NOLINT: the name is the ABI's
  return 0;
}

namespace intarsia::bind {

void wait_for_the_end() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace intarsia::bind
