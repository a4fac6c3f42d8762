// Boards of chess that perhaps cannot be played.

#include <functional>

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/chess/state.h"

namespace intarsia::bind {

namespace {

constexpr const char* kSetupDoc =
    R"(What a text or a tensor says, playable or not: half a board, no king.

>>> ia.Setup("8/8/8/8/8/8/P7/8 w - - 0 1").pieces
{'a2': 'P'})";

}  // namespace

void bind_chess_setup(nb::module_& m) {
  nb::class_<ChessSetupObject>(m, "Setup", kSetupDoc)
      .def(
          "__init__",
          [](ChessSetupObject* self, std::string_view text) {
            const TextCursor fen = cursor_on(text);
            const auto reading = chess::read_setup(fen.rest());
            if (reading.faults.unreadable()) {
              (void)value_of(chess::read_fen(fen.rest(), false, fen.offset()));
            }
            new (self) ChessSetupObject{reading.setup};
          },
          nb::arg("fen"))
      .def_prop_ro(
          "fen", [](const ChessSetupObject& s) { return chess::to_fen(s.setup); },
          "What it says, as FEN.")
      .def_prop_ro(
          "turn", [](const ChessSetupObject& s) { return chess::name(s.setup.turn); },
          "Who moves: 'white' or 'black'.")
      .def_prop_ro(
          "pieces", [](const ChessSetupObject& s) { return pieces_of(s.setup.board); },
          "What stands where: {'e1': 'K', ...}.")
      .def_prop_ro(
          "faults",
          [](const ChessSetupObject& s) {
            std::vector<std::string_view> meanings;
            const chess::Faults faults = chess::faults_of(s.setup);
            for (const chess::FaultInfo& f : chess::fault_table()) {
              if (faults.contains(f.fault)) meanings.push_back(f.meaning);
            }
            return meanings;
          },
          "What keeps it from being a Position.")
      .def("__eq__",
           [](const ChessSetupObject& a, nb::handle b) {
             const auto* other = find<ChessSetupObject>(b);
             return other != nullptr && a.setup == other->setup;
           })
      .def("__hash__",
           [](const ChessSetupObject& s) {
             return std::hash<std::string>()(chess::to_fen(s.setup));
           })
      .def("__reduce__",
           [](nb::handle self) {
             return nb::make_tuple(self.type(), nb::make_tuple(self.attr("fen")));
           })
      .def("__repr__", [](const ChessSetupObject& s) {
        return concat({"ia.Setup('", chess::to_fen(s.setup), "')"});
      });
}

}  // namespace intarsia::bind
