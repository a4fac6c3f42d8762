#include "intarsia/data/files.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/selection.h"
#include "intarsia/data/shard.h"
#include "intarsia/game/game_row.h"
#include "intarsia/io/npy.h"

namespace intarsia::data {

namespace {

// Larger than any file that a writer of ours makes.
constexpr std::uint64_t kMaxFileBytes = 4 * kMaxOpenBytes;

// The byte of the first element, from the start of the file and its size.
Result<std::size_t> find_data(const ArrayFile& f, std::string_view start, std::uint64_t size) {
  const auto rows = read_header(start, size, f.type, f.element_bytes);
  if (!rows) return rows.error();
  if (*rows == f.count) return size - f.count * f.element_bytes;
  return Error{ErrorCode::kInvalid, 0, "another number of rows than the manifest says"};
}

Result<io::RandomFile> open_file(const std::string& path, std::uint64_t most) {
  auto file = io::RandomFile::open(path);
  if (file && file->size() > most) {
    return Error{ErrorCode::kLimit, 0,
                 concat({path, " has more than ", std::to_string(most), " bytes"})};
  }
  return file;
}

}  // namespace

Result<std::string> read_whole(const std::string& path, std::uint64_t most) {
  const auto file = open_file(path, most);
  if (!file) return file.error();
  std::string text(file->size(), '\0');
  if (auto error = file->read(0, std::as_writable_bytes(std::span(text)))) return *std::move(error);
  return text;
}

Result<std::uint64_t> hash_of(const std::string& path, std::uint64_t bytes, io::Hasher* kept) {
  const auto file = io::RandomFile::open(path);
  if (!file) return file.error();
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 20;
  std::string block;
  io::Hasher hasher;
  for (std::uint64_t at = 0; at < bytes; at += block.size()) {
    block.resize(std::min(kBlock, bytes - at));
    if (auto error = file->read(at, std::as_writable_bytes(std::span(block)))) {
      return *std::move(error);
    }
    hasher.add(block);
  }
  const std::uint64_t hash = hasher.value();
  if (kept != nullptr) *kept = std::move(hasher);
  return hash;
}

std::uint64_t ArrayFile::bytes() const {
  return io::to_npy_header(type, {count}).size() + count * element_bytes;
}

FetchedFile fetched(const ArrayFile& f) { return {f.path, f.bytes(), f.hash}; }

ArrayFile shard_file(const std::string& folder, const Manifest& m, std::size_t shard,
                     const RecordType& type) {
  return shard_file(folder, shard, m.shards[shard], type);
}

ArrayFile shard_file(const std::string& folder, std::size_t number, const ShardEntry& e,
                     const RecordType& type) {
  return {concat({folder, "/", numbered_name("shard", number)}), game::npy_type(type.fields),
          type.bytes, e.records, e.hash};
}

ArrayFile games_file(const std::string& folder, const Manifest& m, std::size_t shard) {
  return games_file(folder, shard, m.shards[shard]);
}

ArrayFile games_file(const std::string& folder, std::size_t number, const ShardEntry& e) {
  return {concat({folder, "/", numbered_name("games", number)}), game::npy_type(game::kGameFields),
          sizeof(GameRow), e.games, e.games_hash};
}

ArrayFile selection_file(const std::string& folder, const SelectionEntry& e) {
  const std::string path = concat({folder, "/", e.name()});
  if (e.runs == 0) {
    return {path, std::string(kNumbersType), sizeof(std::uint32_t), e.records, e.hash};
  }
  return {path, game::npy_type(kRunFields), sizeof(RecordRun), e.runs, e.hash};
}

Result<std::size_t> find_data(const ArrayFile& f, const io::RandomFile& file) {
  std::string start(std::min<std::uint64_t>(file.size(), io::kMaxNpyHeader), '\0');
  if (auto error = file.read(0, std::as_writable_bytes(std::span(start)))) return *std::move(error);
  return find_data(f, start, file.size());
}

Error changed_bytes() {
  return Error{ErrorCode::kInvalid, 0,
               "its checksum is not that of the manifest: its bytes were changed"};
}

std::optional<Error> check_length(const ArrayFile& f) {
  const auto file = io::RandomFile::open(f.path);
  if (!file) return file.error();
  const auto data_at = find_data(f, *file);
  return data_at ? std::nullopt : std::optional(data_at.error());
}

std::optional<Error> check_hash(const ArrayFile& f) {
  if (auto error = check_length(f)) return error;
  const auto hash = hash_of(f.path, f.bytes());
  if (!hash) return hash.error();
  return *hash == f.hash ? std::nullopt : std::optional(changed_bytes());
}

std::string_view Array::bytes() const {
  return {reinterpret_cast<const char*>(memory.data()), size};
}

Result<Array> read_array(const ArrayFile& f, io::Memory spare) {
  const auto file = open_file(f.path, kMaxFileBytes);
  if (!file) return file.error();
  Array array{.memory = std::move(spare), .size = file->size()};
  if (array.memory.size() < array.size) array.memory = io::Memory(array.size);
  if (auto error = file->read(0, array.memory.bytes().first(array.size))) return *std::move(error);
  const auto data_at = find_data(f, array.bytes(), array.size);
  if (!data_at) return data_at.error();
  if (io::xxh3(array.bytes()) != f.hash) return changed_bytes();
  array.data_at = *data_at;
  return array;
}

Error about_file(const std::string& path, Error e) {
  if (e.detail.find(path) == std::string::npos) e.detail = concat({path, ": ", e.detail});
  if (e.code == ErrorCode::kInvalid) e.detail += "; `intarsia verify` finds all that is wrong";
  return e;
}

Result<Manifest> read_manifest_of(const std::string& folder) {
  const auto text = read_whole(concat({folder, "/", kManifestName}), kMaxManifestBytes);
  if (!text) return text.error();
  return read_manifest(*text);
}

}  // namespace intarsia::data
