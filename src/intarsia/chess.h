// Chess: positions, moves, games, notation, and tensors in any layout and back.
//
//   using namespace intarsia;
//   const auto read = chess::read_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -");
//   if (!read) return 1;                                     // read.error(): what, and at which byte
//   const chess::Position p = read->position.after(*chess::read_san(read->position, "Bb5"));
//
//   const auto plan = layout::Plan::make(*chess::find_layout("chess/canonical18"));
//   const std::vector<float> planes = *chess::to_tensor(*plan, p);
//
//   chess::Decoder decoder(*plan);                           // and back: a Position, or where it fails
//   const auto plies = decoder.decode(planes, chess::kBlack);  // the layout does not show who moves
//   if (!plies || plies->front().position->identity() != p.identity()) return 2;
//
// Many positions, with history: chess::Encoder. What is below in pgn/, tensor/ and transition/ has
// examples of its own.

#pragma once

// The board, its moves and how games end.
#include "intarsia/chess/ending.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/perft.h"
#include "intarsia/chess/position.h"

// Text.
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/chess/pgn/write.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"

// Records, tensors, moves as numbers, moves as edits.
#include "intarsia/chess/record.h"
#include "intarsia/chess/recorder.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/policy.h"
#include "intarsia/chess/tensor/record_encode.h"
#include "intarsia/chess/transition/mailbox.h"
#include "intarsia/chess/transition/transition.h"
#include "intarsia/chess/transition/tuple.h"
#include "intarsia/layout/describe.h"
