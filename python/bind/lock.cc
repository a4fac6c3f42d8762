#include "python/bind/lock.h"

#include <chrono>
#include <thread>

namespace intarsia::bind {

void wait_for_the_end() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace intarsia::bind
