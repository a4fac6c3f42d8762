#include "intarsia/data/set.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/shard.h"
#include "intarsia/io/npy.h"

namespace intarsia::data {

namespace {

struct Array {
  io::RandomFile file;
  std::size_t data_at;
};

// Opens an array of ours that has `count` elements, by its header and its length.
Result<Array> open_array(const std::string& path, std::string_view type, std::size_t element_bytes,
                         std::uint64_t count) {
  auto file = io::RandomFile::open(path);
  if (!file) return file.error();
  const std::size_t length = std::min<std::uint64_t>(file->size(), io::kMaxNpyHeader);
  std::string start(length, '\0');
  if (auto error = file->read(0, std::as_writable_bytes(std::span(start))))
    return *std::move(error);
  const auto found = read_header(start, file->size(), type, element_bytes);
  if (!found)
    return Error{found.error().code, found.error().offset,
                 concat({path, ": ", found.error().detail})};
  if (*found != count) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({path, ": another number of rows than the manifest says"})};
  }
  const std::size_t data_at = file->size() - count * element_bytes;
  return Array{*std::move(file), data_at};
}

Error beyond(const std::string& path) {
  return Error{ErrorCode::kInvalid, 0, concat({path, ": a selection beyond its records"})};
}

Error changed(const std::string& path) {
  return Error{ErrorCode::kInvalid, 0,
               concat({path,
                       " is not as it was written: its checksum differs; `intarsia verify` "
                       "finds all that is wrong"})};
}

