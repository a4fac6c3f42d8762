// A shard in memory: the records of games in order, their rows, and what is chosen among them.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/data/batch.h"
#include "intarsia/game/record_type.h"
#include "intarsia/io/folder.h"

namespace intarsia::data {

// All open shards together, records and rows; twice as much lies in memory while a step is written. A
// game never spans shards, so one that is longer is a shard of its own.
inline constexpr std::uint64_t kMaxOpenBytes = std::uint64_t{48} << 20;

class Shard {
 public:
  Shard() = default;

  // Empties it, keeping its memory. Room for so many bytes is taken at once: growing would copy all of
  // them again and again.
  void begin(RecordType type, std::size_t room) {
    type_ = std::move(type);
    bytes_.clear();
    rows_.clear();
    chosen_.clear();
    bytes_.reserve(room);
  }

  std::size_t records() const { return bytes_.size() / type_.bytes; }
  std::size_t bytes() const { return bytes_.size() + rows_.size() * sizeof(GameRow); }

  void add(const Batch& batch, const Entry& e);

  // Writes shard, games table and selections under their numbers and returns their entry; the names
  // are to be made safe. The numbers of selections go on from `selections`, which is moved along.
  Result<ShardEntry> write(const io::Folder& folder, std::size_t number,
                           const std::vector<Split>& splits, bool has_choices,
                           std::uint64_t& selections) const;

 private:
  RecordType type_;
  std::vector<std::byte> bytes_;
  std::vector<GameRow> rows_;
  std::vector<std::uint32_t> chosen_;  // records, by the choices
};

// Writes the selections of a shard: the chosen records, if there is a choice among them, and those of each
// split among them. Their numbers go on from `selections`, which is moved along.
Result<std::vector<SelectionEntry>> write_selections(
    const io::Folder& folder, std::span<const GameRow> rows,
    const std::optional<std::vector<std::uint32_t>>& chosen, const std::vector<Split>& splits,
    std::uint64_t& selections);

// The number of records that a file of these bytes holds, by its header: it must be, byte for byte, the
// one that we write for that number, and the file must be as long as it says.
Result<std::uint64_t> read_header(std::string_view start, std::uint64_t file_size,
                                  std::string_view type, std::size_t element_bytes);

}  // namespace intarsia::data
