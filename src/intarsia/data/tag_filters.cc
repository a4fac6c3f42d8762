#include "intarsia/data/tag_filters.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::data {

Result<game::TagRule> read_tag_rule(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const bool is_unwanted = equals > 0 && equals < text.size() && text[equals - 1] == '!';
  game::TagRule rule;
  rule.is_wanted = !is_unwanted;
  if (equals < text.size()) rule.pattern = text.substr(equals + 1);
  std::string_view names = text.substr(0, is_unwanted ? equals - 1 : equals);
  while (true) {
    const std::size_t bar = names.find('|');
    const std::string_view name = trimmed(names.substr(0, bar));
    if (name.empty()) {
      return Error{ErrorCode::kSyntax, 0,
                   concat({in_quotes(text),
                           ": expected a tag and what it says, as in "
                           "Event=*Blitz* or WhiteTitle!=BOT"})};
    }
    rule.names.emplace_back(name);
    if (bar == names.npos) return rule;
    names.remove_prefix(bar + 1);
  }
}

std::string to_text(const game::TagRule& rule) {
  std::string out;
  for (const std::string& name : rule.names) out += concat({out.empty() ? "" : "|", name});
  if (!rule.is_wanted) return concat({out, "!=", rule.pattern});
  return rule.pattern == "*" ? out : concat({out, "=", rule.pattern});
}

std::string_view filter_of(const game::TagRule& rule, const game::Words& words) {
  const bool is_plain = rule.is_wanted && rule.pattern == "*" && rule.names.size() == 1;
  if (is_plain) return "require";
  for (const game::TagFilter& f : words.tag_filters) {
    const auto is_meant = [&](std::string_view tag) {
      return std::find(rule.names.begin(), rule.names.end(), tag) != rule.names.end();
    };
    const bool is_same_kind = f.unwanted.empty() == rule.is_wanted;
    if (is_same_kind && std::all_of(f.tags.begin(), f.tags.end(), is_meant)) return f.name;
  }
  return "tag";
}

game::TagRule NamedTags::rule(std::string_view pattern) const {
  game::TagRule out{.names = tags,
                    .pattern = std::string(unwanted.empty() ? pattern : unwanted),
                    .is_wanted = unwanted.empty()};
  if (has_commas) std::replace(out.pattern.begin(), out.pattern.end(), ',', '|');
  return out;
}

std::vector<NamedTags> named_tags(Games games) {
  std::vector<NamedTags> out;
  for (const game::GameType* g : games) {
    for (const game::TagFilter& f : g->words.tag_filters) {
      const auto has_name = [&](const NamedTags& n) { return n.name == f.name; };
      auto found = std::find_if(out.begin(), out.end(), has_name);
      if (found == out.end()) {
        found = out.insert(out.end(), {f.name, f.help, {}, f.unwanted, f.has_commas});
      }
      found->tags.insert(found->tags.end(), f.tags.begin(), f.tags.end());
    }
  }
  return out;
}

}  // namespace intarsia::data
