// Data sets as a whole: every shard, every game.

#include <span>

#include "intarsia/data/games_table.h"
#include "intarsia/data/set.h"

namespace intarsia::data {

std::optional<Error> Set::check_all() {
  for (std::size_t i = 0; i < parts(); ++i) {
    if (auto error = check_shard(part(i))) return error;
  }
  return std::nullopt;
}

std::optional<Error> Set::for_each_game(const VisitGame& visit) {
  std::size_t split = 0;
  for (std::size_t i = 0; i < manifest().splits.size(); ++i) {
    if (manifest().splits[i].name == options_.split) split = i + 1;
  }
  for (std::size_t i = 0; i < parts(); ++i) {
    Part* const part = &this->part(i);
    if (auto error = check_shard(*part)) return error;
    const auto rows = games(part->shard);
    if (!rows) return rows.error();
    std::vector<std::byte> records;
    for (const GameRow& row : *rows) {
      if (split != 0 && row.split != split) continue;
      records.resize(row.records * part->type.bytes);
      if (auto error = read_elements(part->array, row.first, records)) return error;
      if (auto error = visit(row, records)) return error;
    }
  }
  return std::nullopt;
}

std::optional<Error> Set::for_each_run(const VisitRun& visit) const {
  const auto& shards = manifest().shards;
  std::vector<std::uint64_t> games_before(shards.size() + 1);
  for (std::size_t i = 0; i < shards.size(); ++i) {
    games_before[i + 1] = games_before[i] + shards[i].games;
  }
  for (std::size_t i = 0; i < parts(); ++i) {
    const Part* const part = &this->part(i);
    const auto rows = games(part->shard);
    if (!rows) return rows.error();
    auto records = chosen_records(*part);
    if (!records) return records.error();
    for (std::size_t begin = 0, end = 0; begin < records->size(); begin = end) {
      const GameRow& row = row_of(*rows, (*records)[begin]);
      const auto is_in_game = [&](std::uint32_t n) { return n - row.first < row.records; };
      for (end = begin; end < records->size() && is_in_game((*records)[end]); ++end) {
        (*records)[end] -= row.first;
      }
      const auto game = static_cast<std::uint64_t>(&row - rows->data());
      visit({row, games_before[part->shard] + game, part->first + begin,
             std::span(*records).subspan(begin, end - begin)});
    }
  }
  return std::nullopt;
}

std::vector<std::uint64_t> Set::records_by_shard() const {
  std::vector<std::uint64_t> records(manifest().shards.size());
  for (const Slot& slot : slots_) records[slot.shard] = slot.count;
  return records;
}

}  // namespace intarsia::data
