#include "intarsia/data/column.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/set.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

constexpr std::size_t kOffsetBytes = sizeof(std::uint64_t);
constexpr std::size_t kMaxColumnManifest = std::size_t{64} << 20;

Error wrong(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

ColumnArray values_file(const std::string& folder, const ColumnManifest& m, std::size_t shard) {
  const ColumnFile& f = m.shards[shard];
  return {concat({folder, "/", m.values_name(shard)}), values_header(m.type, f.rows), f.bytes,
          f.hash};
}

ColumnArray offsets_file(const std::string& folder, const ColumnManifest& m, std::size_t shard) {
  const ColumnFile& f = m.shards[shard];
  return {concat({folder, "/", m.offsets_name(shard)}), offsets_header(f.records), f.offsets_bytes,
          f.offsets_hash};
}

std::optional<Error> check_array(const ColumnArray& a, const io::RandomFile& file) {
  if (file.size() != a.bytes) return wrong("its length is not that of the manifest");
  std::string header(a.header.size(), '\0');
  if (auto error = file.read(0, std::as_writable_bytes(std::span(header)))) return error;
  const auto differs = std::mismatch(header.begin(), header.end(), a.header.begin());
  if (differs.first == header.end()) return std::nullopt;
  return Error{ErrorCode::kInvalid, static_cast<std::size_t>(differs.first - header.begin()),
               "the header is not that of these rows"};
}

FetchedFile fetched(const ColumnArray& a) { return {a.path, a.bytes, a.hash}; }

Result<io::Memory> read_array(const ColumnArray& a) {
  const auto file = io::RandomFile::open(a.path);
  if (!file) return file.error();
  if (auto error = check_array(a, *file)) return *std::move(error);
  io::Memory data(a.data_bytes());
  if (auto error = file->read(a.header.size(), data.bytes())) return *std::move(error);
  io::Hasher hasher;
  hasher.add(a.header);
  hasher.add(text_of(data.bytes()));
  if (hasher.value() != a.hash) return changed_bytes();
  return data;
}

std::optional<Error> check_offsets(std::span<const std::uint64_t> offsets, std::uint64_t rows) {
  const bool is_good = !offsets.empty() && offsets.front() == 0 && offsets.back() == rows &&
                       std::is_sorted(offsets.begin(), offsets.end());
  return is_good ? std::nullopt : std::optional(wrong("offsets that do not part the rows"));
}

std::string column_folder(const std::string& set_folder, std::string_view name) {
  return concat({set_folder, "/", kColumnsName, "/", name});
}

Result<std::vector<std::string>> column_names(const std::string& set_folder) {
  auto names = io::names_in(concat({set_folder, "/", kColumnsName}));
  if (!names && names.error().code == ErrorCode::kNotFound) return std::vector<std::string>();
  if (!names) return names.error();
  std::vector<std::string> columns;
  for (std::string& name : *names) {
    if (!is_column_name(name)) continue;
    const auto manifest =
        io::kind_of(concat({column_folder(set_folder, name), "/", kManifestName}));
    if (!manifest) return manifest.error();
    if (*manifest == io::FileKind::kFile) columns.push_back(std::move(name));
  }
  return columns;
}

Result<ColumnManifest> read_column_manifest_of(const std::string& set_folder,
                                               const std::string& name) {
  if (auto error = refuse_column_name(name)) return *std::move(error);
  const std::string path = concat({column_folder(set_folder, name), "/", kManifestName});
  const auto text = read_whole(path, kMaxColumnManifest);
  if (!text) return text.error();
  auto manifest = read_column_manifest(*text);
  if (!manifest) return about_file(path, manifest.error());
  if (manifest->name == name) return manifest;
  return about_file(path, wrong(concat({"it is the column ", in_quotes(manifest->name)})));
}

Error no_column(const std::string& folder, const std::string& name) {
  std::string detail = concat({folder, " has no column ", in_quotes(name), "; there are:"});
  const auto names = column_names(folder);
  if (names) {
    for (const std::string& n : *names) detail += concat({" ", n});
  }
  if (!names || names->empty()) detail += " none";
  return {ErrorCode::kNotFound, 0, std::move(detail)};
}

namespace {

// That of a set's column, which must be one of these shards.
Result<ColumnManifest> manifest_for(const std::string& set_folder, const Manifest& set,
                                    const std::string& name) {
  auto found = read_column_manifest_of(set_folder, name);
  if (!found && found.error().code == ErrorCode::kNotFound) return no_column(set_folder, name);
  if (!found) return found.error();
  if (auto error = refuse_column(*found, set)) {
    return about_file(column_folder(set_folder, name), *std::move(error));
  }
  found->shards.resize(set.shards.size());  // the set does not know the others yet
  return found;
}

std::optional<Error> refuse_another_kind(const ColumnManifest& first, const ColumnManifest& m,
                                         const std::string& set_folder) {
  const std::string_view what = first.type != m.type       ? "type"
                                : first.view != m.view     ? "view"
                                : first.turned != m.turned ? "way of being turned"
                                                           : "";
  if (what.empty()) return std::nullopt;
  return wrong(concat({column_folder(set_folder, m.name), " is of another ", what,
                       " than the columns of that name in the sets before: they are not one"}));
}

}  // namespace

Result<std::unique_ptr<Column>> Column::open(const std::string& set_folder, const Manifest& set,
                                             const std::string& name, std::uint64_t cache_bytes) {
  const auto m = manifest_for(set_folder, set, name);
  if (!m) return m.error();
  std::unique_ptr<Column> column(new Column(*m, cache_bytes, {}));
  column->add(set_folder, *m);
  return column;
}

Result<std::unique_ptr<Column>> Column::open(const Set& set, const std::string& name,
                                             std::uint64_t cache_bytes) {
  const bool has_records = !set.manifest().shards.empty();
  std::unique_ptr<Column> column;
  for (std::size_t i = 0; i < set.folders().size(); ++i) {
    const std::string& folder = set.folders()[i];
    const auto shards = set.shards_in(i);
    if (has_records && shards.empty()) continue;
    Manifest here;
    here.is_complete = set.manifest().is_complete;
    here.shards.assign(shards.begin(), shards.end());
    const auto m = manifest_for(folder, here, name);
    if (!m) return m.error();
    if (!column) column.reset(new Column(*m, cache_bytes, set.fetch()));
    if (auto error = refuse_another_kind(column->manifest_, *m, folder)) return *std::move(error);
    column->add(folder, *m);
  }
  return column;
}

void Column::add(const std::string& set_folder, const ColumnManifest& m) {
  const std::string folder = column_folder(set_folder, m.name);
  const auto file = [&](ColumnArray array) {
    const std::size_t id = files_.add(array.path);
    return File{std::move(array), id};
  };
  for (std::size_t i = 0; i < m.shards.size(); ++i) {
    auto shard = std::make_unique<Shard>();
    shard->values = file(values_file(folder, m, i));
    if (m.type.is_ragged) shard->offsets = file(offsets_file(folder, m, i));
    shards_.push_back(std::move(shard));
    manifest_.shards.push_back(m.shards[i]);
  }
}

// Whether there is room for all of it is decided the first time that it is asked for.
std::optional<Error> Column::prepare(std::size_t number) {
  assert(number < shards_.size());
  Shard& shard = *shards_[number];
  if (shard.is_ready.load(std::memory_order_acquire)) return std::nullopt;
  const std::lock_guard lock(shard.loading);
  if (shard.is_ready.load(std::memory_order_relaxed)) return std::nullopt;
  const std::uint64_t bytes =
      shard.values->array.bytes + (shard.offsets ? shard.offsets->array.bytes : 0);
  // The sizes of the files first: what a manifest says need not be so.
  if (auto error = check(*shard.values)) return error;
  if (shard.offsets) {
    if (auto error = check(*shard.offsets)) return error;
  }
  bool has_room = false;
  {
    const std::lock_guard counting(counting_);
    has_room = bytes <= cache_bytes_ - kept_bytes_;
    if (has_room) kept_bytes_ += bytes;
  }
  if (has_room) {
    if (auto error = keep(shard, number)) {
      const std::lock_guard counting(counting_);
      kept_bytes_ -= bytes;
      return error;
    }
  }
  shard.is_ready.store(true, std::memory_order_release);
  return std::nullopt;
}

Result<std::shared_ptr<const io::RandomFile>> Column::open_file(const File& file) const {
  return with_file(fetch_, file.array, [&] { return files_.get(file.id); });
}

std::optional<Error> Column::check(const File& file) const {
  const auto open = open_file(file);
  if (!open) return open.error();
  if (auto error = check_array(file.array, **open)) {
    return about_file(file.array.path, *std::move(error));
  }
  return std::nullopt;
}

std::optional<Error> Column::keep(Shard& shard, std::size_t number) {
  const auto read = [&](const ColumnArray& array) {
    return with_file(fetch_, array, [&] { return read_array(array); });
  };
  auto values = read(shard.values->array);
  if (!values) return about_file(shard.values->array.path, values.error());
  if (shard.offsets) {
    auto offsets = read(shard.offsets->array);
    if (!offsets) return about_file(shard.offsets->array.path, offsets.error());
    std::vector<std::uint64_t> numbers(offsets->bytes().size() / kOffsetBytes);
    std::memcpy(numbers.data(), offsets->data(), offsets->bytes().size());
    if (auto error = check_offsets(numbers, manifest_.shards[number].rows)) {
      return about_file(shard.offsets->array.path, *std::move(error));
    }
    shard.kept_offsets = *std::move(offsets);
  }
  shard.kept = *std::move(values);
  shard.is_kept = true;
  return std::nullopt;
}

std::optional<Error> Column::read_file(const File& file, std::uint64_t at,
                                       std::span<std::byte> out) const {
  const auto open = open_file(file);
  if (!open) return open.error();
  return (*open)->read(file.array.header.size() + at, out);
}

std::optional<Error> Column::read_rows(const Shard& shard, std::uint64_t first,
                                       std::span<std::byte> out) const {
  if (!shard.is_kept) return read_file(*shard.values, first * row_bytes_, out);
  std::memcpy(out.data(), shard.kept.data() + first * row_bytes_, out.size());
  return std::nullopt;
}

std::optional<Error> Column::read(std::size_t shard, std::uint32_t record,
                                  std::span<std::byte> out) {
  assert(!manifest_.type.is_ragged && record < manifest_.shards[shard].records &&
         out.size() == row_bytes_);
  if (auto error = prepare(shard)) return error;
  return read_rows(*shards_[shard], record, out);
}

std::optional<Error> Column::append(std::size_t shard, std::uint32_t record,
                                    std::vector<std::byte>& out) {
  assert(manifest_.type.is_ragged && record < manifest_.shards[shard].records);
  if (auto error = prepare(shard)) return error;
  const Shard& s = *shards_[shard];
  std::array<std::uint64_t, 2> bounds{};
  const std::span bytes = std::as_writable_bytes(std::span(bounds));
  const std::uint64_t at = std::uint64_t{record} * kOffsetBytes;
  if (s.is_kept) {
    std::memcpy(bytes.data(), s.kept_offsets.data() + at, bytes.size());
  } else if (auto error = read_file(*s.offsets, at, bytes)) {
    return error;
  }
  const auto [begin, end] = bounds;
  if (begin > end || end > manifest_.shards[shard].rows) {
    return about_file(s.offsets->array.path, wrong("offsets that do not part the rows"));
  }
  const std::size_t before = out.size();
  out.resize(before + (end - begin) * row_bytes_);
  if (begin == end) return std::nullopt;
  return read_rows(s, begin, std::span(out).subspan(before));
}

}  // namespace intarsia::data
