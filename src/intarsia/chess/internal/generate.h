// The compiled forms of the generator, one per instruction set. `generate` in movegen.h picks.

#pragma once

#include "intarsia/chess/move.h"
#include "intarsia/chess/position.h"

namespace intarsia::chess::internal {

// Writes the legal moves from `out` on (room for MoveList::kRoom) and returns where they end.
using GenerateFunction = Move* (*)(const Position& p, Move* out);

template <Color Us>
Move* generate_portable(const Position& p, Move* out);

#if defined(__x86_64__)
#define INTARSIA_HAS_AVX512_GENERATOR 1
template <Color Us>
Move* generate_avx512(const Position& p, Move* out);

// Whether this processor has what generate_avx512 needs.
bool can_generate_avx512();
#endif

}  // namespace intarsia::chess::internal
