#include "python/bind/lines.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

// chess960 for --chess960, normalise_swap for --normalise-swap.
std::string python_name(std::string_view option) {
  std::string name(option);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string choice_in(const game::OptionInfo& option, nb::handle value) {
  const std::string name = python_name(option.name);
  std::string word = text_in(value, name);
  for (const auto& [other, choice] : option.aliases) {
    if (word == other) return std::string(choice);
  }
  std::string known;
  for (const std::string_view choice : option.choices) {
    if (word == choice) return word;
    known += concat({known.empty() ? "'" : " or '", choice, "'"});
  }
  throw nb::value_error(concat({name, ": expected ", known, ", not ", in_quotes(word)}).c_str());
}

const game::OptionInfo* find_option(std::string_view name, std::span<const GameType* const> games,
                                    game::OptionInfo::Use use, std::string& known) {
  for (const GameType* type : games) {
    for (const game::OptionInfo& option : type->options) {
      if (option.use != use) continue;
      if (python_name(option.name) == name) return &option;
      known += concat({known.empty() ? "" : ", ", python_name(option.name)});
    }
  }
  return nullptr;
}

GameObject read_text(const GameType& type, std::string_view text, const game::Options& options) {
  auto read = type.read_line(text, options);
  if (!read) {
    if (auto other = refuse_other_game(type, text)) raise(*other);
    raise(read.error());
  }
  if (const game::Fault* fault = read->first_mended()) warn_of_mended(fault->error);
  return {.line = std::move(read->line),
          .recorded = read->recorded.outcome,
          .has_swapped_sides = read->recorded.has_swapped_sides};
}

}  // namespace

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

std::optional<int> size_in(const GameType& type, const SizeArgument& size) {
  if (!size) return std::nullopt;
  if (const int* number = std::get_if<int>(&*size)) {
    if (!type.sizes.contains(*number)) raise(type.wrong_size(*number));
    return *number;
  }
  const std::string& text = std::get<std::string>(*size);
  const auto number = type.sizes.read(text);
  if (number && type.sizes.contains(*number)) return number;
  raise({ErrorCode::kLimit, 0,
         concat({"size: ", type.name, " is played on boards of size ", type.sizes.help(), ", not ",
                 in_quotes(text)})});
}

nb::object size_object(const GameType& type, int size) {
  const std::string text = type.sizes.to_text(size);
  if (text == std::to_string(size)) return nb::int_(size);
  return nb::str(text.c_str());
}

std::string size_literal(const GameType& type, int size) {
  const std::string text = type.sizes.to_text(size);
  return text == std::to_string(size) ? text : concat({"'", text, "'"});
}

game::Options options_in(const nb::dict& given, std::span<const GameType* const> games,
                         game::OptionInfo::Use use) {
  game::Options options;
  for (const auto [key, value] : given) {
    const std::string name = text_in(key, "option");
    std::string known;
    const game::OptionInfo* option = find_option(name, games, use, known);
    if (option == nullptr) {
      throw nb::type_error(concat({"unexpected argument '", name, "'",
                                   known.empty() ? "" : "; options of games are ", known})
                               .c_str());
    }
    if (!option->choices.empty()) {
      const std::string choice = choice_in(*option, value);
      if (choice != option->choices.front()) options.set(option->name, choice);
    } else if (flag_in(value, name)) {
      options.set(option->name);
    }
  }
  return options;
}

nb::dict options_dict(const GameType& type, const game::Options& options) {
  nb::dict out;
  for (const game::OptionInfo& option : type.options) {
    if (!options.has(option.name)) continue;
    const nb::str name(python_name(option.name).c_str());
    if (option.choices.empty()) {
      out[name] = true;
    } else {
      out[name] = std::string(options.value(option.name));
    }
  }
  return out;
}

std::optional<Error> refuse_other_game(const GameType& type, std::string_view text) {
  const GameType* found = games::game_of_line(text);
  if (found == nullptr || found == &type) return std::nullopt;
  const GameClasses& classes = classes_of(*found);
  const auto reader = [&](std::string_view own, std::string_view general) {
    return own.empty() ? concat({"ia.", general, "('", found->name, "', …)"})
                       : concat({"ia.", own});
  };
  return Error{ErrorCode::kInvalid, 0,
               concat({"a line of ", found->words.title, ": ",
                       reader(classes.position_class, "GamePosition"), " and ",
                       reader(classes.game_class, "Game"), " read it"})};
}

void raise_other_game(const GameType& type, const game::Line& found) {
  throw nb::type_error(concat({"expected ", classes_of(type).sources, ", not a position of ",
                               found.type().words.title})
                           .c_str());
}

GameObject game_from(const GameType& type, nb::handle source, const game::Options& options,
                     const layout::Layout* l) {
  if (nb::isinstance<nb::str>(source)) return read_text(type, utf8_of(source), options);
  if (!options.all().empty()) {
    const std::string name = python_name(options.all().front().first);
    throw nb::value_error(concat({name, " goes with a text: other positions know it"}).c_str());
  }
  if (const auto* game = find<GameObject>(source)) {
    if (&game->line->type() != &type) raise_other_game(type, *game->line);
    return copy_of(*game);
  }
  if (const game::Line* line = find_line(source)) {
    if (&line->type() != &type) raise_other_game(type, *line);
    return {.line = line->copy()};
  }
  const GameClasses& classes = classes_of(type);
  if (classes.is_foreign != nullptr && classes.is_foreign(source)) {
    return {.line = classes.foreign_line(source, l)};
  }
  if (const auto position = find_record_position(source)) return game_from(type, *position);
  raise_type(std::string(classes.sources), source);
}

game::LinePtr line_from(const GameType& type, nb::handle source, const game::Options& options,
                        const layout::Layout* l) {
  return game_from(type, source, options, l).line->copy();
}

std::optional<nb::object> find_record_position(nb::handle source) {
  if (!nb::isinstance(source, nb::module_::import_("numpy").attr("void"))) return std::nullopt;
  return nb::module_::import_("intarsia").attr("from_records")(source)[0];
}

}  // namespace intarsia::bind
