#include "apps/cli/stop.h"

#include <csignal>

namespace intarsia::cli {

namespace {

std::atomic<bool> is_stopped = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

void note_signal(int) { is_stopped = true; }

}  // namespace

const std::atomic<bool>& watch_signals() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return is_stopped;
}

}  // namespace intarsia::cli
