#include "apps/cli/read_report.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "apps/cli/print.h"
#include "intarsia/io/input_paths.h"

namespace intarsia::cli {

std::uint64_t total_bytes(const std::vector<std::string>& inputs) {
  const auto paths = io::find_inputs(inputs);
  std::uint64_t sum = 0;
  for (const io::InputPath& input : paths ? paths->paths : std::vector<io::InputPath>()) {
    std::error_code problem;
    const auto size = std::filesystem::file_size(input.path, problem);
    if (problem) return 0;
    sum += size;
  }
  return sum;
}

void print_dropped(const data::Manifest& m) {
  for (const auto& [filter, games] : m.dropped) {
    say("  dropped   {} by {}\n", counted(games, "game"), filter);
  }
}

void print_reasons(std::string_view title, const data::Manifest& m, const data::Reasons& reasons) {
  for (const auto& [reason, r] : reasons) {
    const std::string source =
        r.first.source < m.sources.size() ? m.sources[r.first.source].name : "input";
    say("  {:9} {} {}, first {}:{} (game {}, byte {})\n", title, r.games, reason, source,
        r.first.line, r.first.game, r.first.offset);
  }
}

std::string why_left_out(const data::Manifest& m) {
  std::string why = fmt::format("of {} read", counted(m.read, "game"));
  for (const auto& [filter, games] : m.dropped) {
    why += fmt::format(", {} dropped by {}", games, filter);
  }
  if (m.rejected_games() != 0) why += fmt::format(", {} rejected", m.rejected_games());
  return why;
}

}  // namespace intarsia::cli
