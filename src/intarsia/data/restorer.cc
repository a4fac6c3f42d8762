#include "intarsia/data/restorer.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/games_table.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

std::optional<Error> check_records(const RecordType& type, std::span<const std::byte> records) {
  for (std::size_t i = 0; i < records.size() / type.bytes; ++i) {
    if (auto error = type.check(type.size, records.subspan(i * type.bytes, type.bytes))) {
      return Error{error->code, i * type.bytes + error->offset,
                   concat({"record ", std::to_string(i), ": ", error->detail})};
    }
  }
  return std::nullopt;
}

// The games as a parser would have handed them over.
Batch to_batch(const RecordType& type, std::span<const game::GameRow> rows,
               std::span<const std::byte> records, std::span<const std::uint32_t> chosen) {
  Batch batch;
  batch.records.assign(records.begin(), records.end());
  batch.chosen.assign(chosen.begin(), chosen.end());
  std::size_t next = 0;
  for (const game::GameRow& row : rows) {
    Entry e{.kind = Entry::Kind::kAccepted,
            .place = {},
            .row = row,
            .bytes_at = row.first * type.bytes,
            .bytes = row.records * type.bytes,
            .chosen_at = next};
    while (next < chosen.size() && chosen[next] - row.first < row.records) {
      batch.chosen[next++] -= row.first;
    }
    e.chosen = next - e.chosen_at;
    batch.games.push_back(e);
  }
  return batch;
}

}  // namespace

Restorer::Restorer(io::Folder folder, Manifest original, FindRecordType find, bool has_choices)
    : folder_(std::move(folder)),
      find_(std::move(find)),
      has_choices_(has_choices),
      manifest_(std::move(original)),
      original_games_(manifest_.games) {
  manifest_.shards.clear();
  manifest_.games = manifest_.positions = 0;
}

Result<std::unique_ptr<Restorer>> Restorer::open(const std::string& folder, Manifest original,
                                                 FindRecordType find, bool has_choices) {
  auto opened = io::Folder::open(folder);
  if (!opened) return opened.error();
  const auto has_set = opened->has(kManifestName);
  if (!has_set) return has_set.error();
  if (*has_set) return Error{ErrorCode::kIo, 0, concat({folder, " holds a data set"})};
  return std::unique_ptr<Restorer>(
      new Restorer(*std::move(opened), std::move(original), std::move(find), has_choices));
}

std::optional<Error> Restorer::add(int size, std::span<const game::GameRow> rows,
                                   std::span<const std::byte> records,
                                   std::span<const std::uint32_t> chosen) {
  auto type = find_(manifest_.game, size);
  if (!type) return type.error();
  const ShardEntry expected{size, records.size() / type->bytes, rows.size(), 0, 0, {}};
  if (auto error = check_games(rows, manifest_, expected, *type)) return error;
  if (auto error = check_records(*type, records)) return error;
  const bool is_sorted =
      std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end();
  if (!is_sorted || (!chosen.empty() && chosen.back() >= expected.records)) {
    return Error{ErrorCode::kInvalid, 0, "chosen records that are not in their shard"};
  }
  const Batch batch = to_batch(*type, rows, records, chosen);
  Shard shard;
  shard.begin(*std::move(type), records.size());
  for (const Entry& e : batch.games) shard.add(batch, e);
  auto entry =
      shard.write(folder_, manifest_.shards.size(), manifest_.splits, has_choices_, selections_);
  if (!entry) return entry.error();
  manifest_.games += entry->games;
  manifest_.positions += entry->records;
  manifest_.shards.push_back(*std::move(entry));
  return std::nullopt;
}

std::optional<Error> Restorer::finish(std::string_view rejected) {
  io::Hasher hasher;
  hasher.add(rejected);
  if (rejected.size() != manifest_.rejected_bytes || hasher.value() != manifest_.rejected_hash) {
    return Error{ErrorCode::kInvalid, 0, concat({kRejectedName, " is not the one of this set"})};
  }
  if (manifest_.games > original_games_) {
    return Error{ErrorCode::kInvalid, 0, "more games than the set had"};
  }
  if (const std::uint64_t left_out = original_games_ - manifest_.games; left_out != 0) {
    manifest_.dropped[std::string(kPartFilter)] += left_out;
  }
  manifest_.is_complete = true;
  manifest_.next.reset();
  if (auto error = folder_.put(kRejectedName, {rejected})) return error;
  if (auto error = folder_.sync()) return error;
  return folder_.put(kManifestName, {to_json(manifest_, find_)});
}

}  // namespace intarsia::data
