// Data sets made part by part, on one machine or many: a plan, its parts, the collection of them.
//
//   make_plan({.inputs = {"months/may.pgn.zst", …}, .folder = "set", .root = "months"});
//   build_part("set", 7, {.root = "months"});     // by any worker, any number of times
//   finish("set");                                // when all parts are there
//
// Nothing is counted, reserved or locked between workers: the plan says what each makes, and a part's
// bytes depend on its sources and the options alone.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/plan.h"
#include "intarsia/games/build.h"

namespace intarsia::games {

struct PlanOptions {
  BuildOptions build = {};  // inputs, root, folder and everything that decides about the bytes
  std::uint64_t part_bytes = data::kPartBytes;
  bool append = false;  // the inputs come behind those of the plan that is there
  // What the sources are, where they are no files of this machine; `inputs` are not looked at then.
  std::optional<std::vector<data::PlannedSource>> sources = {};
};

struct PlanReport {
  data::Plan plan = {};
  bool was_there = false;
  std::vector<std::string> skipped = {};  // in folders, without games
};

// The plan of these inputs, not written.
Result<data::Plan> plan_of(const PlanOptions& o, std::vector<std::string>& skipped);
// Into the folder. The same plan may be there already; another one stays.
Result<PlanReport> make_plan(const PlanOptions& o);

// What the part is built with: its names as inputs, and the plan's options. Another version of the tool
// than the plan's, or a part that it has not, is an error.
Result<BuildOptions> part_options(const data::Plan& plan, std::size_t part);

struct PartReport {
  bool was_there = false;  // nothing was read
  BuildReport build = {};
};

// `how` has root, threads, progress, stop and the like; options of the plan are the plan's.
Result<PartReport> build_part(const data::Plan& plan, const std::string& folder, std::size_t part,
                              const BuildOptions& how);

// Why a manifest is not that of the part.
[[nodiscard]] std::optional<Error> refuse_part(const data::Plan& plan, std::size_t part,
                                               const data::Manifest& m);

// The manifest of the part that is there, if it is what the plan wants.
Result<std::optional<data::Manifest>> find_part(const data::Plan& plan, const std::string& folder,
                                                std::size_t part, std::uint64_t* hash = nullptr);

// The parts that are not there.
Result<std::vector<std::size_t>> missing_parts(const data::Plan& plan, const std::string& folder);
// As `sbatch --array` wants them: "3,17-19".
std::string ranges_text(const std::vector<std::size_t>& numbers);

struct FinishReport {
  std::vector<std::size_t> missing = {};  // if there are any, nothing was written
  std::optional<data::Collection> collection = {};
  bool was_there = false;
  std::size_t attempts_removed = 0;
};
Result<FinishReport> finish(const std::string& folder);

// A collection of manifests in the plan's order, for those whose parts lie elsewhere.
Result<data::Collection> collect(const data::Plan& plan,
                                 const std::vector<std::string>& part_manifests);

}  // namespace intarsia::games
