#include "intarsia/games/graph_parts.h"

#include "intarsia/base/text.h"
#include "intarsia/data/attempt.h"
#include "intarsia/games/parts.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"

namespace intarsia::games {

Result<GraphPartReport> build_graph_part(const std::string& set, std::size_t part,
                                         const GraphBuildOptions& o) {
  const auto plan = data::read_plan_of(set);
  if (!plan) return plan.error();
  const auto there = find_part(*plan, set, part);
  if (!there) return there.error();
  const std::string name = data::part_name(part);
  if (!*there) {
    return Error{ErrorCode::kNotFound, 0,
                 concat({set, "/", name, " is not there: intarsia build --plan ", set, " --part ",
                         std::to_string(part), " makes it"})};
  }
  GraphPartReport report;
  const auto is_made = graph::is_graph(concat({o.folder, "/", name}));
  if (!is_made) return is_made.error();
  report.was_there = *is_made;
  if (report.was_there || (*there)->games == 0) return report;
  const auto attempt = data::Attempt::begin(o.folder, part, /*may_take_over=*/false);
  if (!attempt) return attempt.error();
  GraphBuildOptions inside = o;
  inside.inputs = {concat({set, "/", name})};
  inside.input_name = name;
  inside.folder = attempt->path();
  auto built = build_graph(inside);
  if (!built || built->is_interrupted || built->manifest.games == 0) attempt->remove();
  if (!built) return built.error();
  report.build = *std::move(built);
  if (report.build.is_interrupted || report.build.manifest.games == 0) return report;
  const auto was_there = attempt->publish(graph::kGraphName);
  if (!was_there) return was_there.error();
  return report;
}

Result<std::vector<std::string>> graphs_in(const std::string& folder) {
  const auto is_one = graph::is_graph(folder);
  if (!is_one) return is_one.error();
  std::vector<std::string> found;
  const auto kind = io::kind_of(folder);
  if (!*is_one && kind && *kind == io::FileKind::kFolder) {
    const auto names = io::names_in(folder);
    if (!names) return names.error();
    for (const std::string& name : *names) {
      if (name.starts_with("part-")) found.push_back(concat({folder, "/", name}));
    }
  }
  if (found.empty()) found.push_back(folder);
  return found;
}

}  // namespace intarsia::games
