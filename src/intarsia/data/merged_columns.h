// Columns of data sets that are packed into one: their rows go with the games that are taken.
//
//   auto columns = MergedColumns::open(sets);
//   writer->add(…);                                     // a game of a shard of `sets`
//   columns->add(size, shard, first, records);          // and what lies beside its records

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/beside.h"
#include "intarsia/data/column_manifest.h"
#include "intarsia/data/set.h"
#include "intarsia/io/memory.h"

namespace intarsia::data {

class MergedColumns final : public Beside {
 public:
  // Those that the sets have, which must outlive it. An error if only some have one, or of another kind.
  static Result<std::unique_ptr<MergedColumns>> open(const Set& sets);

  bool is_none() const { return columns_.empty(); }

  // What lies beside so many records of a shard of the sets, which the open shard of this size has taken.
  [[nodiscard]] std::optional<Error> add(int size, std::size_t shard, std::size_t first,
                                         std::size_t records);
  // Of that shard nothing more is taken.
  void end(std::size_t shard);

  [[nodiscard]] std::optional<Error> begin(const io::Folder& folder, const Manifest& m) override;
  void close_shards() override;
  [[nodiscard]] std::optional<Error> write(const io::Folder& folder, const Manifest& m) override;
  [[nodiscard]] std::optional<Error> publish(const io::Folder& folder, const Manifest& m,
                                             std::uint64_t hash) override;

 private:
  // Of a shard that is written, and of one that is read.
  struct Rows {
    std::vector<std::byte> values;
    std::vector<std::uint64_t> offsets = {0};
  };
  struct Source {
    io::Memory values, offsets;
  };
  struct One {
    ColumnManifest from;  // through the shards of all sets
    ColumnManifest to;    // with the shards that are on the disk
    std::map<std::size_t, Source> sources = {};
    std::map<int, Rows> open = {}, closed = {};
  };

  explicit MergedColumns(const Set& sets) : sets_(sets) {}

  Result<const Source*> source(One& column, std::size_t shard) const;
  static void take(const Source& source, const ColumnType& type, std::size_t first,
                   std::size_t records, Rows& rows);

  const Set& sets_;
  std::vector<One> columns_;
};

}  // namespace intarsia::data
