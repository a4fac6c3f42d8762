#include "intarsia/games/registry.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/policy.h"
#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/layouts.h"
#include "intarsia/hex/tensor/policy.h"

namespace intarsia::games {

namespace {

// The name that was probably meant, perhaps without the game before its slash.
std::optional<std::string_view> nearest_of(std::string_view word,
                                           const std::vector<std::string_view>& known) {
  const auto after_slash = [](std::string_view name) { return name.substr(name.find('/') + 1); };
  if (word.find('/') != word.npos) return nearest(word, known);
  std::vector<std::string_view> words;
  words.reserve(known.size());
  for (std::string_view name : known) words.push_back(after_slash(name));
  const auto best = nearest(word, words);
  if (!best) return nearest(word, known);
  return known[static_cast<std::size_t>(std::find(words.begin(), words.end(), *best) -
                                        words.begin())];
}

Error unknown(std::string_view what, std::string_view word,
              const std::vector<std::string_view>& known) {
  std::string detail = concat({"no ", what, " ", in_quotes(word)});
  if (const auto best = nearest_of(word, known)) detail += concat({"; did you mean ", *best, "?"});
  detail += "\n  there are:";
  for (std::string_view name : known) detail += concat({" ", name});
  return Error{ErrorCode::kNotFound, 0, std::move(detail)};
}

Game chess_game(int) {
  Game game{"chess", {8, 8, 8}, &chess::catalogue(), &chess::layouts(), {}};
  for (const chess::Policy& p : chess::policies()) game.policies.push_back(p.info());
  return game;
}

Game hex_game(int n) {
  constexpr Sizes kSizes{hex::kMinSize, hex::kMaxSize, 11};
  return {"hex", kSizes, &hex::catalogue(n), &hex::layouts(n), {hex::policy_info(n)}};
}

// The game on a board of a size that it has.
using OfSize = Game (*)(int size);
constexpr OfSize kGames[] = {chess_game, hex_game};
constexpr int kAnySize = 8;  // every game has it: asked for a game's other facts

Error wrong_size(const Game& g, int size) {
  std::string detail = concat({g.name, " is played on boards of size "});
  append_number(detail, g.sizes.least);
  if (!g.sizes.is_one()) append_number(detail += " to ", g.sizes.most);
  append_number(detail += ", not ", size);
  return Error{ErrorCode::kLimit, 0, std::move(detail)};
}

Result<Game> of_size(OfSize make, std::optional<int> size) {
  const Game any = make(kAnySize);
  const int wanted = size.value_or(any.sizes.usual);
  if (wanted < any.sizes.least || wanted > any.sizes.most) return wrong_size(any, wanted);
  return make(wanted);
}

// A thing that games have one list of on every board, by its id.
template <class Thing, class List>
Result<Thing> find_in(std::string_view what, std::string_view id, std::optional<int> size,
                      List list) {
  std::vector<std::string_view> known;
  for (const Game& usual : games()) {
    for (std::size_t i = 0; i < list(usual).size(); ++i) {
      const std::string_view here = list(usual)[i].id;
      known.push_back(here);
      if (here != id) continue;
      const auto game = find_game(usual.name, size);
      if (!game) return game.error();
      return list(*game)[i];
    }
  }
  return unknown(what, id, known);
}

}  // namespace

const std::vector<Game>& games() {
  static const std::vector<Game> kAll = [] {
    std::vector<Game> all;
    all.reserve(std::size(kGames));
    for (OfSize make : kGames) all.push_back(*of_size(make, std::nullopt));
    return all;
  }();
  return kAll;
}

Result<Game> find_game(std::string_view name, std::optional<int> size) {
  std::vector<std::string_view> known;
  for (OfSize make : kGames) {
    const Game any = make(kAnySize);
    if (any.name == name) return of_size(make, size);
    known.push_back(any.name);
  }
  return unknown("game", name, known);
}

Result<layout::Layout> find_layout(std::string_view id, std::optional<int> size) {
  return find_in<layout::Layout>(
      "layout", id, size, [](const Game& g) -> const auto& { return *g.layouts; });
}

Result<layout::PolicyInfo> find_policy(std::string_view id, std::optional<int> size) {
  return find_in<layout::PolicyInfo>(
      "policy", id, size, [](const Game& g) -> const auto& { return g.policies; });
}

}  // namespace intarsia::games
