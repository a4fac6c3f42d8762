#include "intarsia/data/merge.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/data/equal_games.h"
#include "intarsia/data/files.h"
#include "intarsia/data/refusals.h"

namespace intarsia::data {

namespace {

// A shard whose games are being taken. Its records are read with the first of them.
struct OpenShard {
  std::size_t shard;  // its number in all sets
  std::uint64_t games_before;
  RecordType type;
  std::vector<GameRow> rows;
  std::size_t next = 0;
  Array array = {};

  bool is_done() const { return next == rows.size(); }
  // Where its next game stands among those of its set.
  std::pair<std::uint32_t, std::uint64_t> place() const {
    return {rows[next].source, rows[next].number};
  }
};

class Merger {
 public:
  Merger(const Set& sets, Writer& writer, const MergeOptions& options)
      : sets_(sets), writer_(writer), options_(options) {}

  Result<bool> run() {
    if (options_.unique_games) {
      auto found = find_equal_games(sets_, writer_.folder(), options_.memory, options_.same_start);
      if (!found) return found.error();
      is_duplicate_ = *std::move(found);
    }
    for (const Set::Member& set : sets_.sets()) {
      if (auto error = add(set)) return *std::move(error);
      if (is_stopped()) return false;
    }
    if (auto error = writer_.finish())
      return is_stopped() ? Result<bool>(false) : *std::move(error);
    return true;
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  std::optional<Error> add(const Set::Member& set) {
    const Manifest& m = set.named.manifest;
    if (!m.game.empty()) {
      if (auto error = writer_.set_game(m.game)) return error;
    }
    if (auto error = add_games(set)) return error;
    if (is_stopped()) return std::nullopt;
    for (const auto& [filter, games] : m.dropped) {
      Batch dropped;
      dropped.games.push_back(
          {.kind = Entry::Kind::kDropped, .place = {}, .games = games, .filter = filter});
      if (auto error = writer_.add(dropped)) return error;
    }
    if (auto error = add_refusals(set.named, set.sources_before, writer_)) return error;
    writer_.note_mended(m.mended, set.sources_before);
    for (const SourceEntry& source : m.sources) writer_.end_source(source);
    return std::nullopt;
  }

  // Shards that were open at once, one for each size of board, lie side by side with ascending sizes; their
  // games came in turns, and come so again.
  std::optional<Error> add_games(const Set::Member& set) {
    const auto shards = sets_.shards_of(set);
    for (std::size_t begin = 0, end = 0; begin < shards.size() && !is_stopped(); begin = end) {
      end = begin + 1;
      while (end < shards.size() && shards[end - 1].size < shards[end].size) ++end;
      std::vector<OpenShard> open;
      for (std::size_t i = begin; i < end; ++i) {
        auto rows = sets_.games(set.shards_before + i);
        if (!rows) return rows.error();
        auto type = sets_.type_of(set.shards_before + i);
        if (!type) return type.error();
        open.push_back({set.shards_before + i, games_before_, *std::move(type), *std::move(rows)});
        games_before_ += shards[i].games;
      }
      if (auto error = add_in_turns(open)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_in_turns(std::vector<OpenShard>& open) {
    while (!open.empty() && !is_stopped()) {
      const auto first = std::min_element(
          open.begin(), open.end(),
          [](const OpenShard& a, const OpenShard& b) { return a.place() < b.place(); });
      if (auto error = add_next(*first)) return error;
      if (!first->is_done()) continue;
      if (auto error = hand_on()) return error;  // what it lends goes
      if (options_.columns != nullptr) options_.columns->end(first->shard);
      spare_ = std::move(first->array.memory);
      open.erase(first);
    }
    return hand_on();
  }

  std::optional<Error> add_next(OpenShard& s) {
    if (s.array.size == 0) {
      const ArrayFile file = sets_.file_of(s.shard, s.type);
      auto array = read_array(file, std::exchange(spare_, {}));
      if (!array) return about_file(file.path, array.error());
      s.array = *std::move(array);
    }
    const auto records = std::as_bytes(std::span(s.array.rows()));
    if (batch_.lent.data() != records.data()) {
      if (auto error = hand_on()) return error;
      batch_.lent = records;
    }
    const std::uint64_t number = s.games_before + s.next;
    const GameRow& row = s.rows[s.next++];
    const Place place{row.source, row.offset, 0, row.number};
    if (!is_duplicate_.empty() && is_duplicate_[number]) {
      batch_.games.push_back({.kind = Entry::Kind::kDropped, .place = place, .filter = kDuplicate});
    } else {
      accept(row, place, s);
      if (options_.columns != nullptr) return add_columns(row, s);
    }
    return batch_.games.size() >= kMaxGames ? hand_on() : std::nullopt;
  }

  // The writer has taken the game, and begun a shard before if it had to.
  std::optional<Error> add_columns(const GameRow& row, const OpenShard& s) {
    if (auto error = hand_on()) return error;
    return options_.columns->add(row.size, s.shard, row.first, row.records);
  }

  void accept(const GameRow& row, const Place& place, const OpenShard& s) {
    Entry e{.kind = Entry::Kind::kAccepted,
            .place = place,
            .row = row,
            .bytes_at = row.first * s.type.bytes,
            .bytes = row.records * s.type.bytes,
            .chosen_at = batch_.chosen.size()};
    if (!options_.choices.is_all()) {
      choose_plies(options_.choices, options_.rules, s.type, row, batch_.records_of(e),
                   batch_.chosen);
    }
    e.chosen = batch_.chosen.size() - e.chosen_at;
    batch_.games.push_back(e);
    bytes_ += e.bytes;
  }

  std::optional<Error> hand_on() {
    auto error = writer_.add(batch_);
    batch_.clear();
    if (options_.progress) {
      options_.progress(
          {bytes_, writer_.accepted(), writer_.positions(), writer_.manifest().rejected_games()});
    }
    return error;
  }

  static constexpr std::size_t kMaxGames = 1024;  // of a batch: a few megabytes

  const Set& sets_;
  Writer& writer_;
  const MergeOptions& options_;
  std::vector<bool> is_duplicate_;  // by the number of the game through all shards; empty: none is
  Batch batch_;
  io::Memory spare_;  // of the shard that was taken last
  std::uint64_t games_before_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Result<bool> merge(const Set& sets, Writer& writer, const MergeOptions& options) {
  return Merger(sets, writer, options).run();
}

}  // namespace intarsia::data
