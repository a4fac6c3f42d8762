// A game of Hex that is being played, or that a file holds.

#include "intarsia/base/text.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "python/bind/bind.h"
#include "python/bind/bind_notes.h"
#include "python/bind/errors.h"
#include "python/bind/hex/state.h"
#include "python/bind/line_arguments.h"

namespace intarsia::bind {

namespace {

constexpr const char* kGameDoc = R"(A game of Hex that is being played, or that a file holds.

>>> h = ia.HexGame(13)
>>> h.push("a3"); h.push("swap"); h.push("g7")
>>> h.trmph
'#13,c1c1g7'
>>> h.sgf.endswith(';B[a3];W[swap-pieces];B[g7])')
True
>>> h.pop(), h.turn, h.outcome
('g7', 'blue', None)

Starts from a size, or from what a HexPosition can be made of; a record brings its `outcome` ('blue'
or 'red'; `winner` is another name for it) and `tags` along. Blue moves first and joins top and bottom. The swap is a move: the first stone is taken off
and a Red one stands on the transposed cell.)";

void push(HexGameObject& self, nb::handle move) {
  if (const auto winner = games::winner_of(self.recorded)) {
    raise_illegal({ErrorCode::kIllegal, 0,
                   concat({"the game is over: ", hex::title(!*winner), " resigned"})});
  }
  const hex::Move m = hex_move_from(hex_line(*self.line), move);
  cut_notes(self);
  HexLine::of(self.line.change()).play(m);
}

void resign(HexGameObject& self) {
  if (winner_of(self)) raise_illegal({ErrorCode::kIllegal, 0, "the game is over"});
  self.recorded = games::outcome_of(!hex_line(*self.line).position().turn());
}

std::string trmph_of(const HexGameObject& self, bool legacy) {
  const hex::Game g = to_game(self);
  if (const auto error = hex::refuse_setup(g, "TRMPH")) raise(*error);
  return hex::to_trmph(g, legacy ? hex::Alphabet::kDigits : hex::Alphabet::kLetters);
}

// What makes the same game again.
nb::tuple arguments_of(const HexGameObject& self) {
  const HexLine& line = hex_line(*self.line);
  return nb::make_tuple(line.text(), std::string(swap_name(line)),
                        name_or_none(games::winner_of(self.recorded)), self.tags,
                        self.has_swapped_sides);
}

void init(HexGameObject* self, nb::handle source, nb::handle swap, nb::handle outcome,
          nb::handle tags, bool swapped_sides, nb::handle winner) {
  HexGameObject game = hex_game_from(source, swap_rule_in(swap));
  const auto said = games::winner_of(outcome_in(games::hex_game(), outcome, "winner", winner));
  const auto chain = chain_of(hex_line(*game.line));
  if (said && chain && *said != *chain) {
    throw nb::value_error("outcome: the chain on the board is the other's");
  }
  if (said && !chain) game.recorded = games::outcome_of(said);
  if (!tags.is_none()) game.tags = tags_in(tags);
  game.has_swapped_sides |= swapped_sides;
  new (self) HexGameObject(std::move(game));
}

std::string game_repr(const HexGameObject& self) {
  const HexLine& line = hex_line(*self.line);
  const std::string size = std::to_string(line.size());
  const std::string text = line.text();
  const bool is_fresh = text == concat({"hex ", size});
  std::string out = "ia.HexGame(" + (is_fresh ? size : concat({"'", text, "'"}));
  if (!line.options().all().empty()) out += concat({", swap='", swap_name(line), "'"});
  if (const auto winner = games::winner_of(self.recorded)) {
    out += concat({", outcome='", hex::name(*winner), "'"});
  }
  if (nb::len(self.tags) != 0) {
    out += concat({", tags=", nb::cast<std::string>(nb::repr(self.tags))});
  }
  if (self.has_swapped_sides) out += ", swapped_sides=True";
  return out + ")";
}

HexGameObject hex_copy_of(const HexGameObject& self) { return {copy_of(self)}; }

}  // namespace

void bind_hex_game(nb::module_& m) {
  auto game = nb::class_<HexGameObject, GameObject>(m, "HexGame", kGameDoc);
  game.def(
      "__init__", init, nb::arg("source").none(), nb::arg("swap") = "transposed",
      nb::arg("outcome") = nb::none(), nb::arg("tags") = nb::none(),
      nb::arg("swapped_sides") = false, nb::kw_only(), nb::arg("winner") = nb::none(),
      nb::sig("def __init__(self, source: object, swap: str = 'transposed', outcome: str | None "
              "= None, tags: dict[str, str] | None = None, swapped_sides: bool = False, *, "
              "winner: str | None = None) -> None"));
  bind_hex_state(game);
  game.def("push", push, nb::arg("move").none(),
           "Plays a legal move: a cell such as 'a3', (row, column) from 0 or the cell's number, or "
           "'swap'.")
      .def("resign", resign, "The mover gives up: the other has won.")
      .def("copy", hex_copy_of, "A game that goes its own way from here.")
      .def_prop_ro(
          "tags", [](const HexGameObject& self) { return self.tags; },
          nb::sig("def tags(self) -> dict[str, str]"),
          "What a record says besides the moves, by SGF's names: PB, PW, EV, GC (the comment).")
      .def_prop_ro(
          "swapped_sides", [](const HexGameObject& self) { return self.has_swapped_sides; },
          "Whether the persons changed colours after the first move: the board stayed as it was.")
      .def_prop_ro(
          "trmph", [](const HexGameObject& self) { return trmph_of(self, false); },
          "The game as a TRMPH line, the winner as b or r.")
      .def("to_trmph", trmph_of, nb::kw_only(), nb::arg("legacy_winners") = false,
           "The game as a TRMPH line; `legacy_winners` writes 1 and 2.")
      .def_prop_ro(
          "sgf", [](const HexGameObject& self) { return hex::to_sgf(to_game(self)); },
          "The game as SGF in HexGui's dialect.")
      .def_prop_ro(
          "hexworld",
          [](const HexGameObject& self) { return value_of(hex::to_hexworld(to_game(self))); },
          "The game as a HexWorld link: it opens in a browser.")
      .def(
          "without_swap",
          [](const HexGameObject& self) { return object_of(hex::without_swap(to_game(self))); },
          "The game as an ordinary one: transposed, colours and winner exchanged, and said so in "
          "the tag GC.")
      .def("__copy__", hex_copy_of)
      .def("__deepcopy__", [](const HexGameObject& self, nb::handle) { return hex_copy_of(self); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& played = nb::cast<HexGameObject&>(self);
             return with_notes(played, self.type(), arguments_of(played));
           })
      .def("__repr__", game_repr);
}

}  // namespace intarsia::bind
