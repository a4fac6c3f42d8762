// Games into a graph of positions: an opening explorer over them.
//
//   auto report = build_graph({.inputs = {"games.pgn.zst"}, .folder = "book"});
//
// Inputs are what `build` takes, and data sets. What comes of them is the same for any number of
// threads, any order of the inputs and any amount of memory: games are added to a graph in memory,
// which is written as a run whenever it has grown too large, and the runs are merged at the end.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/pipeline_options.h"
#include "intarsia/game/options.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/store.h"

namespace intarsia::games {

inline constexpr std::uint64_t kDefaultGraphMemory = 1'000'000'000;
// Less is no use: what is read and parsed at once takes as much.
inline constexpr std::uint64_t kMinGraphMemory = 64'000'000;

struct GraphBuildOptions {
  // Files, folders, "@list", data sets; "-" is standard input.
  std::vector<std::string> inputs = {};
  std::string input_name =
      {};  // what a data set among them is called in graph.json; empty: its path
  // Where the graph is stored; or the graph in memory to which the games are added, whole or, after an
  // error or an interruption, in part.
  std::string folder = {};
  graph::Graph* into = nullptr;
  bool force = false;
  std::string format = {};  // empty: by each file's name and first bytes
  game::Options game = {};
  data::Filters filters = {};
  std::string split = {};   // of data sets; empty: all games
  std::uint64_t limit = 0;  // games; 0: all
  // Of each game so many moves.
  std::uint64_t max_ply = UINT64_MAX;
  // The board, where games have several; games on others are dropped. Nothing: that of the first game.
  std::optional<int> size = std::nullopt;
  // About what the graph may take in memory before it is written to the folder.
  std::uint64_t memory = kDefaultGraphMemory;
  // Positions of games that are added at once: some milliseconds of work for each thread.
  std::size_t group_records = std::size_t{1} << 18;
  bool skip_damage = false;  // go on behind a damaged input, with what came before it
  data::PipelineOptions run = {};
  // Called by the calling thread when everything was read, and now and then while runs are merged.
  std::function<void()> merging = {};
};

struct GraphBuildReport {
  // What became of the games: read, dropped, rejected, put right.
  data::Manifest manifest = {};
  std::optional<int> size = {};  // of the board; nothing if there was no game
  graph::About about = {};       // of a stored graph
  int runs = 0;                  // that were merged
  bool is_interrupted = false;   // nothing was stored
  std::vector<Error> damage = {};
  std::vector<std::string> skipped = {};
  std::vector<std::string> twice = {};
};

Result<GraphBuildReport> build_graph(const GraphBuildOptions& options);

// Why no graph can be stored in a folder: it holds a data set, or what graph::refuse_folder says.
[[nodiscard]] std::optional<Error> refuse_graph_folder(const std::string& folder, bool may_replace);

}  // namespace intarsia::games
