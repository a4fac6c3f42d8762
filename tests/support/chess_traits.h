// Chess as the conformance suite wants it.

#pragma once

#include <string>
#include <vector>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/keys.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/uci.h"
#include "tests/support/random_play.h"

namespace intarsia::test {

class ChessTraits {
 public:
  using Replay = chess::Replay;
  using Move = chess::Move;
  using State = chess::State;
  using Moment = chess::Moment;

  explicit ChessTraits(std::uint64_t seed) : play_(seed) {}

  int below(std::size_t n) { return play_.below(n); }
  Replay start() { return Replay(play_.start()); }

  static std::vector<Move> moves(const Replay& r) {
    const chess::MoveList list = chess::legal_moves(r.position());
    return {list.begin(), list.end()};
  }
  static Key key(const Replay& r) { return r.position().key(); }
  static Key fresh_key(const Replay& r) { return chess::polyglot_key(r.position().setup()); }
  static bool is_same(const State& a, const State& b) {
    return a.position == b.position && a.occurrences == b.occurrences;
  }

  static bool survives_record(const Replay& r, Move next) {
    const chess::Targets t{.occurrences = std::min(r.occurrences(), chess::kThreefoldStored),
                           .outcome = Outcome::kSecond,
                           .is_first = r.ply() == 0,
                           .has_next = true,
                           .move = next,
                           .eval = 17};
    const auto u = chess::unpack(chess::pack(r.position(), t));
    return u && u->position == r.position() && u->targets == t;
  }

  static const std::vector<layout::Layout>& layouts(const Replay&) { return chess::layouts(); }
  static std::optional<Error> read(const layout::Plan& plan, const std::byte* tensor,
                                   const Replay& r, std::vector<State>& line) {
    chess::Decoder decoder(plan);
    const auto plies = decoder.decode(tensor, r.position().turn());
    return plies ? chess::line_of(*plies, plan.layout(), line) : std::optional(plies.error());
  }

  // The game in every text form.
  static std::vector<std::string> texts(const Replay& r) {
    std::string line = chess::to_fen(r.start()) + " moves";
    Replay walk(r.start());
    for (Move m : r.moves()) {
      line += ' ';
      line += chess::to_uci(walk.position(), m);
      walk.play(m);
    }
    return {line};
  }
  static Result<Replay> read_text(const std::string& text, const Replay& r) {
    auto line = chess::read_position_line(text, r.start().is_chess960());
    if (!line) return line.error();
    return line->replay;
  }

 private:
  RandomPlay play_;
};

}  // namespace intarsia::test
