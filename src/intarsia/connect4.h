// Connect Four on boards of any size up to 64 cells: positions, games, tensors in any layout and back.
//
//   using namespace intarsia;
//   const auto game = connect4::read_game_line("4453");      // columns, counted from 1
//   if (!game) return 1;                                     // game.error(): what, and at which byte
//   const connect4::Replay line = connect4::replay_of(*game);
//
//   const auto plan = layout::Plan::make(*connect4::find_layout("connect4/2planes"));
//   connect4::Encoder encoder(*plan);                        // keeps its memory: one for each thread
//   std::vector<float> planes(plan->elements());
//   if (encoder.encode(line.state(), planes)) return 2;      // an error: wrong type, number or board
//
//   connect4::Decoder decoder(*plan);                        // and back: a state, or where it fails
//   const auto plies = decoder.decode(planes);
//   if (!plies || plies->front().state->position != line.position()) return 3;

#pragma once

// The board and its games.
#include "intarsia/connect4/game.h"
#include "intarsia/connect4/position.h"
#include "intarsia/connect4/symmetry.h"

// Text.
#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/position_line.h"

// Records, tensors, moves as numbers.
#include "intarsia/connect4/record.h"
#include "intarsia/connect4/tensor/decode.h"
#include "intarsia/connect4/tensor/encode.h"
#include "intarsia/connect4/tensor/layouts.h"
#include "intarsia/connect4/tensor/policy.h"
#include "intarsia/connect4/tensor/record_encode.h"
#include "intarsia/connect4/tensor/symmetry.h"
#include "intarsia/layout/describe.h"
