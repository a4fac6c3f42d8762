#include "python/bind/line_arguments.h"

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

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

Outcome outcome_in(const GameType& type, nb::handle outcome, const char* old, nb::handle by_old) {
  if (!outcome.is_none() && !by_old.is_none()) {
    throw nb::type_error(concat({"outcome: it is the same as ", old, "; say it once"}).c_str());
  }
  const char* const name = by_old.is_none() ? "outcome" : old;
  const nb::handle word = by_old.is_none() ? outcome : by_old;
  if (word.is_none()) return Outcome::kUnknown;
  const std::string text = text_in(word, name);
  std::string known;
  for (const game::OutcomeWord& w : type.words.outcome_words) {
    if (w.word == text) return w.outcome;
    known += concat({known.empty() ? "" : ", ", w.word});
  }
  throw nb::value_error(
      concat({name, ": expected one of ", known, ", not ", in_quotes(text)}).c_str());
}

void play(game::Line& line, const std::string& move) {
  if (auto error = line.play(move)) raise_illegal_move(line, move, *std::move(error));
}

}  // namespace intarsia::bind
