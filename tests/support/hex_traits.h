// Hex as the conformance suite wants it.

#pragma once

#include <string>
#include <vector>

#include "intarsia/hex/position_line.h"
#include "intarsia/hex/record.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/tensor/decode.h"
#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/layouts.h"
#include "intarsia/hex/trmph.h"
#include "tests/support/random_hex.h"

namespace intarsia::test {

class HexTraits {
 public:
  using Replay = hex::Replay;
  using Move = hex::Move;
  using State = hex::State;
  using Moment = hex::Moment;

  explicit HexTraits(std::uint64_t seed) : random_(seed) {}

  int below(std::size_t n) { return random_.below(n); }
  Replay start() { return Replay(hex::Position(random_.size())); }

  static std::vector<Move> moves(const Replay& r) { return r.legal_moves(); }
  static Key key(const Replay& r) { return r.position().key(); }
  static Key fresh_key(const Replay& r) { return r.position().fresh_key(); }
  static bool is_same(const State& a, const State& b) { return a == b; }

  static bool survives_record(const Replay& r, Move next) {
    const int n = r.position().size();
    const hex::Targets t{.outcome = hex::kRed, .is_first = r.ply() == 0, .move = next};
    std::vector<std::uint8_t> record(hex::record_shape(n).bytes);
    hex::pack(r.position(), t, record);
    const auto u = hex::unpack(n, record);
    return u && u->position == r.position() && u->targets == t;
  }

  static const std::vector<layout::Layout>& layouts(const Replay& r) {
    return hex::layouts(r.position().size());
  }
  static std::optional<Error> read(const layout::Plan& plan, const std::byte* tensor,
                                   const Replay& r, std::vector<State>& line) {
    hex::Decoder decoder(plan);
    const auto plies = decoder.decode(tensor, {.turn = r.position().turn()});
    return plies ? hex::line_of(*plies, plan.layout(), line) : std::optional(plies.error());
  }

  static std::vector<std::string> texts(const Replay& r) {
    const int n = r.position().size();
    const hex::Game g{n, hex::SwapRule::kTransposed, r.moves(), r.winner()};
    std::string words = "hex " + std::to_string(n) + " moves";
    for (Move m : r.moves()) {
      words += ' ';
      words += m.is_swap() ? "swap" : hex::cell_name(m.cell(), n);
    }
    return {words, hex::to_trmph(g), hex::to_sgf(g)};
  }
  static Result<Replay> read_text(const std::string& text, const Replay&) {
    if (text[0] != '(') return hex::read_position_line(text);
    const auto reading = hex::read_sgf(text);
    if (!reading) return reading.error();
    return hex::replay_of(*reading);
  }

 private:
  RandomHex random_;
};

}  // namespace intarsia::test
