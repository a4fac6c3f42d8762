// A column of a data set, read record by record.
//
//   auto column = Column::open("data", set->manifest(), "wdl");
//   column->read(shard, record, row);       // the row of a record
//   column->append(shard, record, visits);  // all rows of one, if the column is ragged
//
// Files are opened when they are asked for. Those that fit into the memory it may use are read whole,
// and compared with their hashes, the first time; of others the length and the header are, and rows are
// read one by one. Threads may read together.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/column_manifest.h"
#include "intarsia/data/fetch.h"
#include "intarsia/io/memory.h"
#include "intarsia/io/open_files.h"

namespace intarsia::data {

class Set;

// An array of a column as its manifest describes it.
struct ColumnArray {
  std::string path;
  std::string header;   // byte for byte
  std::uint64_t bytes;  // of the whole file
  std::uint64_t hash;

  std::uint64_t data_bytes() const { return bytes - header.size(); }
};
FetchedFile fetched(const ColumnArray& a);
ColumnArray values_file(const std::string& folder, const ColumnManifest& m, std::size_t shard);
ColumnArray offsets_file(const std::string& folder, const ColumnManifest& m, std::size_t shard);

// Why header and length of an open file are not those of the array, if it is so.
[[nodiscard]] std::optional<Error> check_array(const ColumnArray& a, const io::RandomFile& file);

// The elements of the array, its bytes being those that were written.
Result<io::Memory> read_array(const ColumnArray& a);

// Why these are no offsets of so many rows.
[[nodiscard]] std::optional<Error> check_offsets(std::span<const std::uint64_t> offsets,
                                                 std::uint64_t rows);

std::string column_folder(const std::string& set_folder, std::string_view name);

// The names of a set's columns, sorted: those that are whole.
Result<std::vector<std::string>> column_names(const std::string& set_folder);

Result<ColumnManifest> read_column_manifest_of(const std::string& set_folder,
                                               const std::string& name);

// Which columns there are, for those who ask for another.
Error no_column(const std::string& set_folder, const std::string& name);

class Column {
 public:
  static constexpr std::uint64_t kCacheBytes = std::uint64_t{1} << 30;

  // An error if it was made for other shards than those of the set.
  static Result<std::unique_ptr<Column>> open(const std::string& set_folder, const Manifest& set,
                                              const std::string& name,
                                              std::uint64_t cache_bytes = kCacheBytes);
  // Beside all records of a set, or of several that are read as one: each of them that holds records has
  // the column, and in all its rows are of one kind. What the set's `fetch` brings are its files, too.
  static Result<std::unique_ptr<Column>> open(const Set& set, const std::string& name,
                                              std::uint64_t cache_bytes = kCacheBytes);

  // Of several sets the first one's, with the shards of all.
  const ColumnManifest& manifest() const { return manifest_; }

  // The row of a record that the shard has, into as many bytes as a row has. Not of a ragged column.
  [[nodiscard]] std::optional<Error> read(std::size_t shard, std::uint32_t record,
                                          std::span<std::byte> out);
  // Adds the rows of a record. Of a ragged column.
  [[nodiscard]] std::optional<Error> append(std::size_t shard, std::uint32_t record,
                                            std::vector<std::byte>& out);

 private:
  struct File {
    ColumnArray array;
    std::size_t id;  // among the open files
  };
  struct Shard {
    std::optional<File> values, offsets;
    std::mutex loading;
    std::atomic<bool> is_ready = false;  // it was looked at, and is kept or read row by row
    std::atomic<bool> is_kept = false;
    io::Memory kept;
    io::Memory kept_offsets;
  };

  // Of such a kind, and no shard yet.
  Column(ColumnManifest kind, std::uint64_t cache_bytes, Fetch fetch)
      : manifest_(std::move(kind)),
        row_bytes_(manifest_.type.row_bytes()),
        cache_bytes_(cache_bytes),
        fetch_(std::move(fetch)) {
    manifest_.shards.clear();
  }

  void add(const std::string& set_folder, const ColumnManifest& m);
  std::optional<Error> prepare(std::size_t shard);
  std::optional<Error> keep(Shard& shard, std::size_t number);
  Result<std::shared_ptr<const io::RandomFile>> open_file(const File& file) const;
  std::optional<Error> check(const File& file) const;
  std::optional<Error> read_file(const File& file, std::uint64_t at,
                                 std::span<std::byte> out) const;
  std::optional<Error> read_rows(const Shard& shard, std::uint64_t first,
                                 std::span<std::byte> out) const;

  ColumnManifest manifest_;
  std::size_t row_bytes_;
  std::uint64_t cache_bytes_;
  Fetch fetch_;
  std::uint64_t kept_bytes_ = 0;
  std::mutex counting_;
  std::vector<std::unique_ptr<Shard>> shards_;
  mutable io::OpenFiles files_;
};

}  // namespace intarsia::data
