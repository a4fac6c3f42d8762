#include "python/bind/classes.h"

#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

std::vector<GameClasses>& all_classes() {
  static std::vector<GameClasses> all;
  return all;
}

}  // namespace

AddClasses::AddClasses(const GameClasses& classes) { all_classes().push_back(classes); }

const GameClasses& classes_of(const GameType& type) {
  static const GameClasses kGeneral;
  for (const GameClasses& c : all_classes()) {
    if (c.game == type.name) return c;
  }
  return kGeneral;
}

void bind_classes(nb::module_& m) {
  for (const GameType* type : games::all_games()) {
    if (const auto bind = classes_of(*type).bind) bind(m);
  }
}

nb::object to_position(game::LinePtr line) {
  const auto make = classes_of(line->type()).to_position;
  return make == nullptr ? nb::cast(PositionObject{std::move(line)}) : make(std::move(line));
}

nb::object to_game(GameObject game) {
  const auto make = classes_of(game.line->type()).to_game;
  return make == nullptr ? nb::cast(std::move(game)) : make(std::move(game));
}

bool is_foreign(nb::handle object) {
  for (const GameClasses& c : all_classes()) {
    if (c.is_foreign != nullptr && c.is_foreign(object)) return true;
  }
  return false;
}

std::optional<draw::Picture> setup_picture(nb::handle object) {
  for (const GameClasses& c : all_classes()) {
    if (c.setup_picture == nullptr) continue;
    if (auto picture = c.setup_picture(object)) return picture;
  }
  return std::nullopt;
}

std::string move_text(const GameType& type, int size, nb::handle move) {
  if (PyUnicode_Check(move.ptr())) return std::string(trimmed(text_in(move, "move")));
  const GameClasses& classes = classes_of(type);
  if (classes.foreign_move != nullptr) {
    if (auto text = classes.foreign_move(move, size)) return *std::move(text);
  }
  raise_type(std::string(classes.moves), move);
}

void raise_illegal_move(const game::Line& line, std::string_view move, Error error) {
  const auto explain = classes_of(line.type()).explain;
  if (explain != nullptr) raise_illegal(explain(line, move, std::move(error)));
  error.detail = concat({in_quotes(move), ": ", error.detail});
  raise_illegal(error);
}

}  // namespace intarsia::bind
