// Positions as values, and what they answer with.

#include <algorithm>
#include <functional>

#include "intarsia/base/text.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "python/bind/bind.h"
#include "python/bind/setup_object.h"
#include "python/bind/state.h"

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

Equal are positions with the same start and moves: what can be told apart by encoding. Compare
`identity` to ask whether the same position stands on the board. `occurrences` says how often the
first position had stood, where its earlier moves are not known.)";

constexpr const char* kSetupDoc =
    R"(What a text or a tensor says, playable or not: half a board, no king.

>>> ia.Setup("8/8/8/8/8/8/P7/8 w - - 0 1").pieces
{'a2': 'P'})";

std::string outcome_repr(const OutcomeObject& o) {
  const std::string winner = o.winner ? concat({"'", *o.winner, "'"}) : "None";
  return concat({"Outcome(winner=", winner, ", reason='", o.reason, "')"});
}

std::vector<std::string> texts_of(const LegalMoves& legal,
                                  std::string (*to_text)(const chess::Position&, chess::Move)) {
  std::vector<std::string> texts;
  texts.reserve(legal.moves.size());
  for (chess::Move m : legal.moves) texts.push_back(to_text(legal.position, m));
  return texts;
}

std::string uci_at(const LegalMoves& legal, Py_ssize_t i) {
  const auto size = static_cast<Py_ssize_t>(legal.moves.size());
  if (i < -size || i >= size) throw nb::index_error("no such move");
  return chess::to_uci(legal.position, legal.moves[static_cast<std::size_t>(i < 0 ? i + size : i)]);
}

bool contains(const LegalMoves& legal, nb::handle move) {
  const auto text = find_move_text(move);
  return text && chess::read_move(legal.position, *text);
}

// As moves[a:b:c] of a list.
nb::object ucis_at(const LegalMoves& legal, const nb::slice& range) {
  return nb::cast(texts_of(legal, chess::to_uci))[range];
}

std::size_t index_of(const LegalMoves& legal, nb::handle move) {
  const auto text = find_move_text(move);
  const auto found = text ? chess::read_move(legal.position, *text) : Result<chess::Move>(Error{});
  if (!found) throw nb::value_error("not a legal move");
  const auto at = std::find(legal.moves.begin(), legal.moves.end(), *found);
  return static_cast<std::size_t>(at - legal.moves.begin());
}

std::string moves_repr(const LegalMoves& legal) {
  std::string out = "<LegalMoves";
  const char* separator = ": ";
  for (const std::string& san : texts_of(legal, chess::to_san)) {
    out += concat({separator, san});
    separator = ", ";
  }
  return out + ">";
}

void bind_answers(nb::module_& m) {
  nb::class_<OutcomeObject>(m, "Outcome", "How a game ended.")
      .def(nb::init<std::optional<std::string>, std::string, std::string>(),
           nb::arg("winner").none(), nb::arg("reason"), nb::arg("result"))
      .def_prop_ro(
          "winner", [](const OutcomeObject& o) { return o.winner; },
          "'white' or 'black', 'blue' or 'red', or None for a draw.")
      .def_prop_ro(
          "reason", [](const OutcomeObject& o) { return o.reason; },
          "'checkmate', 'stalemate', 'insufficient_material', 'seventyfive_moves' or "
          "'fivefold_repetition'; Hex: 'connection' or 'resignation'.")
      .def_prop_ro(
          "result", [](const OutcomeObject& o) { return o.result; },
          "'1-0' if the first player won, '0-1' or '1/2-1/2'.")
      .def("__eq__",
           [](const OutcomeObject& a, nb::handle b) {
             const auto* other = find<OutcomeObject>(b);
             return other != nullptr && a == *other;
           })
      .def("__hash__",
           [](const OutcomeObject& o) { return std::hash<std::string>()(outcome_repr(o)); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& o = nb::cast<OutcomeObject&>(self);
             return nb::make_tuple(self.type(), nb::make_tuple(o.winner, o.reason, o.result));
           })
      .def("__repr__", outcome_repr);

  nb::class_<LegalMoves>(m, "LegalMoves",
                         R"(The legal moves of a position: a list and a set at once.

>>> moves = ia.Position().legal_moves
>>> len(moves), moves[0] in moves, "Nf3" in moves, "e2e5" in moves
(20, True, True, False)
>>> moves[:2]
['a2a3', 'b2b3'])")
      .def("__len__", [](const LegalMoves& legal) { return legal.moves.size(); })
      .def("__getitem__", uci_at, nb::sig("def __getitem__(self, index: int, /) -> str"))
      .def("__getitem__", ucis_at, nb::sig("def __getitem__(self, index: slice, /) -> list[str]"))
      .def("index", index_of, nb::arg("move").none(), "The place of a move.")
      .def(
          "count",
          [](const LegalMoves& legal, nb::handle move) { return contains(legal, move) ? 1 : 0; },
          nb::arg("move").none(), "1 for a legal move, else 0.")
      .def("__iter__",
           [](const LegalMoves& legal) {
             return nb::iter(nb::cast(texts_of(legal, chess::to_uci)));
           })
      .def("__contains__", contains, nb::arg("move").none())
      .def_prop_ro(
          "san", [](const LegalMoves& legal) { return texts_of(legal, chess::to_san); },
          "The moves in algebraic notation.")
      .def("__eq__",
           [](const LegalMoves& a, nb::handle b) {
             const auto* other = find<LegalMoves>(b);
             return other != nullptr && a.position == other->position;
           })
      .def("__hash__", [](const LegalMoves& legal) { return legal.position.key(); })
      .def("__reduce__",
           [](const LegalMoves& legal) {
             const PositionObject position{Line{chess::Replay(legal.position)}};
             const nb::object moves_of = nb::module_::import_("operator").attr("attrgetter");
             return nb::make_tuple(moves_of("legal_moves"), nb::make_tuple(position));
           })
      .def("__repr__", moves_repr);
}

