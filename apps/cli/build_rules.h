// The flags that say which games are wanted, and which positions of them come into a data set.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// The flags whose words are read by the library; the others go straight into filters and rules.
struct FilterFlags {
  std::string time_control, termination, outcome, date, variant, length;
  std::vector<std::string> require, tags;
  std::vector<NamedRule> named;
};
struct RuleFlags {
  FilterFlags filters;
  std::string ply, split;
};

// Of any verb that reads games.
void add_filters(CLI::App& verb, FilterFlags& flags, data::Filters& f, std::uint64_t& limit);
void add_rules(CLI::App& verb, RuleFlags& flags, games::BuildOptions& build);

// False if a word was refused, which has been said.
bool read_filters(std::string_view verb, const FilterFlags& flags, data::Filters& f);
bool read_rules(const RuleFlags& flags, data::Rules& rules);

}  // namespace intarsia::cli
