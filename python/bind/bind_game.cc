// A game that is being played.

#include "intarsia/chess/uci.h"
#include "python/bind/bind.h"
#include "python/bind/state.h"

namespace intarsia::bind {

namespace {

constexpr const char* kGameDoc = R"(A game that is being played.

>>> g = ia.ChessGame()
>>> g.push("e4"); g.push("e7e5")
>>> g.get_canonical_board().shape
(8, 8, 18)
>>> g.pop()
'e7e5'
>>> g
ia.ChessGame('startpos moves e2e4')

Starts from what a Position can be made of. Moves are UCI or algebraic, or python-chess's.)";

constexpr const char* kCanonical = "chess/canonical18";

std::string pop(GameObject& self) {
  chess::Replay& replay = self.line.replay;
  if (replay.ply() == 0) throw nb::index_error("no move to take back: this is the start");
  const chess::Move last = replay.moves().back();
  replay.undo();
  return chess::to_uci(replay.position(), last);
}

}  // namespace

void bind_game(nb::module_& m) {
  auto game = nb::class_<GameObject>(m, "ChessGame", kGameDoc);
  game.def(
      "__init__",
      [](GameObject* self, nb::handle source, nb::handle chess960, nb::handle occurrences) {
        new (self) GameObject{line_from(source, chess960, occurrences)};
      },
      nb::arg("source").none() = "startpos", nb::arg("chess960").none() = false,
      nb::arg("occurrences").none() = 1,
      nb::sig("def __init__(self, source: object = 'startpos', chess960: bool = False, "
              "occurrences: int = 1) -> None"));
  bind_state(game);
  game.def(
          "push",
          [](GameObject& self, nb::handle move) {
            const std::string text = move_text(move);  // may change the game: ask for it first
            play(self.line.replay, move_from(self.line.position(), text));
          },
          nb::arg("move").none(), "Plays a legal move, given as UCI, SAN or python-chess's.")
      .def("pop", pop, "Takes back the last move and returns it as UCI.")
      .def(
          "copy", [](const GameObject& self) { return self; },
          "A game that goes its own way from here.")
      .def_prop_ro(
          "position", [](const GameObject& self) { return PositionObject{self.line}; },
          "The position on the board, as a value with its history.")
      .def(
          "get_canonical_board",
          [](nb::handle self) {
            return encode_object(self, nb::str(kCanonical), nb::none(), nb::none(), nb::none());
          },
          nb::sig("def get_canonical_board(self) -> numpy.ndarray"),
          "The tensor (8, 8, 18), float32, in the mover's view: chess/canonical18.")
      .def("__eq__",
           [](const GameObject& a, nb::handle b) {
             const auto* other = find<GameObject>(b);
             return other != nullptr && a.line == other->line;
           })
      .def("__copy__", [](const GameObject& self) { return self; })
      .def("__deepcopy__", [](const GameObject& self, nb::handle) { return self; })
      .def("__reduce__",
           [](nb::handle self) {
             return nb::make_tuple(self.type(), arguments_of(nb::cast<GameObject&>(self).line));
           })
      .def("__repr__", [](const GameObject& self) { return to_repr("ChessGame", self.line); });
  game.attr("__hash__") = nb::none();  // it changes
}

}  // namespace intarsia::bind
