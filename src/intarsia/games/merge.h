// Data sets into one, with the bytes that one `build` of all their sources would have made.
//
//   auto report = merge({.sets = {"may", "june"}, .folder = "both"});

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/games/build.h"

namespace intarsia::games {

struct MergeOptions {
  std::vector<std::string> sets = {};  // their folders
  std::string folder = {};
  bool force = false;
  // Of equal games the first is kept, the others are counted as dropped: `duplicate`.
  bool unique_games = false;
  // The first record of each position is chosen, in a selection.
  bool unique_positions = false;
  std::uint64_t memory = data::kUsualMemory;             // for finding what comes again
  data::PipelineOptions run = {};                        // threads, stop and progress
  std::function<int(std::string_view call)> fault = {};  // for tests: io::Folder::Fault
};

// The sets must be complete and built alike, by this version: an error names what differs. Nothing of a
// merge that ends early is kept.
Result<BuildReport> merge(const MergeOptions& options);

}  // namespace intarsia::games
