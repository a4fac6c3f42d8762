// What the verbs about graphs of positions share.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "apps/cli/verb.h"
#include "intarsia/graph/store.h"

namespace intarsia::cli {

void add_graph_build(CLI::App& app, Run& run);
void add_graph_explore(CLI::App& app, Run& run);
void add_graph_export(CLI::App& app, Run& run);
void add_graph_merge(CLI::App& app, Run& run);
void add_graph_query(CLI::App& app, Run& run);
void add_graph_stats(CLI::App& app, Run& run);
void add_graph_verify(CLI::App& app, Run& run);

Result<std::unique_ptr<graph::Store>> open_graph(const std::string& folder);

// "chess", "hex 11 x 11": the game, and its board where it has several.
std::string game_text(const graph::Kind& kind);

// The board in JSON: a number, or a text where boards have two (7x6).
nlohmann::ordered_json size_json(const graph::Kind& kind);

// What is in a graph, for people or as one object. `folder` may be empty: it is not stored.
[[nodiscard]] std::optional<Error> print_statistics(const Common& common, const std::string& folder,
                                                    const graph::View& view,
                                                    const graph::Statistics& s);

// All words of a position that came unquoted, as one.
std::string joined(const std::vector<std::string>& words);

}  // namespace intarsia::cli
