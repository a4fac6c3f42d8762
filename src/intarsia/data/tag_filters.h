// Filters on the tags of games: rules as texts, and those that games have names for.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/filters.h"

namespace intarsia::data {

// "WhiteElo": the tag is there; "Event=*Blitz*": it fits; "WhiteTitle!=BOT": it does not, or is missing.
// "Event|EV=…" has several names for the same thing.
Result<game::TagRule> read_tag_rule(std::string_view text);
std::string to_text(const game::TagRule& rule);

// What a report calls the rule: by its name, else "require" or "tag".
std::string_view filter_of(const game::TagRule& rule, const game::Words& words);

// A filter as all games have it, with the tags of each.
struct NamedTags {
  std::string_view name;
  std::string_view help;
  std::vector<std::string> tags;
  std::string_view unwanted;  // if not empty, there is nothing to say with it
  bool has_commas;            // between patterns

  game::TagRule rule(std::string_view pattern) const;
};
std::vector<NamedTags> named_tags(Games games);

}  // namespace intarsia::data
