// Games of any game: what each game's own classes of games derive from.

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/bind_notes.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/line_arguments.h"
#include "python/bind/line_state.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

constexpr const char* kGameDoc = R"(A game that is being played, whichever it is.

>>> g = ia.Game("hex", size=5)
>>> g.push("c1"); g.push("swap")
>>> g.turn, g.ply, g.text
('blue', 2, 'hex 5 moves c1 swap')
>>> g.pop()
'swap'
>>> ia.Game("chess", "startpos moves e2e4")
ia.Game('chess', 'startpos moves e2e4')

Starts from the game's own start (`size` chooses the board), from a text, from a position or game of
it, or from a record. Options are the game's own (swap='literal', chess960=True). ia.ChessGame and
ia.HexGame are such games that can do more. `outcome` says how it ended where the board does not, in
a word of the game.)";

void init_game(GameObject* self, std::string_view name, nb::handle source, const SizeArgument& size,
               nb::handle outcome, nb::handle tags, const nb::kwargs& options) {
  GameObject game = made_game(name, source, size, options);
  if (!outcome.is_none()) {
    game.recorded = outcome_in(game.line->type(), outcome);
    const auto end = game.line->end();
    if (end && end->outcome != game.recorded) {
      throw nb::value_error("outcome: the game has ended on the board, and not so");
    }
  }
  if (!tags.is_none()) game.tags = tags_in(tags);
  new (self) GameObject(std::move(game));
}

// A game that goes another way than its record has no recorded end.
void push(GameObject& self, nb::handle move) {
  const std::string text =
      move_text(self.line->type(), self.line->size(), move);  // may change the game
  cut_notes(self);
  play(self.line.change(), text);
  self.recorded = Outcome::kUnknown;
}

std::string pop(GameObject& self) {
  if (self.line->ply() == 0) throw nb::index_error("no move to take back: this is the start");
  std::string last = self.line->moves().back();
  self.line.change().undo();
  self.recorded = Outcome::kUnknown;
  return last;
}

nb::list positions_of(const GameObject& self, bool final) {
  nb::list positions;
  const int count = self.line->ply() + (final ? 1 : 0);
  for (int ply = 0; ply < count; ++ply) positions.append(to_position(self.line->at(ply)));
  return positions;
}

bool are_equal(const GameObject& a, nb::handle b) {
  const auto* other = find<GameObject>(b);
  return other != nullptr && a.line->is_same(*other->line) && a.recorded == other->recorded &&
         a.has_swapped_sides == other->has_swapped_sides && a.tags.equal(other->tags);
}

std::optional<std::string_view> recorded_of(const GameObject& self) {
  if (self.recorded == Outcome::kUnknown) return std::nullopt;
  return self.line->type().words.outcomes[static_cast<std::size_t>(self.recorded)];
}

nb::dict named_arguments(const GameObject& self) {
  nb::dict named = options_dict(self.line->type(), self.line->options());
  if (const auto recorded = recorded_of(self)) named["outcome"] = std::string(*recorded);
  if (nb::len(self.tags) != 0) named["tags"] = self.tags;
  return named;
}

}  // namespace

void bind_game(nb::module_& m) {
  auto game = nb::class_<GameObject>(m, "Game", kGameDoc);
  game.def("__init__", init_game, nb::arg("game"), nb::arg("source").none() = nb::none(),
           nb::kw_only(), nb::arg("size") = nb::none(), nb::arg("outcome") = nb::none(),
           nb::arg("tags") = nb::none(), nb::arg("options"));
  bind_line_state(game);
  bind_notes(game);
  game.def_prop_ro(
          "outcome", outcome_of,
          "How the game ended: an Outcome, or None while it goes on. Of a game that a file "
          "holds, what the file says.")
      .def_prop_ro("recorded", recorded_of,
                   "The outcome that is recorded, in the game's word: what a file says, whatever "
                   "stands on the board.")
      .def("push", push, nb::arg("move").none(), "Plays a legal move.")
      .def("pop", pop, "Takes back the last move and returns it.")
      .def("copy", copy_of, "A game that goes its own way from here.")
      .def_prop_ro(
          "position", [](const GameObject& self) { return to_position(self.line->copy()); },
          nb::sig("def position(self) -> AnyPosition"),
          "The position on the board, as a value with its history.")
      .def(
          "positions", positions_of, nb::arg("final") = true,
          nb::sig("def positions(self, final: bool = True) -> list"),
          "Every position from the start to the last; without `final`, those from which a move was "
          "played.")
      .def_prop_ro(
          "tags", [](const GameObject& self) { return self.tags; },
          nb::sig("def tags(self) -> dict[str, str]"), "What a file says besides the moves.")
      .def("__eq__", are_equal)
      .def("__copy__", copy_of)
      .def("__deepcopy__", [](const GameObject& self, nb::handle) { return copy_of(self); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& object = nb::cast<GameObject&>(self);
             const nb::tuple made = reduced(self, *object.line, named_arguments(object));
             return with_notes(object, made[0], made[1]);
           })
      .def("__repr__", [](const GameObject& self) {
        return repr_of("Game", *self.line, named_arguments(self));
      });
  game.attr("__hash__") = nb::none();  // it changes
  bind_noted_game(m);
}

}  // namespace intarsia::bind
