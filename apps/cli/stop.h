// Ctrl-C and its like: the end of a program, or a flag for long jobs that end at a good place.

#pragma once

#include <atomic>

namespace intarsia::cli {

// The exit code of an interrupted program, 130 after Ctrl-C, less the signal's number.
inline constexpr int kSignalled = 128;

// SIGINT and SIGTERM end the program with that code. Files that are being written have no name yet.
void end_on_signals();

// True from the first SIGINT or SIGTERM on. The second one ends the program at once.
const std::atomic<bool>& watch_signals();

}  // namespace intarsia::cli
