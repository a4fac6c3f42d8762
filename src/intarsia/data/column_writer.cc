#include "intarsia/data/column_writer.h"

#include <algorithm>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/column.h"
#include "intarsia/data/files.h"
#include "intarsia/data/seal.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

Error refused(std::string detail) { return Error{ErrorCode::kIo, 0, std::move(detail)}; }

template <class T>
std::string_view bytes_view(std::span<const T> list) {
  return {reinterpret_cast<const char*>(list.data()), list.size_bytes()};
}

// Of a column that goes.
std::string old_name(const std::string& name) {
  return concat({io::kTemporaryPrefix, "old-", name});
}

// Whether two are of one column, whatever is written of it.
bool has_same_head(const ColumnManifest& a, const ColumnManifest& b) {
  ColumnManifest head = a;
  head.shards = b.shards;
  return head == b;
}

// Puts an array under its name, and says how long it is and what its hash is.
std::optional<Error> put_array(const io::Folder& folder, const std::string& name,
                               std::string_view header, std::string_view data, std::uint64_t& bytes,
                               std::uint64_t& hash) {
  if (auto error = folder.put(name, {header, data})) return error;
  io::Hasher hasher;
  hasher.add(header);
  hasher.add(data);
  bytes = header.size() + data.size();
  hash = hasher.value();
  return std::nullopt;
}

// With the folders of its parts.
std::optional<Error> remove_column(const io::Folder& columns, const std::string& name) {
  const auto names = io::names_in(concat({columns.path(), "/", name}));
  for (const std::string& part : names ? *names : std::vector<std::string>()) {
    if (!part.starts_with("part-")) continue;
    const auto inside = columns.inside(name, io::Folder::Lock::kShared);
    if (!inside) return inside.error();
    if (auto error = inside->remove_folder(part, is_file_of_column)) return error;
  }
  return columns.remove_folder(name, is_file_of_column);
}

}  // namespace

bool is_file_of_column(std::string_view name) {
  if (name.starts_with(io::kTemporaryPrefix)) name.remove_prefix(io::kTemporaryPrefix.size());
  return name == kManifestName || (name.starts_with("shard-") && name.ends_with(".npy"));
}

Result<ColumnFile> put_column_shard(const io::Folder& folder, const ColumnType& type,
                                    std::size_t shard, const ShardEntry& entry,
                                    std::span<const std::byte> values,
                                    std::span<const std::uint64_t> offsets) {
  const std::uint64_t rows = values.size() / type.row_bytes();
  const auto wrong = [&](std::string_view what) {
    return Error{ErrorCode::kInvalid, 0, concat({numbered_name("shard", shard), ": ", what})};
  };
  if (values.size() % type.row_bytes() != 0) return wrong("a part of a row");
  if (!type.is_ragged && rows != entry.records) {
    return wrong(concat({std::to_string(rows), " rows for ", std::to_string(entry.records),
                         " records: each needs one"}));
  }
  ColumnFile f{.records = entry.records, .shard_hash = entry.hash, .rows = rows};
  if (type.is_ragged) {
    if (offsets.size() != entry.records + 1) return wrong("offsets for each record are needed");
    if (auto error = check_offsets(offsets, rows)) return wrong(error->detail);
    if (auto error = put_array(folder, offsets_name(shard), offsets_header(f.records),
                               bytes_view(offsets), f.offsets_bytes, f.offsets_hash)) {
      return *std::move(error);
    }
  }
  if (auto error = put_array(folder, numbered_name("shard", shard), values_header(type, rows),
                             bytes_view(values), f.bytes, f.hash)) {
    return *std::move(error);
  }
  return f;
}

Result<std::unique_ptr<ColumnWriter>> ColumnWriter::open(const std::string& set_folder,
                                                         ColumnManifest head, bool may_replace,
                                                         io::Folder::Fault fault) {
  if (auto error = refuse_column(head.name, head.type)) return *std::move(error);
  if (auto error = refuse_turned(head)) return *std::move(error);
  // What cannot be read again is not begun: a text that is too long, an object in too many others.
  if (const auto again = read_column_manifest(to_json(head)); !again) return again.error();
  const auto text = read_whole(concat({set_folder, "/", kManifestName}), kMaxManifestBytes);
  if (!text) return text.error();
  auto sets = read_sets_of(set_folder);
  if (!sets) return sets.error();
  Manifest set = is_collection(*text) ? joined(*sets) : sets->front().manifest;
  head.part_shards.clear();
  for (const NamedManifest& part : *sets) {
    if (is_collection(*text)) head.part_shards.push_back(part.manifest.shards.size());
  }
  if (!set.is_complete) {
    return refused(concat({set_folder, " is not complete: `intarsia build --resume` goes on"}));
  }
  auto folder = io::Folder::open(set_folder, std::move(fault), io::Folder::Lock::kShared);
  if (!folder) return folder.error();
  head.set = *seal_of(*text);
  head.shards.clear();
  std::unique_ptr<ColumnWriter> writer(
      new ColumnWriter(*std::move(folder), std::move(set), std::move(head)));
  // Those who begin or finish a column wait for each other.
  const auto columns = writer->set_folder_.inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  if (auto error = writer->begin(*columns, may_replace)) return *std::move(error);
  return writer;
}

