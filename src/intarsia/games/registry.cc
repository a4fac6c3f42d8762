#include "intarsia/games/registry.h"

#include "intarsia/base/text.h"
#include "intarsia/chess/layouts.h"

namespace intarsia::games {

namespace {

Error unknown(std::string_view what, std::string_view word,
              const std::vector<std::string_view>& known) {
  std::string detail = concat({"no ", what, " ", in_quotes(word)});
  auto best = nearest(word, known);
  for (std::string_view name : known) {
    if (name.ends_with(concat({"/", word}))) best = name;
  }
  if (best) detail += concat({"; did you mean ", *best, "?"});
  detail += "\n  there are:";
  for (std::string_view name : known) detail += concat({" ", name});
  return Error{ErrorCode::kNotFound, 0, std::move(detail)};
}

}  // namespace

const std::vector<Game>& games() {
  static const std::vector<Game> kAll = {{"chess", &chess::catalogue(), &chess::layouts()}};
  return kAll;
}

Result<Game> find_game(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Game& g : games()) {
    if (g.name == name) return g;
    known.push_back(g.name);
  }
  return unknown("game", name, known);
}

Result<layout::Layout> find_layout(std::string_view id) {
  std::vector<std::string_view> known;
  for (const Game& g : games()) {
    for (const layout::Layout& l : *g.layouts) {
      if (l.id == id) return l;
      known.push_back(l.id);
    }
  }
  return unknown("layout", id, known);
}

}  // namespace intarsia::games
