// Checks of what is given to options.

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "apps/cli/verb.h"
#include "intarsia/base/text.h"

namespace intarsia::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    const auto value = read_number<std::uint64_t>(text);
    if (value && *value >= least && *value <= most) return {};
    return fmt::format("expected a whole number from {} to {}, not {}", least, most, text);
  };
  return {check, "UINT"};
}

CLI::Validator some_text() {
  return {[](const std::string& text) {
            return text.empty() ? "expected some text; leave it out for all" : std::string();
          },
          ""};
}

CLI::Validator share_of_one() {
  const auto check = [](const std::string& text) -> std::string {
    const auto value = read_number<double>(text);
    if (value && *value >= 0 && *value <= 1) return {};
    return fmt::format("expected a share from 0 to 1, not {}", text);
  };
  return {check, "FLOAT in [0 - 1]"};
}

}  // namespace intarsia::cli
