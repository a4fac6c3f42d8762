#include "intarsia/io/parallel.h"

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace intarsia::io {

void on_threads(unsigned threads, const std::function<void()>& loop) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&] {
    try {
      loop();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;  // joined when they go out of scope
    helpers.reserve(threads);
    for (unsigned i = 1; i < threads; ++i) {
      try {
        helpers.emplace_back(guarded);
      } catch (const std::system_error&) {
        break;
      }
    }
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace intarsia::io
