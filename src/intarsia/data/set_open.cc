// Sets as they are opened: what manifests say, numbered through, and the parts that records lie in.

#include <algorithm>
#include <iterator>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/set.h"

namespace intarsia::data {

Result<std::unique_ptr<Set>> Set::open(const std::string& folder, const FindRecordType& find,
                                       const SetOptions& options) {
  return open(std::span(&folder, 1), find, options);
}

Result<std::unique_ptr<Set>> Set::open(std::span<const std::string> folders,
                                       const FindRecordType& find, const SetOptions& options) {
  std::unique_ptr<Set> set(new Set(options, find));
  if (auto error = set->add_folders(folders)) return *std::move(error);
  if (auto error = set->add_parts()) return *std::move(error);
  return set;
}

std::optional<Error> Set::add_folders(std::span<const std::string> folders) {
  std::vector<NamedManifest> sets;
  std::vector<std::size_t> of_sets;
  for (const std::string& folder : folders) {
    std::uint64_t hash = 0;
    auto found = read_sets_of(folder, &hash);
    if (!found) return found.error();
    of_sets.insert(of_sets.end(), found->size(), folders_.size());
    std::move(found->begin(), found->end(), std::back_inserter(sets));
    folders_.push_back(folder);
    if (folders.size() == 1) hash_ = hash;
  }
  return add_sets(std::move(sets), of_sets);
}

std::optional<Error> Set::add_sets(std::vector<NamedManifest> sets,
                                   std::span<const std::size_t> folders) {
  if (sets.empty()) return Error{ErrorCode::kNotFound, 0, "no data set is named"};
  if (auto error = refuse_join(sets)) return error;
  std::vector<ShardEntry> all;
  std::size_t sources = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Manifest& m = sets[i].manifest;
    const std::size_t sources_before = std::exchange(sources, sources + m.sources.size());
    sets_.push_back({{}, folders[i], all.size(), m.shards.size(), sources_before});
    if (sets.size() > 1) {
      std::move(m.shards.begin(), m.shards.end(), std::back_inserter(all));
      m.shards = {};
    }
  }
  if (sets.size() > 1) {
    joined_ = joined(sets);
    joined_->shards = std::move(all);
  }
  for (std::size_t i = 0; i < sets.size(); ++i) sets_[i].named = std::move(sets[i]);
  return refuse_split();
}

std::optional<Error> Set::refuse_split() const {
  const auto& splits = manifest().splits;
  const auto is_wanted = [&](const Split& s) { return s.name == options_.split; };
  if (options_.split.empty() || std::any_of(splits.begin(), splits.end(), is_wanted)) {
    return std::nullopt;
  }
  if (joined_ && splits.empty()) {
    std::string detail = "the sets have no splits in common, by name, share and seed:";
    for (const Member& m : sets_) {
      if (&m != &first_of(m.folder)) continue;
      detail += concat({" ", folders_[m.folder], " has"});
      for (const Split& s : m.named.manifest.splits) {
        detail += concat({" ", s.name, "=", short_number(s.share)});
      }
      if (m.named.manifest.splits.empty()) detail += " none";
      detail += concat({" by seed ", std::to_string(m.named.manifest.seed), ";"});
    }
    detail.pop_back();
    return Error{ErrorCode::kInvalid, 0, std::move(detail)};
  }
  std::string detail =
      concat({name(), " has no split ", in_quotes(options_.split), "; there are:"});
  for (const Split& s : splits) detail += concat({" ", s.name});
  if (splits.empty()) detail += " none";
  return Error{ErrorCode::kInvalid, 0, std::move(detail)};
}

std::string Set::name() const {
  std::string all;
  for (const std::string& folder : folders_) all += concat({all.empty() ? "" : ", ", folder});
  return all;
}

std::vector<std::string> Set::differences() const {
  // The parts of a collection were built alike.
  std::vector<NamedManifest> sets;
  for (std::size_t i = 0; i < folders_.size(); ++i) {
    const Manifest& m = first_of(i).named.manifest;
    sets.push_back(
        {folders_[i], {.tool = m.tool, .options = m.options, .seed = m.seed, .splits = m.splits}});
  }
  return data::differences(sets);
}

const Set::Member& Set::first_of(std::size_t folder) const {
  return *std::find_if(sets_.begin(), sets_.end(),
                       [&](const Member& m) { return m.folder == folder; });
}

const Set::Member& Set::set_of(std::size_t shard) const {
  const auto after = std::upper_bound(
      sets_.begin(), sets_.end(), shard,
      [](std::size_t wanted, const Member& m) { return wanted < m.shards_before; });
  return *(after - 1);  // an empty set lies before the one that begins at the same shard
}

Set::ShardPlace Set::place_of(std::size_t shard) const {
  const Member& set = set_of(shard);
  return {set.named.folder, shard - set.shards_before};
}

