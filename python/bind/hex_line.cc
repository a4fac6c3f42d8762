#include "python/bind/hex_line.h"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "intarsia/base/text.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/position_line.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/line.h"

namespace intarsia::bind {

namespace {

// "hex 13 …" is a line of positions; everything else is a game in some form.
bool is_words(std::string_view text) { return TextCursor(text).word() == "hex"; }

int size_in(nb::handle number) {
  std::int64_t n = 0;
  const bool is_small = nb::try_cast(number, n, false);
  if (!is_small || n < hex::kMinSize || n > hex::kMaxSize) {
    const nb::str text(number);
    throw nb::value_error(
        concat({"size: boards have sizes from 1 to 26, not ", utf8_of(text)}).c_str());
  }
  return static_cast<int>(n);
}

bool is_number(nb::handle h) {
  return nb::isinstance<nb::int_>(h) && !nb::isinstance<nb::bool_>(h);
}

constexpr const char* kSources =
    "a size, a TRMPH line, a HexWorld link, SGF, 'hex 11 moves a2 swap …', a HexPosition or a "
    "HexGame";

}  // namespace

int HexLine::append_states(int history, std::vector<hex::State>& out) const {
  const int reach = std::min(history, ply);
  for (int ago = reach; ago >= 0; --ago) out.push_back(state(ago));
  return reach;
}

hex::Replay HexLine::to_replay() const {
  hex::Replay out = *replay;
  while (out.ply() > ply) out.undo();
  return out;
}

bool operator==(const HexLine& a, const HexLine& b) {
  const auto begin_a = a.replay->moves().begin();
  return a.ply == b.ply && a.replay->start() == b.replay->start() &&
         std::equal(begin_a, begin_a + a.ply, b.replay->moves().begin());
}

hex::SwapRule swap_rule_in(std::string_view name) {
  if (name == "pieces") return hex::SwapRule::kTransposed;
  if (name == "literal") return hex::SwapRule::kInPlace;
  throw nb::value_error(
      concat({"swap: expected 'pieces' or 'literal', not ", in_quotes(name)}).c_str());
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
  HexGameObject out{hex::replay_of(g, static_cast<int>(g.moves.size())), std::nullopt,
                    g.has_swapped_sides};
  if (!out.replay.winner()) out.recorded = g.winner;
  for (const hex::Tag& t : g.tags) {
    // Old files are in any encoding: what is not UTF-8 is kept as replacement characters.
    const nb::object value = nb::steal(
        PyUnicode_DecodeUTF8(t.value.data(), static_cast<Py_ssize_t>(t.value.size()), "replace"));
    if (!value.is_valid()) throw nb::python_error();
    out.tags[nb::str(t.name.c_str(), t.name.size())] = value;
  }
  return out;
}

HexGameObject hex_game_from(nb::handle source, hex::SwapRule rule) {
  if (is_number(source)) return {hex::Replay(hex::Position(size_in(source), rule))};
  if (nb::isinstance<nb::str>(source)) {
    const std::string_view text = utf8_of(source);
    if (is_words(text)) return {value_of(hex::read_position_line(text, {rule}))};
    return object_of(value_of(hex::read_game_text(text, {rule})).game);
  }
  if (const auto* game = find<HexGameObject>(source)) {
    HexGameObject copy = *game;
    copy.tags = nb::borrow<nb::dict>(game->tags.attr("copy")());
    return copy;
  }
  if (const auto* position = find<HexPositionObject>(source)) return {position->line.to_replay()};
  raise_type(kSources, source);
}

HexLine hex_line_from(nb::handle source, hex::SwapRule rule) {
  if (const auto* position = find<HexPositionObject>(source)) return position->line;
  if (const auto* game = find<HexGameObject>(source)) return HexLine(game->replay);
  if (nb::isinstance<nb::str>(source) && !is_words(utf8_of(source))) {
    // A link shows a position before the end of its game.
    return HexLine(hex::replay_of(value_of(hex::read_game_text(utf8_of(source), {rule}))));
  }
  return HexLine(hex_game_from(source, rule).replay);
}

hex::Game to_game(const HexGameObject& object) {
  const hex::Position& start = object.replay.start();
  hex::Game g{start.size(), start.swap_rule(), object.replay.moves(), object.winner(),
              object.has_swapped_sides};
  if (start != g.start()) {
    throw nb::value_error(
        start.occupied().empty()
            ? "Red began the game, which the form cannot say"
            : "the game began from stones on the board, which the form cannot say");
  }
  for (const auto [name, value] : object.tags) {
    if (!nb::isinstance<nb::str>(name)) raise_type("tags: names that are texts", name);
    if (!nb::isinstance<nb::str>(value)) raise_type("tags: texts", value);
    g.tags.push_back({std::string(utf8_of(name)), std::string(utf8_of(value))});
  }
  return g;
}

hex::Move hex_move_from(const hex::Replay& line, nb::handle move) {
  if (!nb::isinstance<nb::str>(move)) raise_type("a cell such as 'a3', or 'swap'", move);
  const std::string_view text = utf8_of(move);
  const auto found = hex::read_move(text, line.position().size());
  if (found && line.is_legal(*found)) return *found;
  const std::string_view why = found ? line.why_not(*found) : found.error().detail;
  raise_illegal({ErrorCode::kIllegal, 0, concat({in_quotes(text), ": ", why})});
}

std::vector<std::string> hex_moves(const hex::Replay& line, int plies) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(plies));
  for (int i = 0; i < plies; ++i) {
    names.push_back(hex::move_name(line.moves()[static_cast<std::size_t>(i)], line.start().size()));
  }
  return names;
}

std::string to_text(const HexLine& line) { return hex::to_position_line(*line.replay, line.ply); }

std::vector<std::string> cell_names(const hex::Cells& cells, int n) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(cells.size()));
  for (Cell c : cells) names.push_back(hex::cell_name(c, n));
  return names;
}

}  // namespace intarsia::bind