void bind_setup(nb::module_& m) {
  nb::class_<SetupObject>(m, "Setup", kSetupDoc)
      .def(
          "__init__",
          [](SetupObject* self, std::string_view fen) {
            const auto reading = chess::read_setup(fen);
            if (reading.faults.unreadable()) (void)value_of(chess::read_fen(fen));
            new (self) SetupObject{reading.setup};
          },
          nb::arg("fen"))
      .def_prop_ro(
          "fen", [](const SetupObject& s) { return chess::to_fen(s.setup); },
          "What it says, as FEN.")
      .def_prop_ro(
          "turn", [](const SetupObject& s) { return chess::name(s.setup.turn); },
          "Who moves: 'white' or 'black'.")
      .def_prop_ro(
          "pieces", [](const SetupObject& s) { return pieces_of(s.setup.board); },
          "What stands where: {'e1': 'K', ...}.")
      .def_prop_ro(
          "faults",
          [](const SetupObject& s) {
            std::vector<std::string_view> meanings;
            const chess::Faults faults = chess::faults_of(s.setup);
            for (const chess::FaultInfo& f : chess::fault_table()) {
              if (faults.contains(f.fault)) meanings.push_back(f.meaning);
            }
            return meanings;
          },
          "What keeps it from being a Position.")
      .def("__eq__",
           [](const SetupObject& a, nb::handle b) {
             const auto* other = find<SetupObject>(b);
             return other != nullptr && a.setup == other->setup;
           })
      .def("__hash__",
           [](const SetupObject& s) { return std::hash<std::string>()(chess::to_fen(s.setup)); })
      .def("__reduce__",
           [](nb::handle self) {
             return nb::make_tuple(self.type(), nb::make_tuple(self.attr("fen")));
           })
      .def("__repr__", [](const SetupObject& s) {
        return concat({"ia.Setup('", chess::to_fen(s.setup), "')"});
      });
}

}  // namespace

void bind_chess(nb::module_& m) {
  bind_answers(m);
  bind_setup(m);
  auto position = nb::class_<PositionObject>(m, "Position", kPositionDoc);
  position.def(
      "__init__",
      [](PositionObject* self, nb::handle source, nb::handle chess960, nb::handle occurrences) {
        new (self) PositionObject{line_from(source, chess960, occurrences)};
      },
      nb::arg("source").none() = "startpos", nb::arg("chess960").none() = false,
      nb::arg("occurrences").none() = 1,
      nb::sig("def __init__(self, source: object = 'startpos', chess960: bool = False, "
              "occurrences: int = 1) -> None"));
  bind_state(position);
  position
      .def(
          "after",
          [](const PositionObject& self, nb::handle move) {
            PositionObject next = self;
            next.line.play(move_from(self.line.position(), move_text(move)));
            return next;
          },
          nb::arg("move").none(),
          "The position after a legal move, given as UCI, SAN or python-chess's.")
      .def("__eq__",
           [](const PositionObject& a, nb::handle b) {
             const auto* other = find<PositionObject>(b);
             return other != nullptr && a.line == other->line;
           })
      .def("__hash__",
           [](const PositionObject& self) {
             return std::hash<std::string>()(to_text(self.line)) +
                    static_cast<std::size_t>(self.line.earlier());
           })
      .def("__copy__", [](nb::object self) { return self; })
      .def("__deepcopy__", [](nb::object self, nb::handle) { return self; })
      .def("__reduce__",
           [](nb::handle self) {
             return nb::make_tuple(self.type(), arguments_of(nb::cast<PositionObject&>(self).line));
           })
      .def("__repr__", [](const PositionObject& self) { return to_repr("Position", self.line); });
}

}  // namespace intarsia::bind
