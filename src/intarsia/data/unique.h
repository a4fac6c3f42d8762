// The first record of each position, chosen over a whole data set: a selection, no record is dropped.
//
// Two records are of the same position if their identity keys (game/rules.h) are equal: 64 bits, so that
// among 10^9 different positions the chance that any two are taken for one is 1 in 37. What is first goes
// by the order of the records, whatever split their games are in: a position that a split before has shown
// is chosen in no other, so none of validation stands in train.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "intarsia/base/keys.h"
#include "intarsia/base/result.h"
#include "intarsia/data/filters.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/repeats.h"
#include "intarsia/game/game_row.h"
#include "intarsia/io/folder.h"

namespace intarsia::data {

using game::GameRow;

// What a game says of its records, which are sound.
struct RecordRules {
  void (*keys)(int size, std::span<const std::byte> records, Key* out) = nullptr;
  // Null: all are.
  bool (*is_quiet)(int size, std::span<const std::byte> record) = nullptr;
};

// Appends the plies of a game that the choices among positions take. `records` are the game's, and looked
// at only if quietness counts.
void choose_plies(const Choices& choices, const RecordRules& rules, const RecordType& type,
                  const GameRow& row, std::span<const std::byte> records,
                  std::vector<std::uint32_t>& plies);

struct UniqueOptions {
  Choices choices = {};  // among what they choose
  std::function<Result<RecordRules>(std::string_view game)> find_rules = {};
  std::uint64_t memory = kUsualMemory;
  unsigned threads = 1;
};

// Writes the selections of all shards, which have none so far, and notes them in the manifest. Returns how
// many records were left out since their position came before. The folder takes up to 32 bytes a record
// more while this runs.
Result<std::uint64_t> select_unique(const io::Folder& folder, const FindRecordType& find,
                                    const UniqueOptions& options, const std::atomic<bool>* stop,
                                    Manifest& m);

}  // namespace intarsia::data
