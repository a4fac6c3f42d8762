#include "intarsia/cuda/free_memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

namespace intarsia::cuda {

namespace {

constexpr std::uint64_t kKibibyte = 1024;

// Behind a word at the start of a line.
std::optional<std::uint64_t> number_in(const std::string& path, std::string_view word) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(word)) continue;
    const std::size_t begin = std::min(line.find_first_not_of(' ', word.size()), line.size());
    std::uint64_t number = 0;
    const auto read = std::from_chars(line.data() + begin, line.data() + line.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t free_memory(const MemoryFiles& files) {
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  const auto kibibytes = number_in(files.machine, "MemAvailable:");
  const auto limit = number_in(files.container, "");  // a word, max, where there is none
  return std::min(kibibytes ? *kibibytes * kKibibyte : kNoLimit, limit.value_or(kNoLimit));
}

}  // namespace intarsia::cuda
