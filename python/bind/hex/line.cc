#include "python/bind/hex/line.h"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "intarsia/base/text.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/position_line.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

namespace {

// "hex 13 …" is a line of positions; everything else is a game in some form.
bool is_words(std::string_view text) { return cursor_on(text).word() == "hex"; }

int size_in(nb::handle number) {
  std::int64_t n = 0;
  const bool is_small = nb::try_cast(number, n, false);
  if (!is_small || n < hex::kMinSize || n > hex::kMaxSize) {
    const nb::str text(number);
    throw nb::value_error(concat({"size: ", hex::wrong_size(), ", not ", utf8_of(text)}).c_str());
  }
  return static_cast<int>(n);
}

bool is_number(nb::handle h) {
  return nb::isinstance<nb::int_>(h) && !nb::isinstance<nb::bool_>(h);
}

// What was put right, as moves after the win that are cut, is warned of.
hex::Reading reading_of(std::string_view text, hex::SwapRule rule) {
  hex::Reading reading = value_of(hex::read_game_text(text, {rule}));
  for (const Error& note : reading.notes) warn_of_mended(note);
  return reading;
}

constexpr const char* kSources =
    "a size, a TRMPH line, a HexWorld link, SGF, 'hex 11 moves a2 swap …', a HexPosition, a "
    "HexGame "
    "or a HexSetup";

}  // namespace

HexPositionObject hex_position(hex::Replay replay) {
  return {{std::make_unique<HexLine>(std::move(replay))}};
}

const HexLine& hex_line(const game::Line& line) {
  if (&line.type() == &games::hex_game()) return HexLine::of(line);
  throw nb::type_error(concat({"expected Hex, not ", line.type().name}).c_str());
}

std::optional<hex::Color> chain_of(const HexLine& line) {
  const auto end = line.end();
  return end ? games::winner_of(end->outcome) : std::nullopt;
}

std::optional<hex::Color> winner_of(const HexGameObject& game) {
  const auto chain = chain_of(hex_line(*game.line));
  return chain ? chain : games::winner_of(game.recorded);
}

hex::SwapRule swap_rule_in(nb::handle swap) {
  nb::dict given;
  given[nb::str(games::kSwap.data(), games::kSwap.size())] = swap;
  const GameType* const one[] = {&games::hex_game()};
  return games::read_options(options_in(given, one)).swap_rule;
}

std::string_view swap_name(const HexLine& line) {
  const bool is_literal = line.replay().start().swap_rule() == hex::SwapRule::kLiteral;
  return is_literal ? "literal" : "transposed";
}

hex::Color color_in(nb::handle name) {
  if (!nb::isinstance<nb::str>(name)) raise_type("a colour, 'blue' or 'red'", name);
  const std::string_view text = utf8_of(name);
  for (hex::Color c : {hex::kBlue, hex::kRed}) {
    if (text == hex::name(c)) return c;
  }
  throw nb::value_error(concat({"expected 'blue' or 'red', not ", in_quotes(text)}).c_str());
}

nb::object name_or_none(std::optional<hex::Color> c) {
  if (!c) return nb::none();
  return nb::str(hex::name(*c).data(), hex::name(*c).size());
}

HexGameObject object_of(const hex::Game& g) {
  HexGameObject out{
      {.line = std::make_unique<HexLine>(hex::replay_of(g, static_cast<int>(g.moves.size()))),
       .has_swapped_sides = g.has_swapped_sides}};
  if (!chain_of(hex_line(*out.line))) out.recorded = games::outcome_of(g.winner);
  for (const hex::Tag& t : g.tags) {
    out.tags[nb::str(t.name.c_str(), t.name.size())] = hex_tag_text(t.value);
  }
  return out;
}

nb::object hex_tag_text(std::string_view bytes) {
  nb::object text = nb::steal(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
  if (!text.is_valid()) throw nb::python_error();
  return text;
}

HexGameObject hex_game_from(nb::handle source, hex::SwapRule rule) {
  if (is_number(source)) {
    return {{.line = std::make_unique<HexLine>(hex::Replay(hex::Position(size_in(source), rule)))}};
  }
  if (nb::isinstance<nb::str>(source)) {
    const std::string_view text = utf8_of(source);
    if (!is_words(text)) return object_of(reading_of(text, rule).game);
    return {{.line = std::make_unique<HexLine>(value_of(hex::read_position_line(text, {rule})))}};
  }
  if (is_setup(source)) return {{.line = line_of_setup(source, nullptr)}};
  const game::Line* line = find_line(source);
  if (line == nullptr || &line->type() != &games::hex_game()) raise_type(kSources, source);
  return {game_from(games::hex_game(), source)};
}

game::LinePtr hex_line_from(nb::handle source, hex::SwapRule rule) {
  if (nb::isinstance<nb::str>(source) && !is_words(utf8_of(source))) {
    // A link shows a position before the end of its game.
    return std::make_unique<HexLine>(hex::replay_of(reading_of(utf8_of(source), rule)));
  }
  return hex_game_from(source, rule).line->copy();
}

hex::Game to_game(const HexGameObject& object) {
  const HexLine& line = hex_line(*object.line);
  const hex::Position& start = line.replay().start();
  hex::Game g{start.size(),
              start.swap_rule(),
              {line.played().begin(), line.played().end()},
              winner_of(object),
              object.has_swapped_sides};
  if (start != g.start()) g.setup = start;
  for (const auto [name, value] : object.tags) {
    if (!nb::isinstance<nb::str>(name)) raise_type("tags: names that are texts", name);
    if (!nb::isinstance<nb::str>(value)) raise_type("tags: texts", value);
    g.tags.push_back({std::string(utf8_of(name)), std::string(utf8_of(value))});
  }
  return g;
}

hex::Move hex_move_from(const HexLine& line, nb::handle move) {
  const std::string text = move_text(games::hex_game(), line.size(), move);
  const bool is_end = line.replay().ply() == line.ply();
  const auto found = is_end ? games::Hex::read_move(line.replay(), text)
                            : games::Hex::read_move(line.ended(), text);
  if (!found) raise_illegal_move(line, text, found.error());
  return *found;
}

std::vector<std::string> cell_names(const hex::Cells& cells, int n) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(cells.size()));
  for (Cell c : cells) names.push_back(hex::cell_name(c, n));
  return names;
}

}  // namespace intarsia::bind
