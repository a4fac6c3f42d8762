#include "intarsia/data/merged_columns.h"

#include <set>
#include <span>
#include <string>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/column.h"
#include "intarsia/data/column_writer.h"
#include "intarsia/data/files.h"

namespace intarsia::data {

namespace {

std::span<const std::uint64_t> offsets_in(const io::Memory& bytes) {
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()),
          bytes.size() / sizeof(std::uint64_t)};
}

}  // namespace

Result<std::unique_ptr<MergedColumns>> MergedColumns::open(const Set& sets) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < sets.folders().size(); ++i) {
    if (sets.shards_in(i).empty()) continue;
    const auto some = column_names(sets.folders()[i]);
    if (!some) return some.error();
    names.insert(some->begin(), some->end());
  }
  std::unique_ptr<MergedColumns> self(new MergedColumns(sets));
  for (const std::string& name : names) {
    const auto column = Column::open(sets, name, /*cache_bytes=*/0);
    if (!column) {
      Error e = column.error();
      e.detail += concat({"; ", in_quotes(name), " can be packed where all sets have it"});
      return e;
    }
    One one{.from = (*column)->manifest(), .to = (*column)->manifest()};
    one.to.shards.clear();
    one.to.part_shards.clear();
    self->columns_.push_back(std::move(one));
  }
  return self;
}

// All rows of a shard, compared with their hash.
Result<const MergedColumns::Source*> MergedColumns::source(One& column, std::size_t shard) const {
  const auto found = column.sources.find(shard);
  if (found != column.sources.end()) return &found->second;
  const auto place = sets_.column_place_of(shard);
  const std::string inside = column_folder(place.folder, column.from.name);
  const auto read = [&](ColumnArray array, const std::string& name) -> Result<io::Memory> {
    array.path = concat({inside, "/", place.before, name});
    auto data = read_array(array);
    if (!data) return about_file(array.path, data.error());
    return data;
  };
  Source source;
  auto values = read(values_file(inside, column.from, shard), numbered_name("shard", place.number));
  if (!values) return values.error();
  source.values = *std::move(values);
  if (column.from.type.is_ragged) {
    auto offsets = read(offsets_file(inside, column.from, shard), offsets_name(place.number));
    if (!offsets) return offsets.error();
    source.offsets = *std::move(offsets);
    const auto bounds = offsets_in(source.offsets);
    if (auto error = check_offsets(bounds, column.from.shards[shard].rows)) {
      return about_file(inside, *std::move(error));
    }
  }
  return &column.sources.emplace(shard, std::move(source)).first->second;
}

void MergedColumns::take(const Source& source, const ColumnType& type, std::size_t first,
                         std::size_t records, Rows& rows) {
  const std::size_t width = type.row_bytes();
  std::size_t begin = first;
  std::size_t end = first + records;
  if (type.is_ragged) {
    const std::span bounds = offsets_in(source.offsets).subspan(first, records + 1);
    const std::uint64_t before = rows.values.size() / width;
    for (const std::uint64_t bound : bounds.subspan(1)) {
      rows.offsets.push_back(before + bound - bounds.front());
    }
    begin = bounds.front();
    end = bounds.back();
  }
  const std::byte* const data = source.values.data();
  rows.values.insert(rows.values.end(), data + begin * width, data + end * width);
}

std::optional<Error> MergedColumns::add(int size, std::size_t shard, std::size_t first,
                                        std::size_t records) {
  for (One& column : columns_) {
    const auto from = source(column, shard);
    if (!from) return from.error();
    take(**from, column.from.type, first, records, column.open[size]);
  }
  return std::nullopt;
}

void MergedColumns::end(std::size_t shard) {
  for (One& column : columns_) column.sources.erase(shard);
}

// Nothing lies there: a merge writes all of a set.
std::optional<Error> MergedColumns::begin(const io::Folder& /*folder*/, const Manifest& /*m*/) {
  return std::nullopt;
}

void MergedColumns::close_shards() {
  for (One& column : columns_) column.closed = std::exchange(column.open, {});
}

std::optional<Error> MergedColumns::write(const io::Folder& folder, const Manifest& m) {
  for (One& column : columns_) {
    const auto closed = std::exchange(column.closed, {});
    if (closed.empty()) continue;
    const auto columns = folder.inside(kColumnsName, io::Folder::Lock::kAwaited);
    if (!columns) return columns.error();
    const auto inside = columns->inside(column.to.name);
    if (!inside) return inside.error();
    for (const auto& [size, rows] : closed) {
      const std::size_t shard = column.to.shards.size();
      const auto written = put_column_shard(*inside, column.to.type, shard, m.shards[shard],
                                            rows.values, rows.offsets);
      if (!written) return written.error();
      column.to.shards.push_back(*written);
    }
  }
  return std::nullopt;
}

std::optional<Error> MergedColumns::publish(const io::Folder& folder, const Manifest& /*m*/,
                                            std::uint64_t hash) {
  for (One& column : columns_) {
    if (column.to.shards.empty()) continue;
    const auto columns = folder.inside(kColumnsName, io::Folder::Lock::kAwaited);
    if (!columns) return columns.error();
    const auto inside = columns->inside(column.to.name);
    if (!inside) return inside.error();
    column.to.set = hash;
    if (auto error = inside->put(kManifestName, {to_json(column.to)})) return error;
  }
  return std::nullopt;
}

}  // namespace intarsia::data
