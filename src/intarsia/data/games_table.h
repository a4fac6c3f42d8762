// The games table of a shard: its rows, checked before anybody uses them.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"
#include "intarsia/game/game_row.h"

namespace intarsia::data {

// The rows of games-00000.npy and so on: its bytes have the manifest's hash and every field of every row
// is one that we write. `type` is that of the shard's records.
Result<std::vector<GameRow>> read_games(const std::string& folder, const Manifest& m,
                                        std::size_t shard, const RecordType& type);
// Of a shard that `m` does not list by itself.
Result<std::vector<GameRow>> read_games(const std::string& folder, const Manifest& m,
                                        std::size_t number, const ShardEntry& entry,
                                        const RecordType& type);

// The first row that cannot be one of that shard, with its byte among the rows: games tile the shard,
// and numbers that stand for names have one.
std::optional<Error> check_games(std::span<const GameRow> rows, const Manifest& m,
                                 const ShardEntry& entry, const RecordType& type);

// The row of the game that holds a record of the shard; the rows were checked.
const GameRow& row_of(std::span<const GameRow> rows, std::uint32_t record);

}  // namespace intarsia::data
