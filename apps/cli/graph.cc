// `graph`: positions by identity, in a verb for each job.

#include "apps/cli/graph.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/print.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::cli {

namespace {

// Of all files in a folder and its folders.
Result<std::uint64_t> folder_bytes(const std::string& folder) {
  std::uint64_t sum = 0;
  std::error_code problem;
  std::filesystem::recursive_directory_iterator at(folder, problem);
  for (; !problem && at != std::filesystem::end(at); at.increment(problem)) {
    const bool is_file = at->is_regular_file(problem);
    if (!problem && is_file) sum += at->file_size(problem);
    if (problem) break;
  }
  if (problem) return Error{ErrorCode::kIo, 0, concat({folder, ": ", problem.message()})};
  return sum;
}

}  // namespace

Result<std::unique_ptr<graph::Store>> open_graph(const std::string& folder) {
  return graph::Store::open(folder, [](std::string_view name) { return games::find_game(name); });
}

std::string game_text(const graph::Kind& kind) {
  if (kind.type->sizes.is_one()) return std::string(kind.type->name);
  return fmt::format("{} on {}", kind.type->name, kind.type->sizes.to_text(kind.size));
}

nlohmann::ordered_json size_json(const graph::Kind& kind) {
  const std::string text = kind.type->sizes.to_text(kind.size);
  const bool is_number = text == std::to_string(kind.size);
  return is_number ? nlohmann::ordered_json(kind.size) : nlohmann::ordered_json(text);
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::optional<Error> print_statistics(const Common& common, const std::string& folder,
                                      const graph::View& view, const graph::Statistics& s) {
  std::uint64_t bytes = 0;
  if (!folder.empty()) {
    const auto found = folder_bytes(folder);
    if (!found) return found.error();
    bytes = *found;
  }
  if (common.json) {
    nlohmann::ordered_json out = {{"schema", 1}};
    if (!folder.empty()) out["folder"] = as_utf8(folder);
    out.update({{"game", view.type().name},
                {"size", size_json(view.kind())},
                {"nodes", s.nodes},
                {"edges", s.edges},
                {"terminal", s.terminal},
                {"explored", s.explored},
                {"collisions", s.collisions},
                {"games", s.games},
                {"plies", s.plies}});
    if (!folder.empty()) out["bytes"] = bytes;
    put("{}\n", out.dump());
    return std::nullopt;
  }
  put("{}: {}\n", folder.empty() ? "graph" : folder, game_text(view.kind()));
  put("  nodes     {} ({} explored, {} at which the game has ended)\n", s.nodes, s.explored,
      s.terminal);
  put("  edges     {}\n", s.edges);
  if (s.games != 0) put("  games     {} with {}\n", s.games, counted(s.plies, "move"));
  if (s.collisions != 0)
    put("  shared    {} have the key of another, and are kept apart\n", s.collisions);
  if (bytes != 0) {
    put("  on disk   {}, {:.1f} bytes a node\n", short_bytes(static_cast<double>(bytes)),
        static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(s.nodes, 1)));
  }
  return std::nullopt;
}

void add_graph(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("graph", "Positions by identity: opening books, trees of moves");
  verb->group(kGraph);
  verb->require_subcommand(1);
  add_graph_build(*verb, run);
  add_graph_query(*verb, run);
  add_graph_stats(*verb, run);
  add_graph_explore(*verb, run);
  add_graph_merge(*verb, run);
  add_graph_verify(*verb, run);
  add_graph_export(*verb, run);
  verb->footer(
      "Each of them has --help of its own: intarsia graph build --help\n\n"
      "Examples:\n"
      "  intarsia graph build games.pgn.zst -o book\n"
      "  intarsia graph query book \"startpos moves e2e4\"\n"
      "  intarsia graph explore startpos --depth 4");
}

}  // namespace intarsia::cli
