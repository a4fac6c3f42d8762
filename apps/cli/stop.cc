#include "apps/cli/stop.h"

#include <csignal>

#include <unistd.h>

#include "apps/cli/status_line.h"

namespace intarsia::cli {

namespace {

std::atomic<bool> is_stopped = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

// As a shell reports it, for callers that are none.
void end_at_once(int signal) {
  hide_status();
  _exit(kSignalled + signal);
}

void note_signal(int signal) {
  if (is_stopped.exchange(true)) end_at_once(signal);
}

// What is ignored stays so: scripts start programs in the background like that.
void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void end_on_signals() { handle(end_at_once); }

const std::atomic<bool>& watch_signals() {
  handle(note_signal);
  return is_stopped;
}

}  // namespace intarsia::cli
