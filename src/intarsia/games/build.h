// The main job: games or positions into a data set.
//
//   auto report = build({.inputs = {"games.pgn.zst"}, .folder = "data"});

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/beside.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/pipeline_options.h"
#include "intarsia/data/repeats.h"
#include "intarsia/data/rules.h"
#include "intarsia/game/options.h"
#include "intarsia/io/byte_source.h"

namespace intarsia::games {

struct BuildOptions {
  // Files, folders, "@list"; "-" is standard input. None with `resume`: those of the data set.
  std::vector<std::string> inputs = {};
  std::string folder = {};
  // Sources are called by their paths below this folder, which is stored nowhere: the same games have the
  // same names on every machine. Nothing: they are called as they are named here.
  std::optional<std::string> root = {};
  std::string stdin_name = {};   // what standard input is called; empty: "-"
  io::StreamOpener stream = {};  // reads the inputs, which are names then, where they are no files
  std::string format = {};       // empty: by each file's name and first bytes
  game::Options game = {};
  data::Rules rules = {};
  std::uint64_t limit = 0;  // games; 0: all
  std::uint64_t shard_records = data::kDefaultShardRecords;
  bool unique_positions = false;  // the first record of each position is chosen, in a selection
  bool unique_games = false;      // of sets that `merge` has made: `build` refuses it
  std::uint64_t memory = data::kUsualMemory;  // for finding what comes again
  bool resume = false;
  bool trust = false;  // with `resume`: what is there already is not compared with its hashes
  bool force = false;
  bool skip_damage = false;  // go on behind a damaged input, with what came before it
  data::PipelineOptions run = {};
  data::Beside* beside = nullptr;                        // told of every step that is on the disk
  std::function<int(std::string_view call)> fault = {};  // for tests: io::Folder::Fault
};

struct BuildReport {
  data::Manifest manifest = {};
  bool was_complete = false;        // nothing was left to do
  std::uint64_t read_before = 0;    // games, by the run that this one has completed
  std::uint64_t stored_before = 0;  // positions
  // Games that a filter on ratings has kept, though they do not say both; nothing without such a filter.
  std::optional<std::uint64_t> unrated = {};
  // Records that are not chosen since their position came before; nothing unless that was asked for.
  std::optional<std::uint64_t> repeated = {};
  bool is_interrupted = false;            // finished shards are kept; a later run may go on
  std::vector<Error> damage = {};         // inputs that were read in part
  std::vector<std::string> skipped = {};  // members of archives, files in folders, without games
  std::vector<std::string> twice = {};    // inputs that were named again, and read again
};

Result<BuildReport> build(const BuildOptions& options);

// The options of its game with which a data set was built.
game::Options game_options_of(const data::Manifest& m);
// Whether it stores the last position of each game too.
bool has_final_positions(const data::Manifest& m);

}  // namespace intarsia::games