std::string ColumnWriter::work_name() const { return concat({io::kTemporaryPrefix, head_.name}); }

std::optional<Error> ColumnWriter::begin(const io::Folder& columns, bool may_replace) {
  const auto has_column = columns.has(head_.name);
  if (!has_column) return has_column.error();
  if (*has_column && !may_replace) {
    const auto found = read_column_manifest_of(set_folder_.path(), head_.name);
    is_finished_ = found && has_same_head(head_, *found) && !refuse_column(*found, set_);
    if (is_finished_) return std::nullopt;
    return refused(concat({columns.path(), " has a column ", in_quotes(head_.name),
                           " already: it stays unless it is to be replaced"}));
  }
  if (auto error = refuse_begun(columns, may_replace)) return error;
  auto work = columns.inside(work_name(), io::Folder::Lock::kShared);
  if (!work) return work.error();
  work_.emplace(*std::move(work));
  const auto is_begun = work_->has(kManifestName);
  if (!is_begun) return is_begun.error();
  return *is_begun ? std::nullopt : work_->put(kManifestName, {to_json(head_)});
}

// What a run has begun: gone on with if it is this column, refused if it is another.
std::optional<Error> ColumnWriter::refuse_begun(const io::Folder& columns, bool may_replace) {
  const auto is_there = columns.has(work_name());
  if (!is_there) return is_there.error();
  if (!*is_there) return std::nullopt;
  const std::string path = concat({columns.path(), "/", work_name(), "/", kManifestName});
  const auto text = read_whole(path, kMaxManifestBytes);
  const bool is_empty = !text && text.error().code == ErrorCode::kNotFound;  // hardly begun
  if (!text && !is_empty) return text.error();
  const auto begun = is_empty ? head_ : read_column_manifest(*text);
  if (!is_empty && begun && has_same_head(head_, *begun)) return std::nullopt;
  if (!begun && !may_replace) return about_file(path, begun.error());
  // One with shards was whole, and has been replaced.
  if (!is_empty && begun && begun->shards.empty() && !may_replace) {
    return refused(concat({columns.path(), ": another column ", in_quotes(head_.name),
                           " was begun there and not finished: it stays unless it is to be "
                           "replaced"}));
  }
  {
    const auto alone = columns.inside(work_name());
    if (!alone) return alone.error();
  }
  return remove_column(columns, work_name());
}

// Its lengths, if the files of the shard are there: they appear whole.
Result<std::optional<ColumnFile>> ColumnWriter::find(std::size_t shard) const {
  const ShardEntry& entry = set_.shards[shard];
  const std::optional<ColumnFile> none;
  ColumnFile f{.records = entry.records, .shard_hash = entry.hash, .rows = entry.records};
  if (head_.type.is_ragged) {
    const std::string header = offsets_header(f.records);
    f.offsets_bytes = header.size() + (f.records + 1) * sizeof f.rows;
    const auto file = io::RandomFile::open(concat({work_->path(), "/", head_.offsets_name(shard)}));
    if (!file && file.error().code == ErrorCode::kNotFound) return none;
    if (!file) return file.error();
    if (file->size() != f.offsets_bytes) return none;
    const std::span last = std::as_writable_bytes(std::span(&f.rows, 1));
    if (auto error = file->read(f.offsets_bytes - sizeof f.rows, last)) return *std::move(error);
  }
  const auto file = io::RandomFile::open(concat({work_->path(), "/", head_.values_name(shard)}));
  if (!file && file.error().code == ErrorCode::kNotFound) return none;
  if (!file) return file.error();
  f.bytes = values_header(head_.type, f.rows).size() + f.rows * head_.type.row_bytes();
  return file->size() == f.bytes ? std::optional(f) : none;
}

Result<bool> ColumnWriter::has(std::size_t shard) const {
  if (is_finished_) return true;
  const auto found = find(shard);
  if (!found) return found.error();
  return found->has_value();
}

