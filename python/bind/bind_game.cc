// A game that is being played.

#include "intarsia/base/text.h"
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

Starts from what a Position can be made of. Moves are UCI or algebraic, or python-chess's. A game of
a file (ia.read) brings its `tags` along, and its result where the board does not tell it.)";

constexpr const char* kCanonical = "chess/canonical18";

void init(GameObject* self, nb::handle source, nb::handle chess960, nb::handle occurrences,
          const std::optional<std::string>& result, nb::handle tags) {
  GameObject game{line_from(source, chess960, occurrences)};
  if (result) game.recorded = score_in(*result);
  if (!tags.is_none()) {
    if (!nb::isinstance<nb::dict>(tags)) raise_type("tags: a dict", tags);
    game.tags = nb::borrow<nb::dict>(tags.attr("copy")());
  }
  new (self) GameObject(std::move(game));
}

// A game that goes another way than its record has no recorded end.
void push(GameObject& self, nb::handle move) {
  const std::string text = move_text(move);  // may change the game: ask for it first
  self.line.play(move_from(self.line.position(), text));
  self.recorded = chess::Score::kUnknown;
}

std::string pop(GameObject& self) {
  if (self.line.ply() == 0) throw nb::index_error("no move to take back: this is the start");
  const chess::Move last = self.line.moves().back();
  self.line.undo();
  self.recorded = chess::Score::kUnknown;
  return chess::to_uci(self.line.position(), last);
}

// What the record says, with the reason that the board shows, if it does.
std::optional<OutcomeObject> outcome_of(const GameObject& self) {
  const auto shown = self.line.outcome();
  if (self.recorded == chess::Score::kUnknown) {
    return shown ? std::optional(object_of(*shown)) : std::nullopt;
  }
  const OutcomeObject recorded = object_of(self.recorded);
  if (shown && object_of(*shown).winner == recorded.winner) return object_of(*shown);
  return recorded;
}

std::vector<PositionObject> positions_of(const GameObject& self, bool final) {
  std::vector<PositionObject> positions;
  const int count = self.line.ply() + (final ? 1 : 0);
  positions.reserve(static_cast<std::size_t>(count));
  for (int ply = 0; ply < count; ++ply) positions.push_back({self.line.at(ply)});
  return positions;
}

GameObject copy_of(const GameObject& self) {
  GameObject copy = self;
  copy.tags = nb::borrow<nb::dict>(self.tags.attr("copy")());
  return copy;
}

bool are_equal(const GameObject& a, nb::handle b) {
  const auto* other = find<GameObject>(b);
  return other != nullptr && a.line == other->line && a.recorded == other->recorded &&
         a.tags.equal(other->tags);
}

std::optional<std::string> result_of(const GameObject& self) {
  if (self.recorded == chess::Score::kUnknown) return std::nullopt;
  return object_of(self.recorded).result;
}

nb::tuple reduce(nb::handle self) {
  const auto& game = nb::cast<GameObject&>(self);
  return nb::make_tuple(
      self.type(), nb::tuple(arguments_of(game.line) + nb::make_tuple(result_of(game), game.tags)));
}

std::string repr_of(const GameObject& self) {
  std::string text = to_repr("ChessGame", self.line);
  text.pop_back();  // the bracket
  if (const auto result = result_of(self)) text += concat({", result='", *result, "'"});
  if (nb::len(self.tags) != 0) {
    text += concat({", tags=", nb::cast<std::string>(nb::repr(self.tags))});
  }
  return text + ")";
}

}  // namespace

void bind_game(nb::module_& m) {
  auto game = nb::class_<GameObject>(m, "ChessGame", kGameDoc);
  game.def("__init__", init, nb::arg("source").none() = "startpos",
           nb::arg("chess960").none() = false, nb::arg("occurrences").none() = 1,
           nb::arg("result") = nb::none(), nb::arg("tags") = nb::none(),
           nb::sig("def __init__(self, source: object = 'startpos', chess960: bool = False, "
                   "occurrences: int = 1, result: str | None = None, tags: dict[str, str] | None = "
                   "None) -> None"));
  bind_state(game);
  game.def_prop_ro(
          "outcome", outcome_of,
          "How the game ended: an Outcome, or None while it goes on. Of a game that a file "
          "holds, what the file says.")
      .def("push", push, nb::arg("move").none(),
           "Plays a legal move, given as UCI, SAN or python-chess's.")
      .def("pop", pop, "Takes back the last move and returns it as UCI.")
      .def("copy", copy_of, "A game that goes its own way from here.")
      .def_prop_ro(
          "position", [](const GameObject& self) { return PositionObject{self.line}; },
          "The position on the board, as a value with its history.")
      .def(
          "positions", positions_of, nb::arg("final") = true,
          "Every position from the start to the last; without `final`, those from which a move was "
          "played.")
      .def_prop_ro(
          "tags", [](const GameObject& self) { return self.tags; },
          nb::sig("def tags(self) -> dict[str, str]"), "What a PGN file says besides the moves.")
      .def(
          "get_canonical_board",
          [](nb::handle self) {
            return encode_object(self, nb::str(kCanonical), nb::none(), nb::none(), nb::none());
          },
          nb::sig("def get_canonical_board(self) -> numpy.ndarray"),
          "The tensor (8, 8, 18), float32, in the mover's view: chess/canonical18.")
      .def("__eq__", are_equal)
      .def("__copy__", copy_of)
      .def("__deepcopy__", [](const GameObject& self, nb::handle) { return copy_of(self); })
      .def("__reduce__", reduce)
      .def("__repr__", repr_of);
  game.attr("__hash__") = nb::none();  // it changes
}

}  // namespace intarsia::bind
