// --memory, of verbs that may need much of it.

#pragma once

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

namespace intarsia::cli {

// Half of what the machine has.
std::uint64_t usual_memory();

// Sizes are written as 512MB or 4GB; below `least` is an error.
CLI::Option* add_memory(CLI::App& verb, std::uint64_t& memory, const std::string& help,
                        std::uint64_t least = 1'000'000);

}  // namespace intarsia::cli
