// Everything: the games, layouts and policies by name or from JSON, files of games, data sets, batches,
// graphs of positions.
//
//   using namespace intarsia;
//   const auto report = games::build({.inputs = {"games.pgn"}, .folder = "data"});
//   if (!report) return 1;                                      // report.error().detail
//   const auto set = data::Set::open("data", games::find_record_type);
//   const auto layout = games::find_layout("chess/canonical18");  // or games::read_layout(json)
//   const auto plan = layout::Plan::make(*layout);
//   const auto targets = games::Targets::make(*layout, {.policy = "chess/az4672", .value = "wdl"});
//
//   games::SetEncoder encoder(**set, *plan, *targets);          // one for each thread
//   const std::vector<std::uint64_t> numbers = {0, 1, 2};       // or a data::Order's
//   std::vector<float> planes(3 * plan->elements()), values(3 * 3);
//   std::vector<std::int32_t> moves(3);
//   if (encoder.fill(numbers, {.planes = planes, .policy = moves, .value = values})) return 2;
//
// The headers of single games (chess.h …) compile sooner and need no files or threads.

#pragma once

// Each game by itself.
#include "intarsia/chess.h"
#include "intarsia/connect4.h"
#include "intarsia/hex.h"

// Games, layouts and policies by name.
#include "intarsia/games/layout_json.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"

// Files of games; data sets: made, read, checked, handed on.
#include "intarsia/data/column.h"
#include "intarsia/data/column_writer.h"
#include "intarsia/data/sampling.h"
#include "intarsia/data/set.h"
#include "intarsia/data/verify.h"
#include "intarsia/games/build.h"
#include "intarsia/games/column_rows.h"
#include "intarsia/games/export.h"
#include "intarsia/games/game_files.h"
#include "intarsia/games/game_writer.h"
#include "intarsia/games/parts.h"
#include "intarsia/games/set_encode.h"
#include "intarsia/games/targets.h"

// Graphs of positions: explored, built from games, stored, asked, walked; positions evaluated.
#include "intarsia/games/graph_build.h"
#include "intarsia/graph/evaluator.h"
#include "intarsia/graph/explorer.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/graph_text.h"
#include "intarsia/graph/store.h"
#include "intarsia/graph/verify.h"
#include "intarsia/graph/walker.h"

// Pictures, in the terminal and as files; tensor files.
#include "intarsia/draw/html.h"
#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/io/npy_reader.h"
