// Data sets into one: with the bytes that one build of all their sources would have made.
//
// A writer that knows the options takes the games again in the order of their sources; so the borders of
// shards, the games tables, the selections and the list of refused games come out as it makes them.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/equal_games.h"
#include "intarsia/data/filters.h"
#include "intarsia/data/merged_columns.h"
#include "intarsia/data/pipeline_options.h"
#include "intarsia/data/set.h"
#include "intarsia/data/unique.h"
#include "intarsia/data/writer.h"

namespace intarsia::data {

// The filter by which a game is dropped that a game before it equals.
inline constexpr std::string_view kDuplicate = "duplicate";

struct MergeOptions {
  Choices choices = {};    // with which the sets were built
  RecordRules rules = {};  // of their game
  // The first of equal games is kept: of those with the same hash, start and moves.
  bool unique_games = false;
  // Whether two records are of the same start, whatever is said of its game.
  SameStart same_start = {};
  MergedColumns* columns = nullptr;  // the same that the writer writes beside; null: there are none
  std::uint64_t memory = kUsualMemory;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Progress&)> progress = {};  // bytes are those of records
};

// Returns whether it is done: false if it was stopped. The sets are complete and of one game, and were
// built with the options of the writer.
Result<bool> merge(const Set& sets, Writer& writer, const MergeOptions& options);

}  // namespace intarsia::data
