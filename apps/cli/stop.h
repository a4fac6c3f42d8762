// Ctrl-C and its like, as a flag for long jobs that end at a good place.

#pragma once

#include <atomic>

namespace intarsia::cli {

// True from the first SIGINT or SIGTERM on. The second one ends the program at once.
const std::atomic<bool>& watch_signals();

}  // namespace intarsia::cli
