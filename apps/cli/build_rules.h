// The flags of `build` that say which games and positions come into a data set.

#pragma once

#include <string>
#include <vector>

#include "apps/cli/verb.h"
#include "intarsia/data/tag_filters.h"
#include "intarsia/games/build.h"

namespace intarsia::cli {

// A filter on tags that games have a name for, and what was said with it.
struct NamedRule {
  data::NamedTags filter;
  std::string pattern = {};
  bool is_set = false;  // of one with which nothing is said
};

// The flags whose words are read by the library; the others go straight into the rules.
struct RuleFlags {
  std::string time_control, termination, outcome, date, variant, length, ply, split;
  std::vector<std::string> require, tags;
  std::vector<NamedRule> named;
};

void add_rules(CLI::App& verb, RuleFlags& flags, games::BuildOptions& build);

// False if a word was refused, which has been said.
bool read_rules(const RuleFlags& flags, data::Rules& rules);

}  // namespace intarsia::cli
