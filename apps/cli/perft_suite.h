// `perft --suite`: known counts, checked.

#pragma once

#include <string>

#include "apps/cli/verb.h"

namespace intarsia::cli {

// Prints a line for each mismatch and the summary "N passed, N failed", in positions.
int check_perft_suite(const std::string& file, int max_depth, const Common& common);

}  // namespace intarsia::cli
