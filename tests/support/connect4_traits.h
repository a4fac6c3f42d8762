// Connect Four as the conformance suite wants it.

#pragma once

#include <string>
#include <vector>

#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/position_line.h"
#include "intarsia/connect4/record.h"
#include "intarsia/connect4/tensor/decode.h"
#include "intarsia/connect4/tensor/encode.h"
#include "intarsia/connect4/tensor/layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::test {

class Connect4Traits {
 public:
  using Replay = connect4::Replay;
  using Move = connect4::Move;
  using State = connect4::State;
  using Moment = connect4::Moment;

  explicit Connect4Traits(std::uint64_t seed) : random_(seed) {}

  int below(std::size_t n) { return random_.below(n); }
  Replay start() { return Replay(connect4::Position(random_.board())); }

  static std::vector<Move> moves(const Replay& r) { return r.legal_moves(); }
  // A position keeps no key: it is always worked out from the discs.
  static Key key(const Replay& r) { return r.position().key(); }
  static Key fresh_key(const Replay& r) { return r.position().key(); }
  static bool is_same(const State& a, const State& b) { return a == b; }

  static bool survives_record(const Replay& r, Move next) {
    const connect4::Targets t{
        .outcome = Outcome::kSecond, .is_first = r.ply() == 0, .move = next, .eval = -123};
    const auto u = connect4::unpack(connect4::pack(r.position(), t));
    return u && u->position == r.position() && u->targets == t;
  }

  static const std::vector<layout::Layout>& layouts(const Replay& r) {
    return connect4::layouts(r.position().size());
  }
  static std::optional<Error> read(const layout::Plan& plan, const std::byte* tensor, const Replay&,
                                   std::vector<State>& line) {
    connect4::Decoder decoder(plan);
    const auto plies = decoder.decode(tensor);
    return plies ? connect4::line_of(*plies, plan.layout(), line) : std::optional(plies.error());
  }

  static std::vector<std::string> texts(const Replay& r) {
    const connect4::Game g{r.start().board(), r.moves(), r.position().outcome()};
    return {connect4::to_position_line(r, r.ply()),
            connect4::to_position_line(r, r.ply(), connect4::MoveText::kWords),
            connect4::to_game_line(g)};
  }
  static Result<Replay> read_text(const std::string& text, const Replay&) {
    if (connect4::is_position_line(text)) return connect4::read_position_line(text);
    const auto game = connect4::read_game_line(text);
    if (!game) return game.error();
    return connect4::replay_of(*game);
  }

 private:
  RandomConnect4 random_;
};

}  // namespace intarsia::test
