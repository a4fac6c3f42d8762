// What chess adds to the general classes.

#include "python/bind/classes.h"

#include "python/bind/chess/line.h"

namespace intarsia::bind {

namespace {

void bind(nb::module_& m) {
  bind_chess_moves(m);
  bind_chess_setup(m);
  bind_chess_position(m);
  bind_chess_game(m);
  bind_transition(m);
}

nb::object position_of(game::LinePtr line) {
  return nb::cast(ChessPositionObject{{std::move(line)}});
}

nb::object game_of(GameObject game) { return nb::cast(ChessGameObject{std::move(game)}); }

class ShownSetup final : public Shown {
 public:
  explicit ShownSetup(const chess::Setup& setup) : setup_(setup) {}
  nb::object object() override { return nb::cast(ChessSetupObject{setup_}); }

 private:
  chess::Setup setup_;
};

std::unique_ptr<Shown> setup_of(const game::Decoder& decoder, std::size_t ply) {
  const auto& shown = static_cast<const game::DecoderOf<games::Chess>&>(decoder).ply(ply);
  return std::make_unique<ShownSetup>(shown.setup);
}

Error explain(const game::Line& line, std::string_view move, Error error) {
  return with_suggestions(ChessLine::of(line).position(), move, std::move(error));
}

const AddClasses kClasses(
    {.game = "chess",
     .bind = bind,
     .sources = "a FEN or position line, a Position, a ChessGame, a python-chess board or a record",
     .moves = "a move in UCI or algebraic notation, or a python-chess move",
     .position_class = "Position",
     .game_class = "ChessGame",
     .to_position = position_of,
     .to_game = game_of,
     .to_setup = setup_of,
     .is_foreign = is_board,
     .foreign_line = line_of_board,
     .foreign_move = [](nb::handle move, int) { return find_move_text(move); },
     .explain = explain});

}  // namespace

}  // namespace intarsia::bind
