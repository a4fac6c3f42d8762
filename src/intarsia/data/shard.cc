#include "intarsia/data/shard.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/data/selection.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/npy.h"

namespace intarsia::data {

namespace {

template <class T>
std::string_view bytes_view(const std::vector<T>& list) {
  return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)};
}

// Puts an array under its name; returns the hash of the whole file.
Result<std::uint64_t> put_array(const io::Folder& folder, const std::string& name,
                                std::string_view type, std::size_t count, std::string_view data) {
  const std::string header = io::to_npy_header(type, {count});
  if (auto error = folder.put(name, {header, data}, io::Folder::Names::kSafeLater))
    return *std::move(error);
  io::Hasher hasher;
  hasher.add(header);
  hasher.add(data);
  return hasher.value();
}

Result<SelectionEntry> write_selection(const io::Folder& folder, std::uint64_t number,
                                       std::string split,
                                       const std::vector<std::uint32_t>& chosen) {
  const std::vector<RecordRun> runs = runs_if_shorter(chosen);
  SelectionEntry entry{std::move(split), number, chosen.size(), 0, runs.size()};
  const auto hash = runs.empty() ? put_array(folder, entry.name(), kNumbersType, chosen.size(),
                                             bytes_view(chosen))
                                 : put_array(folder, entry.name(), game::npy_type(kRunFields),
                                             runs.size(), bytes_view(runs));
  if (!hash) return hash.error();
  entry.hash = *hash;
  return entry;
}

// The records of a split, among the chosen ones if there is a choice.
std::vector<std::uint32_t> chosen_in(std::size_t split, std::span<const GameRow> rows,
                                     const std::optional<std::vector<std::uint32_t>>& chosen) {
  std::vector<std::uint32_t> in_split;
  std::size_t next = 0;
  for (const GameRow& row : rows) {
    const std::uint32_t end = row.first + row.records;
    const bool is_in = row.split == split;
    if (!chosen) {
      for (std::uint32_t i = row.first; is_in && i < end; ++i) in_split.push_back(i);
      continue;
    }
    for (; next < chosen->size() && (*chosen)[next] < end; ++next) {
      if (is_in) in_split.push_back((*chosen)[next]);
    }
  }
  return in_split;
}

}  // namespace

void Shard::add(const Batch& batch, const Entry& e) {
  const auto first = static_cast<std::uint32_t>(records());
  rows_.push_back(e.row);
  rows_.back().first = first;
  const auto records = batch.records_of(e);
  bytes_.insert(bytes_.end(), records.begin(), records.end());
  for (std::size_t i = 0; i < e.chosen; ++i) {
    chosen_.push_back(first + batch.chosen[e.chosen_at + i]);
  }
}

Result<ShardEntry> Shard::write(const io::Folder& folder, std::size_t number,
                                const std::vector<Split>& splits, bool has_choices,
                                std::uint64_t& selections) const {
  const auto hash = put_array(folder, numbered_name("shard", number), game::npy_type(type_.fields),
                              records(), bytes_view(bytes_));
  if (!hash) return hash.error();
  const auto games_hash =
      put_array(folder, numbered_name("games", number), game::npy_type(game::kGameFields),
                rows_.size(), bytes_view(rows_));
  if (!games_hash) return games_hash.error();
  const auto chosen = has_choices ? std::optional(chosen_) : std::nullopt;
  auto written = write_selections(folder, rows_, chosen, splits, selections);
  if (!written) return written.error();
  return ShardEntry{type_.size, records(), rows_.size(), *hash, *games_hash, *std::move(written)};
}

Result<std::vector<SelectionEntry>> write_selections(
    const io::Folder& folder, std::span<const GameRow> rows,
    const std::optional<std::vector<std::uint32_t>>& chosen, const std::vector<Split>& splits,
    std::uint64_t& selections) {
  std::vector<SelectionEntry> entries;
  const auto select = [&](std::string split, const std::vector<std::uint32_t>& records) {
    auto written = write_selection(folder, selections, std::move(split), records);
    if (!written) return std::optional(written.error());
    ++selections;
    entries.push_back(*std::move(written));
    return std::optional<Error>();
  };
  if (chosen) {
    if (auto error = select("", *chosen)) return *std::move(error);
  }
  for (std::size_t i = 0; i < splits.size(); ++i) {
    if (auto error = select(splits[i].name, chosen_in(i + 1, rows, chosen))) {
      return *std::move(error);
    }
  }
  return entries;
}

Result<std::uint64_t> read_header(std::string_view start, std::uint64_t file_size,
                                  std::string_view type, std::size_t element_bytes) {
  const auto bad = [](std::size_t offset, std::string_view why) {
    return Error{ErrorCode::kInvalid, offset, std::string(why)};
  };
  // All headers of a type are of the same length unless the number of records is enormous.
  const std::size_t length = io::to_npy_header(type, {0}).size();
  if (start.size() < length || file_size < length) return bad(0, "the file ends in its header");
  if ((file_size - length) % element_bytes != 0) return bad(length, "a part of a record");
  const std::uint64_t count = (file_size - length) / element_bytes;
  const std::string expected = io::to_npy_header(type, {count});
  if (expected.size() != length) return bad(0, "more records than a shard has");
  for (std::size_t i = 0; i < length; ++i) {
    if (start[i] != expected[i]) return bad(i, "the header is not that of these records");
  }
  return count;
}

}  // namespace intarsia::data