Set::ColumnPlace Set::column_place_of(std::size_t shard) const {
  const Member& set = set_of(shard);
  const std::string& folder = folders_[set.folder];
  const std::string& inside = set.named.folder;
  const bool is_part = inside != folder;
  return {folder, is_part ? concat({inside.substr(folder.size() + 1), "/"}) : std::string(),
          shard - set.shards_before};
}

std::span<const ShardEntry> Set::shards_in(std::size_t folder) const {
  const Member& first = first_of(folder);
  std::size_t count = 0;
  for (const Member& m : sets_) count += m.folder == folder ? m.shards : 0;
  return std::span(manifest().shards).subspan(first.shards_before, count);
}

ArrayFile Set::file_of(std::size_t shard, const RecordType& type) const {
  const auto [folder, number] = place_of(shard);
  return shard_file(std::string(folder), number, manifest().shards[shard], type);
}

Result<RecordType> Set::type_of(std::size_t shard) const {
  return find_(manifest().game, manifest().shards[shard].size);
}

// A slot for each shard of the wanted size; where there are few, what they stand for is looked at.
std::optional<Error> Set::add_parts() {
  const auto& shards = manifest().shards;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const int size = shards[i].size;
    if (options_.size != 0 && size != options_.size) continue;
    if (std::find(board_sizes_.begin(), board_sizes_.end(), size) == board_sizes_.end()) {
      auto type = find_(manifest().game, size);
      if (!type) return type.error();
      if (board_sizes_.empty()) type_ = *std::move(type);
      board_sizes_.push_back(size);
    }
    const auto chosen = selection_of(i);
    if (!chosen) return chosen.error();
    const std::uint64_t count = *chosen == nullptr ? shards[i].records : (*chosen)->records;
    slots_.push_back({i, size_, count});
    firsts_.push_back(size_);
    size_ += count;
  }
  parts_ = std::make_unique<std::atomic<Part*>[]>(slots_.size());
  if (is_lazy()) return std::nullopt;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    auto part = open_part(slots_[i]);
    if (!part) return part.error();
    parts_[i] = made_parts_.emplace_back(*std::move(part)).get();
  }
  return std::nullopt;
}

// Null: all of its records.
Result<const SelectionEntry*> Set::selection_of(std::size_t shard) const {
  if (options_.all_records) return static_cast<const SelectionEntry*>(nullptr);
  for (const SelectionEntry& e : manifest().shards[shard].selections) {
    if (e.split == options_.split) return &e;
  }
  if (options_.split.empty()) return static_cast<const SelectionEntry*>(nullptr);
  return Error{ErrorCode::kInvalid, 0,
               concat({set_of(shard).named.folder, " has no selection yet for its split ",
                       in_quotes(options_.split), ": build --resume completes it"})};
}

Result<std::unique_ptr<Set::Part>> Set::open_part(const Slot& slot) const {
  const ShardEntry& entry = manifest().shards[slot.shard];
  const std::string& folder = set_of(slot.shard).named.folder;
  auto type = type_of(slot.shard);
  if (!type) return type.error();
  auto part = std::make_unique<Part>();
  part->shard = slot.shard;
  part->type = *std::move(type);
  part->first = slot.first;
  part->records = entry.records;
  part->count = slot.count;
  auto array = add_array(file_of(slot.shard, part->type));
  if (!array) return array.error();
  part->array = *std::move(array);
  if (const SelectionEntry* const chosen = *selection_of(slot.shard); chosen != nullptr) {
    auto selection = add_array(selection_file(folder, *chosen));
    if (!selection) return selection.error();
    part->selection = *std::move(selection);
    part->entry = *chosen;
  }
  return part;
}

// Nothing is opened: it cannot fail.
Set::Part& Set::make_part(std::size_t number) const {
  const std::lock_guard lock(making_);
  Part* made = parts_[number].load(std::memory_order_relaxed);
  if (made != nullptr) return *made;
  made = made_parts_.emplace_back(*open_part(slots_[number])).get();
  parts_[number].store(made, std::memory_order_release);
  return *made;
}

// By its header and its length; its hash is compared when it is read. Of a collection there may be very
// many, and what lies elsewhere costs a fetch: they are looked at when they are read.
Result<Set::StoredArray> Set::add_array(ArrayFile file) const {
  if (is_lazy()) {
    const std::size_t data_at = file.bytes() - file.count * file.element_bytes;
    const std::size_t id = files_.add(file.path);
    return StoredArray{std::move(file), id, data_at, false};
  }
  const auto open = io::RandomFile::open(file.path);
  if (!open) return open.error();
  const auto data_at = find_data(file, *open);
  if (!data_at) return about_file(file.path, data_at.error());
  const std::size_t id = files_.add(file.path);
  return StoredArray{std::move(file), id, *data_at, true};
}

}  // namespace intarsia::data
