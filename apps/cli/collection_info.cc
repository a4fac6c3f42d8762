#include "apps/cli/collection_info.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/print.h"
#include "apps/cli/set_json.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/data/attempt.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/plan.h"
#include "intarsia/games/parts.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

bool is_file(const std::string& path) {
  const auto kind = io::kind_of(path);
  return kind && *kind == io::FileKind::kFile;
}

Json plan_json(const std::string& folder, const data::Plan& plan) {
  return {{"schema", 1},
          {"folder", as_utf8(folder)},
          {"collection", true},
          {"tool", plan.tool},
          {"parts", plan.parts.size()},
          {"sources", plan.sources.size()},
          {"options", Json::parse(plan.options)},
          {"seed", plan.seed},
          {"attempts", data::attempts_in(folder).size()}};
}

void print_attempts(const std::string& folder) {
  const std::size_t attempts = data::attempts_in(folder).size();
  if (attempts != 0) put("  attempts  {} at parts, not whole (yet)\n", attempts);
}

int describe_plan(const std::string& folder, bool as_json) {
  const auto plan = data::read_plan_of(folder);
  if (!plan) return fail("info", plan.error(), kFailed);
  const auto missing = games::missing_parts(*plan, folder);
  if (!missing) return fail("info", missing.error(), kFailed);
  if (as_json) {
    Json out = plan_json(folder, *plan);
    out["complete"] = false;
    out["missing"] = *missing;
    put("{}\n", out.dump());
    return kDone;
  }
  put("{}: planned and not finished (build --plan, finish), by {}\n", folder, plan->tool);
  put("  parts     {} of {} are there\n", plan->parts.size() - missing->size(), plan->parts.size());
  if (!missing->empty()) put("  missing   {}\n", games::ranges_text(*missing));
  print_attempts(folder);
  put("  options   {}, seed {}\n", plan->options, plan->seed);
  return kDone;
}

Json parts_json(const data::Collection& c) {
  Json parts = Json::array();
  for (std::size_t i = 0; i < c.parts.size(); ++i) {
    const data::PartEntry& p = c.parts[i];
    parts.push_back({{"name", data::part_name(i)},
                     {"shards", p.shards},
                     {"games", p.games},
                     {"records", p.records},
                     {"selected", selected_json(p.selected)}});
  }
  return parts;
}

int describe_finished(const std::string& folder, const data::Collection& c,
                      const data::Manifest& all, const Json& columns, bool as_json) {
  if (as_json) {
    Json out = {{"schema", 1},        {"folder", as_utf8(folder)},
                {"collection", true}, {"complete", true},
                {"game", c.game},     {"tool", c.tool}};
    add_totals(c, out);
    out["options"] = Json::parse(c.options);
    out["seed"] = c.seed;
    out["columns"] = columns;
    out["attempts"] = data::attempts_in(folder).size();
    out["parts"] = parts_json(c);
    put("{}\n", out.dump());
    return kDone;
  }
  std::uint64_t shards = 0;
  for (const data::PartEntry& p : c.parts) shards += p.shards;
  put("{}: {} collection, {}, made by {}\n", folder, c.game.empty() ? "empty" : c.game,
      counted(c.parts.size(), "part"), c.tool);
  put("  games     {} of {} read\n", c.games, c.read);
  put("  positions {} in {}\n", c.positions, counted(shards, "shard"));
  if (const std::string sizes = sizes_text(all); !sizes.empty()) put("  sizes     {}\n", sizes);
  for (const auto& [split, records] : data::selected_in(c)) {
    put("  {:9} {}\n", split.empty() ? "chosen" : split, counted(records, "position"));
  }
  for (const Json& column : columns) put("  column    {}\n", column["name"].get<std::string>());
  for (std::size_t i = 0; i < c.parts.size(); ++i) {
    const data::PartEntry& p = c.parts[i];
    put("  {} {} of {} in {}, from {}\n", data::part_name(i), counted(p.records, "position"),
        counted(p.games, "game"), counted(p.shards, "shard"),
        counted(p.sources.last - p.sources.first, "source"));
  }
  print_attempts(folder);
  put("  options   {}, seed {}\n", c.options, c.seed);
  for (const auto& [filter, games] : c.dropped) put("  dropped   {} by {}\n", games, filter);
  for (const auto& [reason, games] : c.rejected) put("  rejected  {} {}\n", games, reason);
  return kDone;
}

}  // namespace

bool has_plan(const std::string& folder) { return is_file(concat({folder, "/", data::kPlanName})); }

int describe_collection(const std::string& folder, bool as_json) {
  if (!is_file(concat({folder, "/", data::kManifestName}))) return describe_plan(folder, as_json);
  const auto found = data::read_folder_manifest(folder);
  if (!found) return fail("info", found.error(), kFailed);
  if (!found->collection) return describe_plan(folder, as_json);
  const auto sets = data::read_sets_of(folder);
  if (!sets) return fail("info", sets.error(), kFailed);
  const data::Manifest all = data::joined(*sets);
  const auto columns = columns_json(folder, all);
  if (!columns) return fail("info", columns.error(), kFailed);
  return describe_finished(folder, *found->collection, all, *columns, as_json);
}

}  // namespace intarsia::cli
