// The games as rows: what Python's own code asks them.

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "intarsia/games/formats.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"

namespace intarsia::bind {

namespace {

// Size, rows and columns of each board.
std::vector<std::tuple<int, int, int>> boards_of(const GameType& type) {
  std::vector<std::tuple<int, int, int>> boards;
  for (const int size : type.sizes.all) {
    const layout::Catalogue& c = type.catalogue(size);
    boards.emplace_back(size, c.rows, c.columns);
  }
  return boards;
}

std::vector<std::string> turn_words(const GameType& type) {
  return {type.words.turns.begin(), type.words.turns.end()};
}

std::vector<std::string> symmetry_names(const GameType& type) {
  if (!type.symmetries) return {};
  return {type.symmetries->names.begin(), type.symmetries->names.end()};
}

std::optional<int> size_of(const GameType& type, nb::handle item) {
  if (const game::Line* line = find_line(item)) {
    if (&line->type() != &type) return std::nullopt;
    return line->size();
  }
  if (!PyUnicode_Check(item.ptr())) {
    const GameClasses& classes = classes_of(type);
    const bool is_own = classes.foreign_size != nullptr && classes.is_foreign(item);
    return is_own ? std::optional(classes.foreign_size(item)) : std::nullopt;
  }
  const std::string_view text = utf8_of(item);
  return type.is_line(text) ? type.peek_size(text) : std::nullopt;
}

// How many positions there are of each size, as far as they are of the game and can be read.
std::map<int, int> sizes_in(const GameType& type, const nb::tuple& positions) {
  std::map<int, int> counts;
  Signals signals;
  for (nb::handle item : positions) {
    signals.check();
    if (const auto size = size_of(type, item)) ++counts[*size];
  }
  return counts;
}

// The game of a text, a position or a game; None if it is none of them.
const GameType* find_type(nb::handle item) {
  if (const game::Line* line = find_line(item)) return &line->type();
  if (PyUnicode_Check(item.ptr())) return games::game_of_line(utf8_of(item));
  for (const GameType* type : games::all_games()) {
    const auto is_own = classes_of(*type).is_foreign;
    if (is_own != nullptr && is_own(item)) return type;
  }
  return nullptr;
}

}  // namespace

void bind_row(nb::module_& m) {
  const auto held = nb::rv_policy::reference;  // rows live as long as the program
  nb::class_<GameType>(m, "GameType", "A game as the library knows it.")
      .def_prop_ro("name", [](const GameType& t) { return t.name; })
      .def_prop_ro(
          "title", [](const GameType& t) { return t.words.title; }, "Its name in a sentence.")
      .def_prop_ro(
          "positions", [](const GameType& t) { return t.words.positions; },
          "How a position may be written.")
      .def_prop_ro(
          "players",
          [](const GameType& t) { return std::pair(t.words.players[0], t.words.players[1]); },
          "The words for the first and the second.")
      .def_prop_ro("turns", turn_words, "Words for who moves; the first is empty.")
      .def_prop_ro("boards", boards_of, "Size, rows and columns of each board.")
      .def_prop_ro("usual_size", [](const GameType& t) { return t.sizes.usual; })
      .def_prop_ro(
          "size_help", [](const GameType& t) { return t.sizes.help(); }, "Its sizes in words.")
      .def_prop_ro("has_one_size", [](const GameType& t) { return t.sizes.is_one(); })
      .def_prop_ro("symmetries", symmetry_names, "The names of its symmetries; none: it has none.")
      .def(
          "size", [](const GameType& t, const SizeArgument& size) { return size_in(t, size); },
          nb::arg("size").none(), "A size by its number or its text, as a number.")
      .def("size_shown", size_object, nb::arg("size"),
           nb::sig("def size_shown(self, size: int) -> int | str"),
           "A size as the game writes it: a number, or a text.")
      .def("sizes_in", sizes_in, nb::arg("positions"),
           "How many of the positions are on boards of each size.");
  m.def(
      "games",
      [] {
        const auto all = games::all_games();
        return std::vector<const GameType*>(all.begin(), all.end());
      },
      held, "All games.");
  m.def(
      "game_type", [](std::string_view name) { return value_of(games::find_game(name)); },
      nb::arg("name"), held, "A game by its name.");
  m.def("find_game", find_type, nb::arg("position").none(), held,
        nb::sig("def find_game(position: object) -> GameType | None"),
        "The game of a position: of an object, or of a text that looks like one.");
  m.def("is_foreign", is_foreign, nb::arg("position").none(),
        "Whether it is a position of another library.");
  m.def(
      "position_of",
      [](const GameType& type, nb::handle source) { return to_position(line_from(type, source)); },
      nb::arg("game"), nb::arg("source").none(),
      nb::sig("def position_of(game: GameType, source: object) -> AnyPosition"),
      "The position that a source of the game means.");
  m.def(
      "describe_move",
      [](const PositionObject& position, std::string_view move) {
        auto text = position.line->type().describe_move(*position.line, move, /*as_json=*/true, {});
        if (!text) raise_illegal_move(*position.line, move, text.error());
        return *std::move(text);
      },
      nb::arg("position"), nb::arg("move"), "What a move changes, as the JSON of `transition`.");
  m.def(
      "format_names", [] { return games::format_names(); }, "The formats of files.");
}

}  // namespace intarsia::bind
