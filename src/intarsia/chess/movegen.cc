#include "intarsia/chess/movegen.h"

#include "intarsia/chess/internal/generate.h"
#include "intarsia/chess/internal/generator.h"

namespace intarsia::chess {

namespace internal {

namespace {

struct LoopWriter {
  template <int Most>
  static Move* from(Square from, Bitboard targets, Move* out) {
    for (Square to : targets) *out++ = Move(from, to);
    return out;
  }

  template <int Distance>
  static Move* arrivals(Bitboard targets, Move* out) {
    for (Square to : targets) *out++ = Move(Square(to - Distance), to);
    return out;
  }
};

// One function for each side to move.
using Generators = std::array<GenerateFunction, kColors>;

Generators best_generators() {
#ifdef INTARSIA_HAS_AVX512_GENERATOR
  if (can_generate_avx512()) return {generate_avx512<kWhite>, generate_avx512<kBlack>};
#endif
  return {generate_portable<kWhite>, generate_portable<kBlack>};
}

// Chosen before the first global of a user can ask, after the tables of attacks.cc.
__attribute__((init_priority(103))) const Generators kGenerators = best_generators();

}  // namespace

template <Color Us>
Move* generate_portable(const Position& p, Move* out) {
  return Generator<Us, LoopWriter>(p, out).run();
}

template Move* generate_portable<kWhite>(const Position&, Move*);
template Move* generate_portable<kBlack>(const Position&, Move*);

}  // namespace internal

template <Color Us>
void generate(const Position& p, MoveList& list) {
  assert(p.turn() == Us);
  list.set_end(internal::kGenerators[Us](p, list.buffer()));
}

template void generate<kWhite>(const Position&, MoveList&);
template void generate<kBlack>(const Position&, MoveList&);

MoveList legal_moves(const Position& p) {
  MoveList list;
  p.turn() == kWhite ? generate<kWhite>(p, list) : generate<kBlack>(p, list);
  return list;
}

bool has_legal_move(const Position& p) { return !legal_moves(p).empty(); }

}  // namespace intarsia::chess
