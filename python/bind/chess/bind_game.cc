// A game of chess that is being played.

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/bind_notes.h"
#include "python/bind/chess/state.h"
#include "python/bind/line_arguments.h"

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
a file (ia.read) brings its `tags` along, and its `outcome` where the board does not show it: '1-0',
'0-1', '1/2-1/2'. `result` is another name for it.)";

constexpr const char* kCanonical = "chess/canonical18";

void init(ChessGameObject* self, nb::handle source, nb::handle chess960, nb::handle occurrences,
          nb::handle outcome, nb::handle tags, nb::handle result) {
  ChessGameObject game{{chess_line_from(source, chess960, occurrences)}};
  game.recorded = outcome_in(games::chess_game(), outcome, "result", result);
  if (!tags.is_none()) game.tags = tags_in(tags);
  new (self) ChessGameObject(std::move(game));
}

// A game that goes another way than its record has no recorded end.
void push(ChessGameObject& self, nb::handle move) {
  const std::string text = chess_move_text(move);  // may change the game: ask for it first
  const chess::Move m = move_from(chess_line(*self.line).position(), text);
  cut_notes(self);
  play(ChessLine::of(self.line.change()), m);
  self.recorded = Outcome::kUnknown;
}

ChessGameObject chess_copy_of(const ChessGameObject& self) { return {copy_of(self)}; }

std::optional<std::string> recorded_of(const ChessGameObject& self) {
  if (self.recorded == Outcome::kUnknown) return std::nullopt;
  const auto number = static_cast<std::size_t>(self.recorded);
  return std::string(games::chess_game().words.outcomes[number]);
}

nb::tuple reduce(nb::handle self) {
  const auto& game = nb::cast<ChessGameObject&>(self);
  const nb::tuple arguments = arguments_of(chess_line(*game.line));
  return with_notes(game, self.type(),
                    nb::tuple(arguments + nb::make_tuple(recorded_of(game), game.tags)));
}

std::string game_repr(const ChessGameObject& self) {
  std::string text = to_repr("ChessGame", chess_line(*self.line));
  text.pop_back();  // the bracket
  if (const auto recorded = recorded_of(self)) text += concat({", outcome='", *recorded, "'"});
  if (nb::len(self.tags) != 0) {
    text += concat({", tags=", nb::cast<std::string>(nb::repr(self.tags))});
  }
  return text + ")";
}

}  // namespace

void bind_chess_game(nb::module_& m) {
  auto game = nb::class_<ChessGameObject, GameObject>(m, "ChessGame", kGameDoc);
  game.def(
      "__init__", init, nb::arg("source").none() = "startpos", nb::arg("chess960").none() = false,
      nb::arg("occurrences").none() = 1, nb::arg("outcome") = nb::none(),
      nb::arg("tags") = nb::none(), nb::kw_only(), nb::arg("result") = nb::none(),
      nb::sig("def __init__(self, source: object = 'startpos', chess960: bool = False, "
              "occurrences: int = 1, outcome: str | None = None, tags: dict[str, str] | None = "
              "None, *, result: str | None = None) -> None"));
  bind_chess_state(game);
  game.def("push", push, nb::arg("move").none(),
           "Plays a legal move, given as UCI, SAN or python-chess's.")
      .def("copy", chess_copy_of, "A game that goes its own way from here.")
      .def(
          "get_canonical_board",
          [](nb::handle self) {
            return encode_object(self, nb::str(kCanonical), nb::none(), nb::none(), nb::none());
          },
          nb::sig("def get_canonical_board(self) -> numpy.ndarray"),
          "The tensor (8, 8, 18), float32, in the mover's view: chess/canonical18.")
      .def("__copy__", chess_copy_of)
      .def("__deepcopy__",
           [](const ChessGameObject& self, nb::handle) { return chess_copy_of(self); })
      .def("__reduce__", reduce)
      .def("__repr__", game_repr);
}

}  // namespace intarsia::bind