std::optional<Error> ColumnWriter::put(std::size_t shard, std::span<const std::byte> values,
                                       std::span<const std::uint64_t> offsets) {
  if (shard >= set_.shards.size()) {
    return Error{ErrorCode::kInvalid, 0, concat({"there is no shard ", std::to_string(shard)})};
  }
  if (is_finished_) return refused(concat({"the column ", head_.name, " is finished"}));
  const auto [part, number] = head_.place_of(shard);
  const ShardEntry& entry = set_.shards[shard];
  const auto error_of = [](const Result<ColumnFile>& written) {
    return written ? std::nullopt : std::optional(written.error());
  };
  if (part.empty()) {
    return error_of(put_column_shard(*work_, head_.type, number, entry, values, offsets));
  }
  const auto inside = work_->inside(part, io::Folder::Lock::kShared);
  if (!inside) return inside.error();
  return error_of(put_column_shard(*inside, head_.type, number, entry, values, offsets));
}

Result<bool> ColumnWriter::finish() {
  if (is_finished_) return true;
  const auto columns = set_folder_.inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  const auto is_there = columns->has(work_name());
  if (!is_there) return is_there.error();
  if (!*is_there) return true;  // another process has finished it
  ColumnManifest whole = head_;
  for (std::size_t i = 0; i < set_.shards.size(); ++i) {
    const auto found = find(i);
    if (!found) return found.error();
    if (!*found) return false;
    whole.shards.push_back(**found);
  }
  // What lies on the disk is what is vouched for, whoever wrote it.
  for (std::size_t i = 0; i < whole.shards.size(); ++i) {
    ColumnFile& f = whole.shards[i];
    const auto hash = hash_of(concat({work_->path(), "/", head_.values_name(i)}), f.bytes);
    if (!hash) return hash.error();
    f.hash = *hash;
    if (!whole.type.is_ragged) continue;
    const auto offsets =
        hash_of(concat({work_->path(), "/", head_.offsets_name(i)}), f.offsets_bytes);
    if (!offsets) return offsets.error();
    f.offsets_hash = *offsets;
  }
  if (auto error = work_->put(kManifestName, {to_json(whole)})) return *std::move(error);
  if (auto error = take_place(*columns)) return *std::move(error);
  is_finished_ = true;
  return true;
}

// Where two folders cannot be exchanged at once, there is a moment without the column; what was begun
// is whole then, and the same run makes it again at once.
std::optional<Error> ColumnWriter::take_place(const io::Folder& columns) const {
  const auto has_old = columns.has(head_.name);
  if (!has_old) return has_old.error();
  if (!*has_old) return columns.rename(work_name(), head_.name);
  if (!columns.exchange(work_name(), head_.name)) {
    return remove_column(columns, work_name());
  }
  const std::string old = old_name(head_.name);
  if (auto error = remove_column(columns, old)) return error;
  if (auto error = columns.rename(head_.name, old)) return error;
  if (auto error = columns.rename(work_name(), head_.name)) return error;
  return remove_column(columns, old);
}

std::optional<Error> drop_column(const std::string& set_folder, const std::string& name) {
  if (const auto found = read_column_manifest_of(set_folder, name);
      !found && found.error().code == ErrorCode::kNotFound) {
    return no_column(set_folder, name);
  }
  const auto folder = io::Folder::open(set_folder, {}, io::Folder::Lock::kShared);
  if (!folder) return folder.error();
  const auto columns = folder->inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  const std::string old = old_name(name);
  if (auto error = remove_column(*columns, old)) return error;
  if (auto error = columns->rename(name, old)) return error;
  return remove_column(*columns, old);
}

std::optional<Error> drop_columns(const io::Folder& set_folder) {
  const auto has_columns = set_folder.has(kColumnsName);
  if (!has_columns) return has_columns.error();
  if (!*has_columns) return std::nullopt;
  const auto columns = set_folder.inside(kColumnsName, io::Folder::Lock::kAwaited);
  if (!columns) return columns.error();
  const auto names = columns->names();
  if (!names) return names.error();
  for (const std::string& name : *names) {
    const auto manifest = io::kind_of(concat({columns->path(), "/", name, "/", kManifestName}));
    if (!manifest) return manifest.error();
    const bool is_whole = *manifest == io::FileKind::kFile;
    if (!is_whole && !name.starts_with(io::kTemporaryPrefix)) continue;
    if (auto error = remove_column(*columns, name)) return error;
  }
  return std::nullopt;
}

}  // namespace intarsia::data
