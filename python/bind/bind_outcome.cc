// How a game ended, and what is shown of one that is no position.

#include <functional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "intarsia/base/text.h"
#include "python/bind/bind.h"
#include "python/bind/line_arguments.h"
#include "python/bind/objects.h"

namespace intarsia::bind {

namespace {

constexpr const char* kSetupDoc = R"(What a tensor shows of a game where that is no position.)";

void bind_setup(nb::module_& m) {
  const auto repr = [](const SetupObject& s) {
    return concat({"ia.GameSetup('", s.game, "', ", std::to_string(s.size), ", ",
                   quoted(nb::cast(s.text)), ")"});
  };
  nb::class_<SetupObject>(m, "GameSetup", kSetupDoc)
      .def(nb::init<std::string, int, std::string>(), nb::arg("game"), nb::arg("size"),
           nb::arg("text"))
      .def_prop_ro(
          "game", [](const SetupObject& s) { return s.game; }, "The name of the game.")
      .def_prop_ro(
          "text", [](const SetupObject& s) { return s.text; }, "What is shown, as text.")
      .def("__eq__",
           [](const SetupObject& a, nb::handle b) {
             const auto* other = find<SetupObject>(b);
             return other != nullptr && a == *other;
           })
      .def("__hash__", [](const SetupObject& s) { return std::hash<std::string>()(s.text); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& s = nb::cast<SetupObject&>(self);
             return nb::make_tuple(self.type(), nb::make_tuple(s.game, s.size, s.text));
           })
      .def("__repr__", repr);
}

}  // namespace

void bind_outcome(nb::module_& m) {
  bind_setup(m);
  const auto repr = [](const OutcomeObject& o) {
    const std::string winner = o.winner ? concat({"'", *o.winner, "'"}) : "None";
    return concat({"Outcome(winner=", winner, ", reason='", o.reason, "')"});
  };
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
      .def("__hash__", [repr](const OutcomeObject& o) { return std::hash<std::string>()(repr(o)); })
      .def("__reduce__",
           [](nb::handle self) {
             const auto& o = nb::cast<OutcomeObject&>(self);
             return nb::make_tuple(self.type(), nb::make_tuple(o.winner, o.reason, o.result));
           })
      .def("__repr__", repr);
}

}  // namespace intarsia::bind
