#include "intarsia/data/unique.h"

#include <algorithm>
#include <utility>

#include "intarsia/data/files.h"
#include "intarsia/data/games_table.h"
#include "intarsia/data/shard.h"
#include "intarsia/io/parallel.h"

namespace intarsia::data {

namespace {

constexpr std::size_t kChunk = 4'096;  // records of one thread

// The shards of a set that was written just now, one in memory at a time.
class Chooser {
 public:
  Chooser(const io::Folder& folder, const FindRecordType& find, const UniqueOptions& options,
          const std::atomic<bool>* stop, Manifest& m)
      : folder_(folder), find_(find), options_(options), stop_(stop), manifest_(m) {}

  Result<std::uint64_t> run() {
    if (manifest_.shards.empty()) return std::uint64_t{0};
    auto rules = options_.find_rules(manifest_.game);
    if (!rules) return rules.error();
    rules_ = *rules;
    auto repeats =
        Repeats::open(folder_.path(), {.keys = manifest_.positions, .memory = options_.memory});
    if (!repeats) return repeats.error();
    if (auto error = for_each_shard(
            true, [&](std::uint64_t before) { return add_keys(before, **repeats); })) {
      return *std::move(error);
    }
    if (auto error = (*repeats)->finish()) return *std::move(error);
    auto next = (*repeats)->next();
    if (!next) return next.error();
    repeat_ = *next;
    if (auto error = for_each_shard(options_.choices.quiet, [&](std::uint64_t before) {
          return write(before, **repeats);
        })) {
      return *std::move(error);
    }
    return (*repeats)->count();
  }

 private:
  // Work(number of the shard's first record in the set), with the shard, its rows and what is chosen in it.
  template <class Work>
  std::optional<Error> for_each_shard(bool needs_records, Work work) {
    std::uint64_t before = 0;
    for (shard_ = 0; shard_ < manifest_.shards.size(); ++shard_) {
      if (stop_ != nullptr && stop_->load()) {
        return Error{ErrorCode::kIo, 0, folder_.path() + ": interrupted"};
      }
      if (auto error = read(needs_records)) return error;
      if (auto error = work(before)) return error;
      before += manifest_.shards[shard_].records;
    }
    return std::nullopt;
  }

  std::optional<Error> read(bool needs_records) {
    auto type = find_(manifest_.game, manifest_.shards[shard_].size);
    if (!type) return type.error();
    type_ = *std::move(type);
    auto rows = read_games(folder_.path(), manifest_, shard_, type_);
    if (!rows) return rows.error();
    rows_ = *std::move(rows);
    array_ = {};
    if (needs_records) {
      const ArrayFile file = shard_file(folder_.path(), manifest_, shard_, type_);
      auto array = read_array(file);
      if (!array) return about_file(file.path, array.error());
      array_ = *std::move(array);
    }
    choose();
    return std::nullopt;
  }

  void choose() {
    const auto records = std::as_bytes(std::span(array_.rows()));
    chosen_.clear();
    for (const GameRow& row : rows_) {
      const auto game = records.empty()
                            ? records
                            : records.subspan(row.first * type_.bytes, row.records * type_.bytes);
      const std::size_t before = chosen_.size();
      choose_plies(options_.choices, rules_, type_, row, game, chosen_);
      for (std::size_t i = before; i < chosen_.size(); ++i) chosen_[i] += row.first;
    }
  }

  std::optional<Error> add_keys(std::uint64_t before, Repeats& repeats) {
    const auto records = std::as_bytes(std::span(array_.rows()));
    const std::size_t each = type_.bytes;
    keys_.resize(chosen_.size());
    io::in_parallel((chosen_.size() + kChunk - 1) / kChunk, options_.threads, [&](std::size_t c) {
      const std::size_t first = c * kChunk;
      const std::size_t count = std::min(kChunk, chosen_.size() - first);
      std::vector<std::byte> some;
      for (std::size_t i = first; i < first + count; ++i) {
        const auto record = records.subspan(chosen_[i] * each, each);
        some.insert(some.end(), record.begin(), record.end());
      }
      rules_.keys(type_.size, some, keys_.data() + first);
    });
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (auto error = repeats.add(keys_[i], before + chosen_[i])) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> write(std::uint64_t before, Repeats& repeats) {
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t n : chosen_) {
      if (!repeat_ || repeat_->number != before + n) {
        kept.push_back(n);
        continue;
      }
      auto next = repeats.next();
      if (!next) return next.error();
      repeat_ = *next;
    }
    auto written = write_selections(folder_, rows_, kept, manifest_.splits, selections_);
    if (!written) return written.error();
    manifest_.shards[shard_].selections = *std::move(written);
    return std::nullopt;
  }

  const io::Folder& folder_;
  const FindRecordType& find_;
  const UniqueOptions& options_;
  const std::atomic<bool>* stop_;
  Manifest& manifest_;
  RecordRules rules_;
  std::optional<Repeat> repeat_;  // the next one
  std::uint64_t selections_ = 0;  // written so far
  // Of the shard.
  std::size_t shard_ = 0;
  RecordType type_;
  std::vector<GameRow> rows_;
  Array array_;
  std::vector<std::uint32_t> chosen_;
  std::vector<Key> keys_;
};

}  // namespace

void choose_plies(const Choices& choices, const RecordRules& rules, const RecordType& type,
                  const GameRow& row, std::span<const std::byte> records,
                  std::vector<std::uint32_t>& plies) {
  for (std::uint32_t ply = 0; ply < row.records; ++ply) {
    if (!choices.is_chosen(ply, true, row.hash)) continue;
    const bool is_left_out =
        choices.quiet && rules.is_quiet != nullptr &&
        !rules.is_quiet(type.size, records.subspan(ply * type.bytes, type.bytes));
    if (!is_left_out) plies.push_back(ply);
  }
}

Result<std::uint64_t> select_unique(const io::Folder& folder, const FindRecordType& find,
                                    const UniqueOptions& options, const std::atomic<bool>* stop,
                                    Manifest& m) {
  return Chooser(folder, find, options, stop, m).run();
}

}  // namespace intarsia::data
