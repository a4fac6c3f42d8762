// The table of contents of a column: what lies beside the records of a data set, by name.
//
// `columns/NAME` holds an array for each shard of the set, with a row for each record, and
// `manifest.json`, which says what the rows mean. A ragged column has any number of rows for a
// record, and beside its values the offsets at which those of each record begin. Shards never change
// for a column: each of its files names the hash of the shard that it belongs to.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

inline constexpr char kColumnsName[] = "columns";
inline constexpr int kColumnVersion = 1;
inline constexpr std::size_t kMaxColumnName = 64;
inline constexpr std::size_t kMaxColumnAxes = 4;
inline constexpr std::size_t kMaxColumnRow = std::size_t{1} << 20;  // bytes

// The types of a row's elements, as NumPy writes them: a closed list.
inline constexpr std::string_view kColumnTypes[] = {"<f2", "<f4", "<f8", "|u1", "<u2", "<u4",
                                                    "<u8", "|i1", "<i2", "<i4", "<i8"};
// And the structure of a visit.
inline constexpr std::string_view kVisitType = "[('move', '<u2'), ('weight', '<u2')]";

// A move that a search has looked at: its number as in the record, and its share of all visits.
struct Visit {
  static constexpr unsigned kAll = 65'535;  // what the weights of a record sum up to

  std::uint16_t move = 0;
  std::uint16_t weight = 0;
  friend bool operator==(const Visit&, const Visit&) = default;
};
static_assert(sizeof(Visit) == 4);

struct ColumnType {
  std::string dtype = {};
  std::vector<std::uint64_t> shape = {};  // of a row; empty: one number
  bool is_ragged = false;                 // a record has any number of rows

  std::size_t row_bytes() const;  // of a type that was checked
  friend bool operator==(const ColumnType&, const ColumnType&) = default;
};

// The columns whose names say what they are.
inline constexpr std::string_view kVisitsName = "visits";
inline constexpr std::string_view kWdlName = "wdl";
inline constexpr std::string_view kClockName = "clock_ms";

// What becomes of a row that the other player looks at.
enum class Turned : std::uint8_t { kKept, kNegated, kReversed };

struct ColumnFile {
  std::uint64_t records = 0;
  std::uint64_t shard_hash = 0;  // of the shard that it belongs to
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // of the whole file
  std::uint64_t hash = 0;
  std::uint64_t offsets_bytes = 0;  // of a ragged column
  std::uint64_t offsets_hash = 0;
  friend bool operator==(const ColumnFile&, const ColumnFile&) = default;
};

struct ColumnManifest {
  std::string name = {};
  ColumnType type = {};
  std::string meaning = {};
  std::string view = {};  // the frame in which it is told; empty: nobody's
  Turned turned = Turned::kKept;
  std::string made_by = "{}";  // a JSON object, as JsonText writes it
  std::uint64_t set = 0;       // the hash of the set's manifest
  // Of a collection: how many shards each part has. Its files lie in folders with the parts' names, and
  // are numbered as the part's shards are.
  std::vector<std::uint64_t> part_shards = {};
  std::vector<ColumnFile> shards = {};

  // Where a shard lies: the folder of its part, empty in a data set, and its number there.
  struct Place {
    std::string folder;
    std::size_t number;
  };
  Place place_of(std::size_t shard) const;
  // Below the column's folder: "shard-00012.npy", "part-00003/shard-00012.npy".
  std::string values_name(std::size_t shard) const;
  std::string offsets_name(std::size_t shard) const;

  friend bool operator==(const ColumnManifest&, const ColumnManifest&) = default;
};

// 1 to 64 letters, digits, - and _, the first of them no sign: what may be a folder's name.
bool is_column_name(std::string_view name);

std::optional<Error> refuse_column_name(std::string_view name);

// Why there is no column of that name and type.
std::optional<Error> refuse_column(std::string_view name, const ColumnType& type);

// Why its rows cannot be turned as it says.
std::optional<Error> refuse_turned(const ColumnManifest& m);

// Why it does not belong to the set: it was made for other shards.
std::optional<Error> refuse_column(const ColumnManifest& column, const Manifest& set);

std::string to_json(const ColumnManifest& m);

// Refuses anything that is not what `to_json` wrote.
Result<ColumnManifest> read_column_manifest(std::string_view text);

// Beside the values of a shard, which have the shard's name.
std::string offsets_name(std::size_t shard);

// How the files of so many rows, and of the offsets of so many records, begin.
std::string values_header(const ColumnType& type, std::uint64_t rows);
std::string offsets_header(std::uint64_t records);

}  // namespace intarsia::data
