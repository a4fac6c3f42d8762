// Checks of what is given to options.

#include <charconv>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "apps/cli/verb.h"

namespace intarsia::cli {

namespace {

template <class T>
bool is_number(const std::string& text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, ec] = std::from_chars(text.data(), end, value);
  return ec == std::errc{} && stop == end;
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least) {
  const auto check = [least](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    if (is_number(text, value) && value >= least) return {};
    return fmt::format("expected a whole number from {} to {}, not {}", least, UINT64_MAX, text);
  };
  return {check, "UINT"};
}

CLI::Validator share_of_one() {
  const auto check = [](const std::string& text) -> std::string {
    double value = 0;
    if (is_number(text, value) && value >= 0 && value <= 1) return {};
    return fmt::format("expected a share from 0 to 1, not {}", text);
  };
  return {check, "FLOAT in [0 - 1]"};
}

}  // namespace intarsia::cli
