// Chess positions as values.

#include <functional>

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/chess/state.h"

namespace intarsia::bind {

namespace {

constexpr const char* kPositionDoc =
    R"(A chess position as a value, with the moves that led to it.

From a FEN, a position line, a ChessGame or a board of python-chess (with its moves):

>>> p = ia.Position("startpos moves e2e4 e7e5")
>>> p.turn, p.fullmove, len(p.legal_moves)
('white', 2, 29)
>>> p.after("Nf3").fen
'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'

Equal are positions with the same start and moves: what encoding can show. Compare
`identity` to ask whether the same position stands on the board. `occurrences` says how often the
first position had stood, where its earlier moves are not known.)";

}  // namespace

void bind_chess_position(nb::module_& m) {
  auto position = nb::class_<ChessPositionObject, PositionObject>(m, "Position", kPositionDoc);
  position.def(
      "__init__",
      [](ChessPositionObject* self, nb::handle source, nb::handle chess960,
         nb::handle occurrences) {
        new (self) ChessPositionObject{{chess_line_from(source, chess960, occurrences)}};
      },
      nb::arg("source").none() = "startpos", nb::arg("chess960").none() = false,
      nb::arg("occurrences").none() = 1,
      nb::sig("def __init__(self, source: object = 'startpos', chess960: bool = False, "
              "occurrences: int = 1) -> None"));
  bind_chess_state(position);
  position
      .def(
          "after",
          [](const ChessPositionObject& self, nb::handle move) {
            const std::string text = chess_move_text(move);
            ChessLine next = chess_line(*self.line);
            play(next, move_from(next.position(), text));
            return ChessPositionObject{{next.copy()}};
          },
          nb::arg("move").none(),
          "The position after a legal move, given as UCI, SAN or python-chess's.")
      .def("__hash__",
           [](const ChessPositionObject& self) {
             const ChessLine& line = chess_line(*self.line);
             return std::hash<std::string>()(line.text()) +
                    static_cast<std::size_t>(start_occurrences(line) - 1);
           })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& object = nb::cast<ChessPositionObject&>(self);
             return nb::make_tuple(self.type(), arguments_of(chess_line(*object.line)));
           })
      .def("__repr__", [](const ChessPositionObject& self) {
        return to_repr("Position", chess_line(*self.line));
      });
}

}  // namespace intarsia::bind
