// What became of the games that a verb has read.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/data/manifest.h"

namespace intarsia::cli {

// Of all files that the inputs stand for; 0 if it is not known.
std::uint64_t total_bytes(const std::vector<std::string>& inputs);

// Lines of a summary.
void print_dropped(const data::Manifest& m);
void print_reasons(std::string_view title, const data::Manifest& m, const data::Reasons& reasons);

// "of 5 games read, 3 dropped by min-elo, 2 rejected".
std::string why_left_out(const data::Manifest& m);

}  // namespace intarsia::cli
