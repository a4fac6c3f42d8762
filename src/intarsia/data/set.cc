#include "intarsia/data/set.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/games_table.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

Error beyond(const std::string& path) {
  return Error{ErrorCode::kInvalid, 0, concat({path, ": a selection beyond its records"})};
}

// Bytes of the cache that are given back unless they are kept: a shard that could not be read, again and
// again, must not use it up.
class Reservation {
 public:
  Reservation(std::atomic<std::uint64_t>& sum, std::uint64_t bytes) : sum_(sum), bytes_(bytes) {}
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { sum_ -= bytes_; }
  void keep() { bytes_ = 0; }

 private:
  std::atomic<std::uint64_t>& sum_;
  std::uint64_t bytes_;
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

template <class Use>
auto Set::with_file(const ArrayFile& file, Use use) const {
  return data::with_file(options_.fetch, file, use);
}

Result<std::vector<GameRow>> Set::games(std::size_t shard) const {
  const Member& set = set_of(shard);
  const std::string& folder = set.named.folder;
  const ShardEntry& entry = manifest().shards[shard];
  const auto type = type_of(shard);
  if (!type) return type.error();
  const std::size_t number = shard - set.shards_before;
  const auto read = [&] { return read_games(folder, set.named.manifest, number, entry, *type); };
  auto rows = with_file(games_file(folder, number, entry), read);
  if (!rows || !joined_) return rows;
  for (GameRow& row : *rows) {
    row.source += static_cast<std::uint32_t>(set.sources_before);
    if (joined_->splits.empty()) row.split = 0;  // of another number in each set
  }
  return rows;
}

std::optional<Error> Set::read_elements(const StoredArray& array, std::uint64_t element,
                                        std::span<std::byte> out) const {
  const auto open = with_file(array.file, [&] { return files_.get(array.id); });
  if (!open) return open.error();
  if (!array.is_checked) {
    const auto data_at = find_data(array.file, **open);
    if (!data_at) return about_file(array.file.path, data_at.error());
  }
  return (*open)->read(array.data_at + element * array.file.element_bytes, out);
}

// Among shuffled records which half it is in is chance: a search without branches.
Set::Part& Set::part_of(std::uint64_t index) const {
  assert(index < size_);
  std::size_t found = 0;
  for (std::size_t left = firsts_.size(); left > 1;) {
    const std::size_t half = left / 2;
    found += firsts_[found + half] <= index ? half : 0;
    left -= half;
  }
  return part(found);
}

// Reads a shard whole, the first time that it is asked for, while there is room.
std::optional<Error> Set::keep(Part& part) {
  if (part.is_kept.load(std::memory_order_acquire) || part.is_left) return std::nullopt;
  const std::lock_guard lock(part.loading);
  if (part.is_kept.load(std::memory_order_relaxed) || part.is_left) return std::nullopt;
  const std::uint64_t bytes =
      part.records * part.type.bytes + (part.selection ? part.selection->file.bytes() : 0);
  if (kept_bytes_.fetch_add(bytes) + bytes > options_.cache_bytes) {
    kept_bytes_.fetch_sub(bytes);
    part.is_left = true;
    return std::nullopt;
  }
  Reservation room(kept_bytes_, bytes);
  auto kept = read_shard(part);
  if (!kept) return kept.error();
  part.kept = *std::move(kept);
  if (part.selection && !part.is_selection_kept) {
    auto chosen = read_selection(part);
    if (!chosen) return chosen.error();
    part.chosen = *std::move(chosen);
    part.is_selection_kept = true;
  }
  room.keep();
  part.is_kept.store(true, std::memory_order_release);
  return std::nullopt;
}

// All of it, compared with its hash. The file is open for so long only.
Result<io::Memory> Set::read_shard(const Part& part) const {
  const ArrayFile& array = part.array.file;
  const auto file = with_file(array, [&] { return io::RandomFile::open(array.path); });
  if (!file) return file.error();
  if (!part.array.is_checked) {
    const auto data_at = find_data(array, *file);
    if (!data_at) return about_file(array.path, data_at.error());
  }
  io::Memory records(part.records * part.type.bytes);
  if (auto error = file->read(part.array.data_at, records.bytes())) return *std::move(error);
  std::vector<std::byte> header(part.array.data_at);
  if (auto error = file->read(0, header)) return *std::move(error);
  io::Hasher hasher;
  hasher.add(text_of(header));
  hasher.add(text_of(records.bytes()));
  if (hasher.value() != part.array.file.hash) {
    return about_file(part.array.file.path, changed_bytes());
  }
  if (auto error = check(part, 0, records.bytes())) return *std::move(error);
  return records;
}

Result<Selection> Set::read_selection(const Part& part) const {
  const ArrayFile& file = part.selection->file;
  const auto array = with_file(file, [&] { return read_array(file); });
  if (!array) return about_file(file.path, array.error());
  auto chosen = Selection::read(array->rows(), part.entry, part.records);
  if (!chosen) return about_file(file.path, Error(chosen.error()).moved_by(array->data_at));
  return chosen;
}

// The records of the shard that are chosen: all, if there is no choice.
Result<std::vector<std::uint32_t>> Set::chosen_records(const Part& part) const {
  if (part.selection) {
    const auto chosen = read_selection(part);
    if (!chosen) return chosen.error();
    return chosen->numbers();
  }
  std::vector<std::uint32_t> all(part.count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// Of a shard that is left on the disk. Runs are few, and kept: a number is found among them without
// reading. Numbers stay on the disk, once their hash was compared.
std::optional<Error> Set::prepare_selection(Part& part) const {
  if (part.is_selection_kept.load(std::memory_order_acquire) || part.is_selection_checked) {
    return std::nullopt;
  }
  const std::lock_guard lock(part.loading);
  if (part.is_selection_kept || part.is_selection_checked) return std::nullopt;
  const ArrayFile& file = part.selection->file;
  if (part.entry.runs == 0) {
    if (const auto error = with_file(file, [&] { return check_hash(file); })) {
      return about_file(file.path, *error);
    }
    part.is_selection_checked = true;
    return std::nullopt;
  }
  auto chosen = read_selection(part);
  if (!chosen) return chosen.error();
  part.chosen = *std::move(chosen);
  part.is_selection_kept.store(true, std::memory_order_release);
  return std::nullopt;
}

// The whole file, once: it has at most kMaxOpenBytes.
std::optional<Error> Set::check_shard(Part& part) const {
  if (part.is_checked || part.is_kept) return std::nullopt;
  const ArrayFile& file = part.array.file;
  if (const auto error = with_file(file, [&] { return check_hash(file); })) {
    return about_file(file.path, *error);
  }
  part.is_checked = true;
  return std::nullopt;
}

std::optional<Error> Set::check(const Part& part, std::uint64_t first,
                                std::span<const std::byte> records) const {
  const std::size_t each = part.type.bytes;
  for (std::size_t at = 0; at < records.size(); at += each) {
    if (const auto error = part.type.check_state(part.type.size, records.subspan(at, each))) {
      Error e = *error;
      e.offset += part.array.data_at + first * each + at;
      e.detail = concat({"record ", std::to_string(first + at / each), ": ", error->detail});
      return about_file(part.array.file.path, std::move(e));
    }
  }
  return std::nullopt;
}

Result<std::uint32_t> Set::record_number(Part& part, std::uint64_t index) const {
  const std::uint64_t i = index - part.first;
  if (!part.selection) return static_cast<std::uint32_t>(i);
  if (auto error = prepare_selection(part)) return *std::move(error);
  if (part.is_selection_kept.load(std::memory_order_acquire)) return part.chosen[i];
  std::uint32_t number = 0;
  const auto bytes = std::as_writable_bytes(std::span(&number, 1));
  if (auto error = read_elements(*part.selection, i, bytes)) return *std::move(error);
  if (number < part.records) return number;
  return beyond(part.selection->file.path);
}

std::optional<Error> Set::read(std::span<const std::uint64_t> indices, int history, Window& out) {
  assert(size_ == 0 || has_one_type());
  out.moments.resize(indices.size());
  if (indices.empty()) return std::nullopt;
  const std::size_t slot = (static_cast<std::size_t>(history) + 1) * type().bytes;
  out.bytes.resize(indices.size() * slot);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    Part& part = part_of(indices[i]);
    if (!part.is_kept.load(std::memory_order_acquire)) {
      if (auto error = keep(part)) return error;
      if (!part.is_kept.load(std::memory_order_acquire)) {
        if (auto error = read_one(part, indices[i], history, i, out)) return error;
        continue;
      }
    }
    out.moments[i] = kept_moment(part, indices[i], history);
  }
  return std::nullopt;
}

namespace {

// How many of the `most` records before this one are of its game.
int reach_of(const RecordType& type, const std::byte* now, std::size_t most) {
  int reach = 0;
  while (reach < static_cast<int>(most) && !type.is_first(now)) {
    now -= type.bytes;
    ++reach;
  }
  return reach;
}

}  // namespace

// Records and selection were checked when they were read.
layout::RecordMoment Set::kept_moment(const Part& part, std::uint64_t index, int history) {
  const std::uint64_t i = index - part.first;
  const std::uint64_t number = part.selection ? part.chosen[i] : i;
  const std::byte* const now = part.kept.data() + number * part.type.bytes;
  // In a shuffled order they lie far apart, and are read when all are known.
  __builtin_prefetch(now);
  if (history == 0) return {now, 0};
  const std::size_t before = std::min<std::size_t>(number, static_cast<std::size_t>(history));
  return {now, reach_of(part.type, now, before)};
}

// With those before it, from the file.
std::optional<Error> Set::read_one(Part& part, std::uint64_t index, int history, std::size_t slot,
                                   Window& out) {
  const auto number = record_number(part, index);
  if (!number) return number.error();
  const std::size_t each = part.type.bytes;
  const std::size_t before = std::min<std::size_t>(*number, static_cast<std::size_t>(history));
  std::byte* const to = out.bytes.data() + slot * (static_cast<std::size_t>(history) + 1) * each;
  const std::span window(to, (before + 1) * each);
  if (auto error = read_elements(part.array, *number - before, window)) return error;
  if (auto error = check(part, *number - before, window)) return error;
  const std::byte* const now = to + before * each;
  out.moments[slot] = {now, reach_of(part.type, now, before)};
  return std::nullopt;
}

Result<std::vector<std::byte>> Set::record(std::uint64_t index) {
  Part& part = part_of(index);
  if (auto error = check_shard(part)) return *std::move(error);
  const auto number = record_number(part, index);
  if (!number) return number.error();
  std::vector<std::byte> bytes(part.type.bytes);
  if (auto error = read_elements(part.array, *number, bytes)) return *std::move(error);
  return bytes;
}

Result<Set::Location> Set::locate(std::uint64_t index) {
  Part& part = part_of(index);
  const auto number = record_number(part, index);
  if (!number) return number.error();
  return Location{part.shard, *number};
}

Result<Trace> Set::trace(std::uint64_t index) {
  Part& part = part_of(index);
  const auto number = record_number(part, index);
  if (!number) return number.error();
  const std::lock_guard lock(tracing_);
  if (traced_shard_ != part.shard) {
    traced_shard_.reset();
    auto games = this->games(part.shard);
    if (!games) return games.error();
    traced_games_ = *std::move(games);
    traced_shard_ = part.shard;
  }
  const GameRow& row = row_of(traced_games_, *number);
  const auto& sources = manifest().sources;
  const ShardPlace place = place_of(part.shard);
  return Trace{std::string(place.folder),
               place.number,
               *number,
               row.source < sources.size() ? sources[row.source].name : std::string(),
               row,
               *number - row.first};
}

void Set::expect(std::uint64_t first, std::uint64_t count) {
  while (count > 0 && first < size_) {
    Part& part = part_of(first);
    const std::uint64_t here = std::min(count, part.first + part.count - first);
    if (options_.announce) {
      if (!part.is_kept.load(std::memory_order_acquire))
        options_.announce(fetched(part.array.file));
    } else if (!part.is_kept.load(std::memory_order_acquire)) {
      const auto from = record_number(part, first);
      const auto to = record_number(part, first + here - 1);
      const auto open = files_.get(part.array.id);
      if (from && to && open && *to >= *from) {
        (*open)->expect(part.array.data_at + *from * part.type.bytes,
                        (std::uint64_t{*to} - *from + 1) * part.type.bytes);
      }
    }
    first += here;
    count -= here;
  }
}

}  // namespace intarsia::data
