#include "python/bind/objects.h"

#include "python/bind/bind.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

OutcomeObject outcome_object(const GameType& type, Outcome outcome, std::string_view reason) {
  constexpr const char* kResults[] = {"*", "1-0", "1/2-1/2", "0-1"};
  OutcomeObject out{std::nullopt, std::string(reason), kResults[static_cast<int>(outcome)]};
  if (outcome == Outcome::kFirst) out.winner = type.words.players[0];
  if (outcome == Outcome::kSecond) out.winner = type.words.players[1];
  return out;
}

std::optional<OutcomeObject> end_object(const game::Line& line) {
  const auto end = line.end();
  if (!end) return std::nullopt;
  return outcome_object(line.type(), end->outcome, end->reason);
}

std::optional<OutcomeObject> outcome_of(const GameObject& game) {
  const auto end = game.line->end();
  if (game.recorded == Outcome::kUnknown || (end && end->outcome == game.recorded)) {
    return end_object(*game.line);
  }
  return outcome_object(game.line->type(), game.recorded, "recorded");
}

GameObject copy_of(const GameObject& game) {
  GameObject copy = game;
  copy.tags = nb::borrow<nb::dict>(game.tags.attr("copy")());
  return copy;
}

const game::Line* find_line(nb::handle object) {
  if (const auto* position = find<PositionObject>(object)) return &*position->line;
  if (const auto* game = find<GameObject>(object)) return &*game->line;
  return nullptr;
}

nb::dict tags_in(nb::handle tags) {
  if (tags.is_none()) return {};
  if (!nb::isinstance<nb::dict>(tags)) raise_type("tags: a dict", tags);
  return nb::borrow<nb::dict>(tags.attr("copy")());
}

nb::object encode_object(nb::handle self, nb::handle layout, nb::handle order, nb::handle dtype,
                         nb::handle out) {
  const nb::object encode = nb::module_::import_("intarsia").attr("encode");
  return encode(self, layout, nb::arg("order") = order, nb::arg("dtype") = dtype,
                nb::arg("out") = out);
}

}  // namespace intarsia::bind
