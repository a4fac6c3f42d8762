#include "intarsia/games/policy_text.h"

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

// What is said about a code, in order; what the game does not have is left out.
struct Entry {
  std::string_view name;
  std::string_view text;
};
std::vector<Entry> entries(const layout::PolicyInfo& p) {
  const GameType* const type = *find_game(p.game);
  const auto& frames = type->catalogue(type->sizes.usual).frames;
  std::vector<Entry> all = {{"rule", p.rule}, {"view", frames[p.frame].name}};
  for (const auto& [name, text] : p.notes) all.push_back({name, text});
  return all;
}

}  // namespace

std::string to_text(const layout::PolicyInfo& p) {
  std::string out = concat({p.id, "  ", std::to_string(p.size), " moves: ", p.title, "\n"});
  for (const Entry& e : entries(p)) {
    out += concat({"  ", e.name, ": ", std::string(9 - e.name.size(), ' '), e.text, "\n"});
  }
  return out;
}

std::string to_markdown(const layout::PolicyInfo& p) {
  std::string out =
      concat({"## ", p.id, "\n\n", std::to_string(p.size), " moves: ", p.title, ".\n\n"});
  for (const Entry& e : entries(p)) out += concat({"- **", e.name, "**: ", e.text, "\n"});
  return out;
}

std::string to_json(const layout::PolicyInfo& p) {
  JsonText out;
  out.begin_object();
  out.key("schema").value(1);
  out.key("id").value(p.id);
  out.key("game").value(p.game);
  out.key("size").value(p.size);
  out.key("title").value(p.title);
  for (const Entry& e : entries(p)) out.key(e.name).value(e.text);
  out.end_object();
  return out.text();
}

}  // namespace intarsia::games
