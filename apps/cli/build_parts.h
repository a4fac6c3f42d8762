// `build` in parts: those of a plan, or all of them on this machine.

#pragma once

#include <string>

#include "apps/cli/verb.h"
#include "intarsia/games/build.h"
#include "intarsia/games/parts.h"

namespace intarsia::cli {

// Which parts of a plan, of which folder.
struct PartFlags {
  std::string plan;  // the folder that holds it
  std::string part;  // as it was said; empty: all that are missing
  std::uint64_t part_bytes = 0;

  void add_to(CLI::App& verb);
};

// Makes parts of a plan; `how` has root and threads.
int build_parts(const PartFlags& flags, const Common& common, games::BuildOptions& how);

// Plan, parts and collection in one, of the inputs and options of `build`.
int build_all_parts(const PartFlags& flags, const Common& common, games::BuildOptions& build);

// What finishing says, and the code it ends with.
int print_finish(std::string_view verb, const std::string& folder, const Common& common,
                 const games::FinishReport& report);

// --part-bytes.
CLI::Option* add_part_bytes(CLI::App& verb, std::uint64_t& bytes);

}  // namespace intarsia::cli
