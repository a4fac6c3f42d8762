#include "python/bind/line_arguments.h"

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

std::string quoted(nb::handle object) { return nb::cast<std::string>(nb::repr(object)); }

std::string repr_of(const char* name, const game::Line& line, const nb::dict& more) {
  std::string out =
      concat({"ia.", name, "('", line.type().name, "', ", quoted(nb::cast(line.text()))});
  for (const auto [key, value] : more) {
    out += concat({", ", nb::cast<std::string>(key), "=", quoted(value)});
  }
  return out + ")";
}

nb::tuple reduced(nb::handle self, const game::Line& line, const nb::dict& more) {
  const nb::object partial = nb::module_::import_("functools").attr("partial");
  const std::string game(line.type().name);
  return nb::make_tuple(partial(self.type(), game, line.text(), **more), nb::make_tuple());
}

GameObject made_game(std::string_view name, nb::handle source, const SizeArgument& size,
                     const nb::kwargs& given) {
  const GameType& type = *value_of(games::find_game(name));
  const GameType* const one[] = {&type};
  const game::Options options = options_in(given, one);
  const auto wanted = size_in(type, size);
  if (source.is_none()) return {.line = type.start(wanted.value_or(type.sizes.usual), options)};
  GameObject game = game_from(type, source, options);
  if (wanted && game.line->size() != *wanted) {
    throw nb::value_error(
        concat({"size: the board is of size ", type.sizes.to_text(game.line->size()), ", not ",
                type.sizes.to_text(*wanted)})
            .c_str());
  }
  return game;
}

void play(game::Line& line, const std::string& move) {
  if (auto error = line.play(move)) raise_illegal_move(line, move, *std::move(error));
}

}  // namespace intarsia::bind
