// What Hex adds to the general classes.

#include "python/bind/classes.h"

#include "python/bind/hex/line.h"

namespace intarsia::bind {

namespace {

void bind(nb::module_& m) {
  bind_hex_setup(m);
  bind_hex_position(m);
  bind_hex_game(m);
  bind_hex_codes(m);
}

nb::object position_of(game::LinePtr line) {
  return nb::cast(HexPositionObject{{std::move(line)}});
}

// A winner is recorded where no chain says who it is.
nb::object game_of(GameObject game) {
  if (chain_of(hex_line(*game.line))) game.recorded = Outcome::kUnknown;
  return nb::cast(HexGameObject{std::move(game)});
}

class ShownSetup final : public Shown {
 public:
  explicit ShownSetup(const HexSetupObject& setup) : setup_(setup) {}
  nb::object object() override { return nb::cast(setup_); }

 private:
  HexSetupObject setup_;
};

std::unique_ptr<Shown> setup_of(const game::Decoder& decoder, std::size_t ply) {
  const auto& typed = static_cast<const game::DecoderOf<games::Hex>&>(decoder);
  const hex::Decoded& shown = typed.ply(ply);
  return std::make_unique<ShownSetup>(HexSetupObject{typed.size(), shown.stones, shown.turn});
}

const AddClasses kClasses(
    {.game = "hex",
     .bind = bind,
     .sources = "a line of Hex (TRMPH), a HexPosition, a HexGame, a HexSetup or a "
                "record",
     .moves = "a cell such as 'a3', (row, column) or its number, or 'swap'",
     .position_class = "HexPosition",
     .game_class = "HexGame",
     .to_position = position_of,
     .to_game = game_of,
     .to_setup = setup_of,
     .is_foreign = is_setup,
     .foreign_line = line_of_setup,
     .foreign_size = size_of_setup,
     .foreign_move = move_text_of_cell,
     .setup_picture = picture_of_setup,
     .tag_text = hex_tag_text});

}  // namespace

}  // namespace intarsia::bind
