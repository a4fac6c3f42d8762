// Hex on boards of 1 to 26: positions, games, notation, symmetries, and tensors in any layout and back.
//
//   using namespace intarsia;
//   const auto read = hex::read_trmph("#11,a2b4f6g5 b");     // also SGF and HexWorld: read_game_text
//   if (!read) return 1;                                     // read.error(): what, and at which byte
//   const hex::Replay line = hex::replay_of(read->game, 3);  // after three moves
//
//   const auto plan = layout::Plan::make(*hex::find_layout("hex/3nxn", 11));
//   const std::vector<float> planes = *hex::to_tensor(*plan, line.state());
//   const int move = hex::policy_index(line.position(), read->game.moves[3], hex::kBlueFrame);
//
//   hex::Decoder decoder(*plan);                             // and back: a state, or where it fails
//   const auto plies = decoder.decode(planes);
//   if (!plies || plies->front().state->position != line.position() || move != 50) return 2;
//
// Many positions, with history: hex::Encoder.

#pragma once

// The board and its games.
#include "intarsia/hex/connection.h"
#include "intarsia/hex/game.h"
#include "intarsia/hex/position.h"
#include "intarsia/hex/symmetry.h"
#include "intarsia/hex/turn.h"

// Text.
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"

// Records, tensors, moves as numbers.
#include "intarsia/hex/record.h"
#include "intarsia/hex/tensor/decode.h"
#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/layouts.h"
#include "intarsia/hex/tensor/policy.h"
#include "intarsia/hex/tensor/record_encode.h"
#include "intarsia/hex/tensor/symmetry.h"
#include "intarsia/layout/describe.h"
