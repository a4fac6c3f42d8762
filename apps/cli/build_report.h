// What a data set has become: for people and for programs.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/games/build.h"

namespace intarsia::cli {

// What was being done: "speed" is said unless nothing was left to do.
void print_summary(const std::string& folder, const games::BuildReport& report, double seconds);
void print_report_json(const std::string& folder, const games::BuildReport& report, double seconds);

// Why there is nothing, if there is nothing.
std::string why_empty(const data::Manifest& m);

}  // namespace intarsia::cli
