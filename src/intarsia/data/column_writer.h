// A column beside the shards of a data set that is complete, written shard by shard.
//
//   auto writer = ColumnWriter::open("data", {.name = "net7", .type = {"<f4"}, .meaning = "…"});
//   for each shard: if (!writer->has(shard)) writer->put(shard, values);
//   writer->finish();                        // whole: the column is there
//
// Until then its files lie in a folder of their own, where a later run with the same head goes on, and
// where several processes may write, each some of the shards: `finish` of the last of them makes the
// column. It appears whole, in the place of the one that it replaces, or not at all.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "intarsia/base/result.h"
#include "intarsia/data/column_manifest.h"
#include "intarsia/io/folder.h"

namespace intarsia::data {

// Writes the files of a shard under their names; returns what the manifest says of them. `offsets` are
// those of a ragged column.
Result<ColumnFile> put_column_shard(const io::Folder& folder, const ColumnType& type,
                                    std::size_t shard, const ShardEntry& entry,
                                    std::span<const std::byte> values,
                                    std::span<const std::uint64_t> offsets);

class ColumnWriter {
 public:
  // `head` is all but the shards and the set's hash. If there is such a column of the set, nothing is left
  // to do. Another one of that name is refused unless it may be replaced; so is what a run has begun.
  static Result<std::unique_ptr<ColumnWriter>> open(const std::string& set_folder,
                                                    ColumnManifest head, bool may_replace,
                                                    io::Folder::Fault fault = {});

  const Manifest& set() const { return set_; }
  bool is_finished() const { return is_finished_; }
  // Whether an earlier run, or another process, has written this shard.
  Result<bool> has(std::size_t shard) const;

  // The rows of all records of the shard, in order.
  [[nodiscard]] std::optional<Error> put(std::size_t shard, std::span<const std::byte> values,
                                         std::span<const std::uint64_t> offsets = {});

  // Whether the column is whole: false if shards are missing, which other processes write.
  Result<bool> finish();

 private:
  ColumnWriter(io::Folder set_folder, Manifest set, ColumnManifest head)
      : set_folder_(std::move(set_folder)), set_(std::move(set)), head_(std::move(head)) {}

  std::string work_name() const;
  std::optional<Error> begin(const io::Folder& columns, bool may_replace);
  std::optional<Error> refuse_begun(const io::Folder& columns, bool may_replace);
  Result<std::optional<ColumnFile>> find(std::size_t shard) const;
  std::optional<Error> take_place(const io::Folder& columns) const;

  io::Folder set_folder_;  // shared with other writers of columns; nobody builds there
  Manifest set_;
  ColumnManifest head_;
  std::optional<io::Folder> work_;  // shared with those who write the same column
  bool is_finished_ = false;
};

// Whether a file in a column's folder is one of ours, perhaps under its temporary name.
bool is_file_of_column(std::string_view name);

// Removes a column; none of that name is an error.
[[nodiscard]] std::optional<Error> drop_column(const std::string& set_folder,
                                               const std::string& name);

// Removes all columns of a set that is replaced, whose folder is locked. What is not ours stays.
[[nodiscard]] std::optional<Error> drop_columns(const io::Folder& set_folder);

}  // namespace intarsia::data
