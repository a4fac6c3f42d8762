#include "apps/cli/memory.h"

#include <charconv>

#include <fmt/format.h>
#include <unistd.h>

namespace intarsia::cli {

std::uint64_t usual_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long bytes = sysconf(_SC_PAGESIZE);
  constexpr std::uint64_t kUnknown = std::uint64_t{4} << 30;
  if (pages <= 0 || bytes <= 0) return kUnknown;
  return static_cast<std::uint64_t>(pages) / 2 * static_cast<std::uint64_t>(bytes);
}

CLI::Option* add_memory(CLI::App& verb, std::uint64_t& memory, const std::string& help,
                        std::uint64_t least) {
  const auto check = [least](const std::string& text) {
    std::uint64_t bytes = 0;
    std::from_chars(text.data(), text.data() + text.size(), bytes);
    return bytes >= least ? std::string()
                          : fmt::format("expected {} MB or more", least / 1'000'000);
  };
  return verb.add_option("--memory", memory, help)
      ->transform(CLI::AsSizeValue(/*kb_is_1000=*/true).description(""))
      ->check(CLI::Validator(check, ""))
      ->type_name("SIZE");
}

}  // namespace intarsia::cli
