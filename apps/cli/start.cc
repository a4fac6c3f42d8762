#include "apps/cli/start.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include "apps/cli/verb.h"

namespace intarsia::cli {

namespace {

// The allocation that failed last.
std::atomic<std::size_t> refused_bytes = 0;

void* note_refusal(std::size_t bytes) {
  refused_bytes = bytes;
  throw std::bad_alloc();
}

// What is thrown where nobody can catch it, before `main` or out of a destructor.
[[noreturn]] void end_without_memory() {
  try {
    if (const auto failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
    _exit(kFailed);
  } catch (...) {
  }
  std::abort();
}

// Before the static objects of other files, which allocate.
[[gnu::constructor(101)]] void expect_the_worst() { std::set_terminate(end_without_memory); }

}  // namespace

// /dev/null the wrong way round: what is read from it or written to it fails, as it would have.
void prepare_process() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    const int opened = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened != fd) _exit(kFailed);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

void say_out_of_memory() {
  char text[96];
  const std::size_t bytes = refused_bytes;  // 0: a library asked for them
  const int length =
      bytes == 0 ? std::snprintf(text, sizeof text, "intarsia: out of memory\n")
                 : std::snprintf(text, sizeof text,
                                 "intarsia: out of memory: %zu bytes were asked for\n", bytes);
  [[maybe_unused]] const auto ignored =
      write(STDERR_FILENO, text, static_cast<std::size_t>(length));
}

}  // namespace intarsia::cli

// The usual allocation, which remembers what it could not give: std::bad_alloc does not say. GCC takes
// an inlined half of the pair for a mistake.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  return memory != nullptr ? memory : intarsia::cli::note_refusal(bytes);
}

[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  void* const memory = std::aligned_alloc(align, (bytes + align - 1) / align * align);
  return memory != nullptr ? memory : intarsia::cli::note_refusal(bytes);
}

[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
