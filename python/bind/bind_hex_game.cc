// A game of Hex that is being played, or that a file holds.

#include "intarsia/base/text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "python/bind/bind.h"
#include "python/bind/hex_state.h"

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

Starts from a size, or from what a HexPosition can be made of; a record brings its winner and `tags`
along. Blue moves first and joins top and bottom. The swap is a move: the first stone is taken off
and a Red one stands on the transposed cell.)";

std::string pop(HexGameObject& self) {
  if (self.replay.ply() == 0) throw nb::index_error("no move to take back: this is the start");
  const hex::Move last = self.replay.moves().back();
  self.replay.undo();
  self.recorded = std::nullopt;
  return hex::move_name(last, self.replay.start().size());
}

void push(HexGameObject& self, nb::handle move) {
  if (self.recorded) {
    raise_illegal({ErrorCode::kIllegal, 0,
                   concat({"the game is over: ", hex::title(!*self.recorded), " resigned"})});
  }
  self.replay.play(hex_move_from(self.replay, move));
}

void resign(HexGameObject& self) {
  if (self.winner()) raise_illegal({ErrorCode::kIllegal, 0, "the game is over"});
  self.recorded = !self.replay.position().turn();
}

std::string trmph_of(const HexGameObject& self, bool legacy) {
  return hex::to_trmph(to_game(self), legacy ? hex::Alphabet::kDigits : hex::Alphabet::kLetters);
}

// What makes the same game again.
nb::tuple arguments_of(const HexGameObject& self) {
  const bool literal = self.replay.start().swap_rule() == hex::SwapRule::kInPlace;
  return nb::make_tuple(hex::to_position_line(self.replay, self.replay.ply()),
                        literal ? "literal" : "pieces", name_or_none(self.recorded), self.tags,
                        self.has_swapped_sides);
}

void init(HexGameObject* self, nb::handle source, std::string_view swap, nb::handle winner,
          nb::handle tags, bool swapped_sides) {
  HexGameObject game = hex_game_from(source, swap_rule_in(swap));
  if (!winner.is_none()) {
    const hex::Color c = color_in(winner);
    if (game.replay.winner() && *game.replay.winner() != c) {
      throw nb::value_error("winner: the chain on the board is the other's");
    }
    if (!game.replay.winner()) game.recorded = c;
  }
  if (!tags.is_none()) {
    if (!nb::isinstance<nb::dict>(tags)) raise_type("tags: a dict", tags);
    game.tags = nb::borrow<nb::dict>(tags.attr("copy")());
  }
  game.has_swapped_sides |= swapped_sides;
  new (self) HexGameObject(std::move(game));
}

std::string game_repr(const HexGameObject& self) {
  const hex::Replay& replay = self.replay;
  const std::string size = std::to_string(replay.start().size());
  const std::string text = hex::to_position_line(replay, replay.ply());
  const bool is_fresh = text == concat({"hex ", size});
  std::string out = "ia.HexGame(" + (is_fresh ? size : concat({"'", text, "'"}));
  if (replay.start().swap_rule() == hex::SwapRule::kInPlace) out += ", swap='literal'";
  if (self.recorded) out += concat({", winner='", hex::name(*self.recorded), "'"});
  if (nb::len(self.tags) != 0)
    out += concat({", tags=", nb::cast<std::string>(nb::repr(self.tags))});
  if (self.has_swapped_sides) out += ", swapped_sides=True";
  return out + ")";
}

bool are_equal(const HexGameObject& a, nb::handle b) {
  const auto* other = find<HexGameObject>(b);
  return other != nullptr && a.replay.start() == other->replay.start() &&
         a.replay.moves() == other->replay.moves() && a.recorded == other->recorded &&
         a.has_swapped_sides == other->has_swapped_sides && a.tags.equal(other->tags);
}

HexGameObject copy_of(const HexGameObject& self) {
  HexGameObject out = self;
  out.tags = nb::borrow<nb::dict>(self.tags.attr("copy")());
  return out;
}

std::vector<HexPositionObject> positions_of(const HexGameObject& self, bool final) {
  const auto shared = std::make_shared<const hex::Replay>(self.replay);
  const int count = shared->ply() + (final ? 1 : 0);
  std::vector<HexPositionObject> positions;
  positions.reserve(static_cast<std::size_t>(count));
  for (int ply = 0; ply < count; ++ply) positions.push_back({HexLine(shared, ply)});
  return positions;
}

}  // namespace

void bind_hex_game(nb::module_& m) {
  auto game = nb::class_<HexGameObject>(m, "HexGame", kGameDoc);
  game.def("__init__", init, nb::arg("source").none(), nb::arg("swap") = "pieces",
           nb::arg("winner") = nb::none(), nb::arg("tags") = nb::none(),
           nb::arg("swapped_sides") = false);
  bind_hex_state(game);
  game.def("push", push, nb::arg("move").none(),
           "Plays a legal move: a cell such as 'a3', or 'swap'.")
      .def("pop", pop, "Takes back the last move (and a resignation) and returns it.")
      .def("resign", resign, "The mover gives up: the other has won.")
      .def("copy", copy_of, "A game that goes its own way from here.")
      .def_prop_ro(
          "position",
          [](const HexGameObject& self) { return HexPositionObject{HexLine(self.replay)}; },
          "The position on the board, as a value with its history.")
      .def(
          "positions", positions_of, nb::arg("final") = true,
          "Every position from the start to the last; without `final`, those from which a move was "
          "played.")
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
      .def(
          "without_swap",
          [](const HexGameObject& self) { return object_of(hex::without_swap(to_game(self))); },
          "The game as an ordinary one: transposed, colours and winner exchanged, and said so in "
          "the tag GC.")
      .def("_repr_svg_", [](const HexGameObject& self) { return hex_board_svg(self.replay); })
      .def("__eq__", are_equal)
      .def("__copy__", copy_of)
      .def("__deepcopy__", [](const HexGameObject& self, nb::handle) { return copy_of(self); })
      .def("__reduce__",
           [](nb::handle self) {
             return nb::make_tuple(self.type(), arguments_of(nb::cast<HexGameObject&>(self)));
           })
      .def("__repr__", game_repr);
  game.attr("__hash__") = nb::none();  // it changes
}

}  // namespace intarsia::bind