template <class T>
std::span<std::byte> bytes_of(std::vector<T>& list) {
  return std::as_writable_bytes(std::span(list));
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<std::unique_ptr<Set>> Set::open(const std::string& folder, const FindRecordType& find,
                                       const SetOptions& options) {
  auto manifest = read_manifest_of(folder);
  if (!manifest) return manifest.error();
  const auto& splits = manifest->splits;
  const bool is_known =
      options.split.empty() || std::any_of(splits.begin(), splits.end(),
                                           [&](const Split& s) { return s.name == options.split; });
  if (!is_known) {
    std::string detail =
        concat({folder, " has no split ", in_quotes(options.split), "; there are:"});
    for (const Split& s : splits) detail += concat({" ", s.name});
    if (splits.empty()) detail += " none";
    return Error{ErrorCode::kInvalid, 0, std::move(detail)};
  }
  std::unique_ptr<Set> set(new Set(folder, *std::move(manifest), options));
  for (std::size_t i = 0; i < set->manifest_.shards.size(); ++i) {
    if (auto error = set->add_part(i, find)) return *std::move(error);
  }
  return set;
}

std::optional<Error> Set::add_part(std::size_t shard, const FindRecordType& find) {
  const ShardEntry& entry = manifest_.shards[shard];
  if (options_.size != 0 && entry.size != options_.size) return std::nullopt;
  auto type = find(manifest_.game, entry.size);
  if (!type) return type.error();
  const SelectionEntry* chosen = nullptr;
  for (const SelectionEntry& e : entry.selections) {
    if (e.split == options_.split && !options_.all_records) chosen = &e;
  }
  auto part = std::make_unique<Part>();
  part->shard = shard;
  part->type = *std::move(type);
  part->first = size_;
  part->records = entry.records;
  part->hash = entry.hash;
  part->count = chosen == nullptr ? entry.records : chosen->records;
  part->path = concat({folder_, "/", numbered_name("shard", shard)});
  if (auto error = open_files(*part, entry, chosen)) return error;
  if (std::find(board_sizes_.begin(), board_sizes_.end(), entry.size) == board_sizes_.end()) {
    board_sizes_.push_back(entry.size);
  }
  firsts_.push_back(size_);
  size_ += part->count;
  parts_.push_back(std::move(part));
  return std::nullopt;
}

std::optional<Error> Set::open_files(Part& part, const ShardEntry& entry,
                                     const SelectionEntry* chosen) {
  auto array = open_array(part.path, npy_type(part.type.fields), part.type.bytes, entry.records);
  if (!array) return array.error();
  part.data_at = array->data_at;
  part.file.emplace(std::move(array->file));
  if (chosen == nullptr) return std::nullopt;
  auto selection = open_array(concat({folder_, "/", chosen->name()}), kSelectionType,
                              sizeof(std::uint32_t), chosen->records);
  if (!selection) return selection.error();
  part.selection_at = selection->data_at;
  part.selection.emplace(std::move(selection->file));
  return std::nullopt;
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
  return *parts_[found];
}

// Reads a shard whole, the first time that it is asked for, while there is room.
std::optional<Error> Set::keep(Part& part) {
  if (part.is_kept.load(std::memory_order_acquire) || part.is_left) return std::nullopt;
  const std::lock_guard lock(part.loading);
  if (part.is_kept.load(std::memory_order_relaxed) || part.is_left) return std::nullopt;
  const std::uint64_t bytes = part.records * part.type.bytes + part.count * sizeof(std::uint32_t);
  if (kept_bytes_.fetch_add(bytes) + bytes > options_.cache_bytes) {
    kept_bytes_.fetch_sub(bytes);
    part.is_left = true;
    return std::nullopt;
  }
  part.kept = io::Memory(part.records * part.type.bytes);
  if (auto error = part.file->read(part.data_at, part.kept.bytes())) return error;
  std::vector<std::byte> header(part.data_at);
  if (auto error = part.file->read(0, header)) return error;
  io::Hasher hasher;
  hasher.add(text_of(header));
  hasher.add(text_of(part.kept.bytes()));
  if (hasher.value() != part.hash) return changed(part.path);
  if (auto error = check(part, 0, part.kept.bytes())) return error;
  if (part.selection) {
    part.kept_selection.resize(part.count);
    if (auto error = part.selection->read(part.selection_at, bytes_of(part.kept_selection))) {
      return error;
    }
    const auto& chosen = part.kept_selection;
    if (std::any_of(chosen.begin(), chosen.end(), [&](auto n) { return n >= part.records; })) {
      return beyond(part.path);
    }
  }
  part.is_kept.store(true, std::memory_order_release);
  return std::nullopt;
}

// The whole file, once: it has at most kMaxOpenBytes.
std::optional<Error> Set::check_hash(Part& part) const {
  if (part.is_checked || part.is_kept) return std::nullopt;
  const auto hash = hash_of(part.path, part.file->size());
  if (!hash) return hash.error();
  if (*hash != part.hash) return changed(part.path);
  part.is_checked = true;
  return std::nullopt;
}

std::optional<Error> Set::check(const Part& part, std::uint64_t first,
                                std::span<const std::byte> records) const {
  const std::size_t each = part.type.bytes;
  for (std::size_t at = 0; at < records.size(); at += each) {
    if (const auto error = part.type.check_state(part.type.size, records.subspan(at, each))) {
      return Error{error->code, part.data_at + first * each + at + error->offset,
                   concat({part.path, ": record ", std::to_string(first + at / each), ": ",
                           error->detail, "; `intarsia verify` finds all that is wrong"})};
    }
  }
  return std::nullopt;
}

Result<std::uint32_t> Set::record_number(const Part& part, std::uint64_t index) const {
  const std::uint64_t i = index - part.first;
  std::uint32_t number = static_cast<std::uint32_t>(i);
  if (part.selection && part.is_kept.load(std::memory_order_acquire)) {
    number = part.kept_selection[i];
  } else if (part.selection) {
    if (auto error = part.selection->read(part.selection_at + i * sizeof number,
                                          std::as_writable_bytes(std::span(&number, 1)))) {
      return *std::move(error);
    }
  }
  if (number < part.records) return number;
  return beyond(part.path);
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
  const std::uint64_t number = part.selection ? part.kept_selection[i] : i;
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
  if (auto error = part.file->read(part.data_at + (*number - before) * each, window)) return error;
  if (auto error = check(part, *number - before, window)) return error;
  const std::byte* const now = to + before * each;
  out.moments[slot] = {now, reach_of(part.type, now, before)};
  return std::nullopt;
}

Result<std::vector<std::byte>> Set::record(std::uint64_t index) {
  Part& part = part_of(index);
  if (auto error = check_hash(part)) return *std::move(error);
  const auto number = record_number(part, index);
  if (!number) return number.error();
  std::vector<std::byte> bytes(part.type.bytes);
  if (auto error = part.file->read(part.data_at + *number * part.type.bytes, bytes)) {
    return *std::move(error);
  }
  return bytes;
}

Result<Trace> Set::trace(std::uint64_t index) {
  const Part& part = part_of(index);
  const auto number = record_number(part, index);
  if (!number) return number.error();
  const auto row = find_row(folder_, part.shard, manifest_.shards[part.shard], *number);
  if (!row) return row.error();
  const auto& sources = manifest_.sources;
  return Trace{part.shard, *number,
               row->source < sources.size() ? sources[row->source].name : std::string(), *row,
               *number - row->first};
}

std::optional<Error> Set::check_all() {
  for (const auto& part : parts_) {
    if (auto error = check_hash(*part)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Set::for_each_game(const VisitGame& visit) {
  std::size_t split = 0;
  for (std::size_t i = 0; i < manifest_.splits.size(); ++i) {
    if (manifest_.splits[i].name == options_.split) split = i + 1;
  }
  for (const auto& part : parts_) {
    if (auto error = check_hash(*part)) return error;
    const ShardEntry& entry = manifest_.shards[part->shard];
    const auto games = open_array(concat({folder_, "/", numbered_name("games", part->shard)}),
                                  npy_type(kGameFields), sizeof(GameRow), entry.games);
    if (!games) return games.error();
    std::vector<GameRow> rows(entry.games);
    if (auto error = games->file.read(games->data_at, bytes_of(rows))) return error;
    std::vector<std::byte> records;
    for (const GameRow& row : rows) {
      if (split != 0 && row.split != split) continue;
      if (std::uint64_t{row.first} + row.records > entry.records) {
        return Error{ErrorCode::kInvalid, 0, concat({part->path, ": a game beyond its shard"})};
      }
      records.resize(row.records * part->type.bytes);
      if (auto error = part->file->read(part->data_at + row.first * part->type.bytes, records)) {
        return error;
      }
      if (auto error = visit(row, records)) return error;
    }
  }
  return std::nullopt;
}

void Set::expect(std::uint64_t first, std::uint64_t count) {
  while (count > 0 && first < size_) {
    const Part& part = part_of(first);
    const std::uint64_t here = std::min(count, part.first + part.count - first);
    const auto from = record_number(part, first);
    const auto to = record_number(part, first + here - 1);
    if (from && to && *to >= *from) {
      part.file->expect(part.data_at + *from * part.type.bytes,
                        (std::uint64_t{*to} - *from + 1) * part.type.bytes);
    }
    first += here;
    count -= here;
  }
}

Result<GameRow> find_row(const std::string& folder, std::size_t shard, const ShardEntry& entry,
                         std::uint32_t record) {
  const std::string path = concat({folder, "/", numbered_name("games", shard)});
  const auto games = open_array(path, npy_type(kGameFields), sizeof(GameRow), entry.games);
  if (!games) return games.error();
  std::uint64_t low = 0;
  std::uint64_t high = entry.games;  // the row lies in [low, high)
  GameRow row;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (auto error = games->file.read(games->data_at + middle * sizeof row,
                                      std::as_writable_bytes(std::span(&row, 1)))) {
      return *std::move(error);
    }
    if (record < row.first) {
      high = middle;
    } else if (record - row.first >= row.records) {
      low = middle + 1;
    } else {
      return row;
    }
  }
  return Error{ErrorCode::kInvalid, 0,
               concat({path, ": no game holds record ", std::to_string(record)})};
}

}  // namespace intarsia::data
