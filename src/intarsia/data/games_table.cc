#include "intarsia/data/games_table.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "intarsia/data/files.h"

namespace intarsia::data {

namespace {

// A day of four, two and two digits; 0 where something is unknown.
bool is_date(std::uint32_t date) {
  constexpr std::uint32_t kLastYear = 9'999;
  return date / 10'000 <= kLastYear && date / 100 % 100 <= 12 && date % 100 <= 31;
}

// While a set is being built, the source that is read is not yet in the list.
bool is_source(std::uint32_t source, const Manifest& m) {
  return source < m.sources.size() + (m.is_complete ? 0 : 1);
}

std::string_view fault_of(const GameRow& row, std::uint64_t first, const Manifest& m,
                          const ShardEntry& entry, const RecordType& type) {
  if (row.first != first || row.records == 0 || row.records > entry.records - first) {
    return "games that do not tile their shard";
  }
  if (row.size != entry.size) return "a game of another board than the shard's";
  if (!is_source(row.source, m)) return "a game of a source that is not in the manifest";
  if (row.split > m.splits.size()) return "a game of a split that is not in the manifest";
  if (row.outcome > Outcome::kSecond) return "an unknown outcome";
  if (row.termination >= type.terminations) return "an unknown termination";
  if (row.variant >= type.variants) return "an unknown variant";
  if (row.has_eval > 1) return "has_eval is neither 0 nor 1";
  if (!is_date(row.date)) return "an impossible date";
  return row.number == 0 ? "a game without its number" : "";
}

}  // namespace

std::optional<Error> check_games(std::span<const GameRow> rows, const Manifest& m,
                                 const ShardEntry& entry, const RecordType& type) {
  const auto bad = [](std::size_t row, std::string_view why) {
    return Error{ErrorCode::kInvalid, row * sizeof(GameRow), std::string(why)};
  };
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const auto fault = fault_of(rows[i], next, m, entry, type); !fault.empty())
      return bad(i, fault);
    next += rows[i].records;
  }
  if (next != entry.records) return bad(rows.size(), "records without a game");
  return std::nullopt;
}

Result<std::vector<GameRow>> read_games(const std::string& folder, const Manifest& m,
                                        std::size_t shard, const RecordType& type) {
  return read_games(folder, m, shard, m.shards[shard], type);
}

Result<std::vector<GameRow>> read_games(const std::string& folder, const Manifest& m,
                                        std::size_t number, const ShardEntry& entry,
                                        const RecordType& type) {
  const ArrayFile file = games_file(folder, number, entry);
  const auto array = read_array(file);
  if (!array) return about_file(file.path, array.error());
  std::vector<GameRow> rows(file.count);
  if (!rows.empty()) std::memcpy(rows.data(), array->rows().data(), array->rows().size());
  if (auto error = check_games(rows, m, entry, type)) {
    return about_file(file.path, std::move(*error).moved_by(array->data_at));
  }
  return rows;
}

const GameRow& row_of(std::span<const GameRow> rows, std::uint32_t record) {
  const auto after =
      std::upper_bound(rows.begin(), rows.end(), record,
                       [](std::uint32_t wanted, const GameRow& row) { return wanted < row.first; });
  assert(after != rows.begin());
  return *(after - 1);
}

}  // namespace intarsia::data
