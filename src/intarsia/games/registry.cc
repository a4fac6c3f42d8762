#include "intarsia/games/registry.h"

#include "intarsia/base/names.h"
#include "intarsia/base/text.h"
#include "intarsia/games/rows.h"

namespace intarsia::games {

namespace {

// The one list of games.
std::span<const GameType* const> games_list() {
  static const GameType* const kAll[] = {
      &chess_game(),
      &hex_game(),
      &connect4_game(),
  };
  return kAll;
}

// A thing that games have one list of on every board, by its id.
template <class Thing, class List>
Result<Thing> find_in(std::string_view what, std::string_view id, std::optional<int> size,
                      List list) {
  std::vector<std::string_view> known;
  for (const GameType* type : all_games()) {
    const auto& usual = list(*type, type->sizes.usual);
    for (std::size_t i = 0; i < usual.size(); ++i) {
      known.push_back(usual[i].id);
      if (usual[i].id != id) continue;
      const int wanted = size.value_or(type->sizes.usual);
      if (!type->sizes.contains(wanted)) return type->wrong_size(wanted);
      return list(*type, wanted)[i];
    }
  }
  return unknown_name(what, id, known);
}

}  // namespace

std::span<const GameType* const> all_games() { return games_list(); }

Result<const GameType*> find_game(std::string_view name, std::optional<int> size) {
  std::vector<std::string_view> known;
  for (const GameType* type : all_games()) {
    known.push_back(type->name);
    if (type->name != name) continue;
    if (size && !type->sizes.contains(*size)) return type->wrong_size(*size);
    return type;
  }
  return unknown_name("game", name, known);
}

const GameType& game_of(const layout::Layout& l) { return **find_game(l.catalogue->game); }

Result<layout::Layout> find_layout(std::string_view id, std::optional<int> size) {
  return find_in<layout::Layout>(
      "layout", id, size,
      [](const GameType& g, int n) -> const std::vector<layout::Layout>& { return g.layouts(n); });
}

Result<layout::PolicyInfo> find_policy(std::string_view id, std::optional<int> size) {
  return find_in<layout::PolicyInfo>("policy", id, size,
                                     [](const GameType& g, int n) { return g.policies(n); });
}

Result<game::RecordType> find_record_type(std::string_view game, int size) {
  const auto type = find_game(game, size);
  if (!type) return type.error();
  return (*type)->record_type(size);
}

const GameType* game_of_line(std::string_view text) {
  for (const GameType* type : all_games()) {
    if (type->is_line(text)) return type;
  }
  return nullptr;
}

namespace {

// Slashes in the first of several words: rather a FEN that was written wrongly than nothing, and its
// faults say more than a list of all forms.
bool resembles_fen(std::string_view text) {
  const std::string_view line = trimmed(text);
  return line.find('/') < line.find(' ') && line.find(' ') != line.npos;
}

Error no_position() {
  std::string forms;
  for (const GameType* type : all_games()) {
    forms += concat({forms.empty() ? "" : "; ", type->words.title, ": ", type->words.positions});
  }
  return Error{ErrorCode::kSyntax, 0,
               concat({"a position of no game that is known (", forms, ")"})};
}

}  // namespace

Result<game::ReadGame> read_line(std::string_view text, const game::Options& options) {
  if (const GameType* type = game_of_line(text)) return type->read_line(text, options);
  if (resembles_fen(text)) return all_games().front()->read_line(text, options);
  return no_position();
}

Error wrong_game(std::string_view found, const layout::Layout& l) {
  return Error{
      ErrorCode::kInvalid, 0,
      concat({"a position of ", found, ", but ", l.id, " is a layout of ", l.catalogue->game})};
}

}  // namespace intarsia::games
