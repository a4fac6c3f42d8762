#include "python/bind/bind_notes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace intarsia::bind {

namespace {

const Notes& notes_of(const GameObject& game) {
  static const Notes kNone;
  return game.notes == nullptr ? kNone : *game.notes;
}

std::size_t plies(const GameObject& game) { return static_cast<std::size_t>(game.line->ply()); }

// One for each position from the start to now.
std::vector<std::optional<int>> evals_of(const GameObject& game) {
  const auto& known = notes_of(game).evals;
  std::vector<std::optional<int>> out(plies(game) + 1);
  for (std::size_t i = 0; i < std::min(known.size(), out.size()); ++i) {
    if (known[i] != kNoEval) out[i] = known[i];
  }
  return out;
}

// One for each move.
std::vector<std::optional<double>> clocks_of(const GameObject& game) {
  const auto& known = notes_of(game).clocks;
  std::vector<std::optional<double>> out(plies(game));
  for (std::size_t i = 0; i < std::min(known.size(), out.size()); ++i) {
    if (!std::isnan(known[i])) out[i] = known[i];
  }
  return out;
}

nb::dict comments_of(const GameObject& game) {
  nb::dict out;
  for (const auto& [ply, text] : notes_of(game).comments) {
    if (ply <= game.line->ply()) out[nb::int_(ply)] = nb::str(text.c_str(), text.size());
  }
  return out;
}

}  // namespace

void cut_notes(GameObject& game) {
  if (game.notes == nullptr) return;
  Notes cut = *game.notes;
  cut.evals.resize(std::min(cut.evals.size(), plies(game) + 1));
  cut.clocks.resize(std::min(cut.clocks.size(), plies(game)));
  std::erase_if(cut.comments, [&](const auto& c) { return c.first > game.line->ply(); });
  game.notes = cut.is_empty() ? nullptr : std::make_shared<const Notes>(std::move(cut));
}

void bind_notes(nb::class_<GameObject>& game) {
  game.def_prop_ro(
          "evals", evals_of,
          "Evaluations that a file gives, one for each position: [0] is the start's, [i] "
          "that after i moves. Centipawns in the first player's view, 32000 less the moves "
          "to it for a mate; None where there is none.")
      .def_prop_ro(
          "clocks", clocks_of,
          "The seconds that its mover had left after each move; None where a file does not "
          "say it.")
      .def_prop_ro("comments", comments_of, nb::sig("def comments(self) -> dict[int, str]"),
                   "What a file says in words, by the number of moves before it: 0 is the start. "
                   "Commands such as [%clk 0:03:00] are left out.");
}

nb::tuple with_notes(const GameObject& game, nb::handle type, nb::handle arguments) {
  if (game.notes == nullptr) return nb::make_tuple(type, arguments);
  const Notes& n = *game.notes;
  const nb::object make = nb::module_::import_("intarsia._reading").attr("noted_game");
  return nb::make_tuple(make, nb::make_tuple(type, arguments, n.evals, n.clocks, n.comments));
}

void bind_noted_game(nb::module_& m) {
  m.def(
      "noted_game",
      [](nb::handle make, const nb::tuple& arguments, std::vector<std::int16_t> evals,
         std::vector<double> clocks, std::vector<std::pair<int, std::string>> comments) {
        nb::object game = make(*arguments);
        nb::cast<GameObject&>(game).notes = std::make_shared<const Notes>(
            Notes{std::move(evals), std::move(clocks), std::move(comments)});
        return game;
      },
      nb::arg("make"), nb::arg("arguments"), nb::arg("evals"), nb::arg("clocks"),
      nb::arg("comments"), "A game with its notes.");
}

}  // namespace intarsia::bind
