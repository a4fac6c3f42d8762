// A data set on disk, read record by record.
//
//   auto set = Set::open("data", find_record_type, {.split = "train"});
//   set->size();
//   set->trace(17);                             // file, byte, game and ply of record 17
//   set->read(indices, /*history=*/7, window);  // records with the plies before them
//
// Records are numbered from 0 through the shards, or through what a split or a choice among positions
// selects of them; of several sets that are opened as one, and of a collection, through all of them in
// order. Threads may read together.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/files.h"
#include "intarsia/data/joined.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/selection.h"
#include "intarsia/game/game_row.h"
#include "intarsia/game/record_type.h"
#include "intarsia/io/memory.h"
#include "intarsia/io/open_files.h"
#include "intarsia/layout/moments.h"

namespace intarsia::data {

struct SetOptions {
  std::string split = {};  // empty: all
  // Hex: records of that board alone. 0: all; reading then needs a set of one size.
  int size = 0;
  bool all_records = false;  // even if there is a choice among positions
  // Shards are kept in memory up to this many bytes, since a call of the system for each record costs
  // as much as encoding it.
  std::uint64_t cache_bytes = std::uint64_t{1} << 30;
  // Of a set that lies elsewhere: brings a file under its path before it is opened. Files of such a set,
  // and of collections, are looked at when they are first read. By any thread.
  Fetch fetch = {};
  // Says that a file will be wanted soon.
  std::function<void(const FetchedFile& file)> announce = {};
};

// Whence a record came.
struct Trace {
  std::string folder;
  std::size_t shard;  // its number there, and the record's in it
  std::uint32_t record;
  std::string source;
  GameRow game;
  std::uint32_t ply;  // of the record in its game
};

// What `read` fills: lives as long as the moments are used, and is used again and again.
struct Window {
  std::vector<layout::RecordMoment> moments;
  std::vector<std::byte> bytes;  // of records that are not kept in memory
};

class Set {
 public:
  static Result<std::unique_ptr<Set>> open(const std::string& folder, const FindRecordType& find,
                                           const SetOptions& options = {});
  // Several sets or collections as one, of one game. A split must be the same in all of them.
  static Result<std::unique_ptr<Set>> open(std::span<const std::string> folders,
                                           const FindRecordType& find,
                                           const SetOptions& options = {});

  // Of several sets one that speaks for all (data/joined.h).
  const Manifest& manifest() const { return joined_ ? *joined_ : sets_.front().named.manifest; }
  // The sets one by one, with what comes before each. Of several the shards are in `manifest` alone.
  struct Member {
    NamedManifest named;
    std::size_t folder = 0;  // which of those that were opened it is, or is a part of
    std::size_t shards_before = 0;
    std::size_t shards = 0;
    std::size_t sources_before = 0;
  };
  std::span<const ShardEntry> shards_of(const Member& set) const {
    return std::span(manifest().shards).subspan(set.shards_before, set.shards);
  }
  std::span<const Member> sets() const { return sets_; }
  // Of what was opened, if it is one data set or collection: the hash of its manifest.
  std::optional<std::uint64_t> hash() const { return hash_; }
  // The folders that were opened: of data sets, or of collections of them; and their shards.
  std::span<const std::string> folders() const { return folders_; }
  const Fetch& fetch() const {
    return options_.fetch;
  }  // what brings the files of those that lie elsewhere
  std::span<const ShardEntry> shards_in(std::size_t folder) const;
  // Its folder, or those of all, for people.
  std::string name() const;
  // What several sets were not built alike with, a sentence for each difference.
  std::vector<std::string> differences() const;
  std::uint64_t size() const { return size_; }
  // The sizes of boards among its records; the type of the records if it is one.
  const std::vector<int>& board_sizes() const { return board_sizes_; }
  const RecordType& type() const { return type_; }
  bool has_one_type() const { return board_sizes_.size() == 1; }

  // The records with these numbers and up to `history` plies before each. One type only. They are
  // sound as far as encoding needs it (RecordType::check_state), whatever lies on the disk. Selections,
  // and shards that are kept in memory, are compared with their hashes when they are first read; of
  // shards beyond `cache_bytes` that is for `verify`, since it would read everything before the first
  // batch.
  [[nodiscard]] std::optional<Error> read(std::span<const std::uint64_t> indices, int history,
                                          Window& out);

  // How many records of each shard of the manifest are here: all, some, or none.
  std::vector<std::uint64_t> records_by_shard() const;

  // Shards are read into memory when they are first asked for; this does it for one of them sooner.
  std::size_t parts() const { return slots_.size(); }
  [[nodiscard]] std::optional<Error> load(std::size_t part) { return keep(this->part(part)); }

  // A part is what the set has of one shard: the number of that shard, and which of its records.
  std::size_t shard_of(std::size_t part) const { return slots_[part].shard; }
  // All records of that shard, compared with their hash and sound as `read` has them.
  Result<io::Memory> whole(std::size_t part) const { return read_shard(this->part(part)); }
  Result<std::vector<std::uint32_t>> selected(std::size_t part) const {
    return chosen_records(this->part(part));
  }

  // One record of any type.
  Result<std::vector<std::byte>> record(std::uint64_t index);

  Result<Trace> trace(std::uint64_t index);

  // Where a record lies: for what stands beside it in columns.
  struct Location {
    std::size_t shard;
    std::uint32_t record;
  };
  Result<Location> locate(std::uint64_t index);
  // Of a shard, by its number in `manifest`: where it lies (its set's folder, its number there), its file,
  // what its records are, and its games table, in which sources are numbered as in `manifest`.
  struct ShardPlace {
    std::string_view folder;
    std::size_t number;
  };
  ShardPlace place_of(std::size_t shard) const;
  // Where the files of columns are: the folder that was opened, and what stands before the names in a
  // column's folder, "part-00003/" in a collection.
  struct ColumnPlace {
    std::string folder, before;
    std::size_t number;
  };
  ColumnPlace column_place_of(std::size_t shard) const;
  ArrayFile file_of(std::size_t shard, const RecordType& type) const;
  Result<RecordType> type_of(std::size_t shard) const;
  Result<std::vector<GameRow>> games(std::size_t shard) const;

  // Compares every shard with its checksum: for those who go through all of it anyway.
  [[nodiscard]] std::optional<Error> check_all();

  // Whole games in order: those of the split, if one was named; choices among positions do not count.
  using VisitGame =
      std::function<std::optional<Error>(const GameRow& row, std::span<const std::byte> records)>;
  [[nodiscard]] std::optional<Error> for_each_game(const VisitGame& visit);

  // Every record by its number, in order, as runs of one game: `first` is the number of the first, and
  // `plies` has for each record its place in the game. `game` counts the rows of all games tables.
  struct Run {
    const GameRow& row;
    std::uint64_t game;
    std::uint64_t first;
    std::span<const std::uint32_t> plies;
  };
  using VisitRun = std::function<void(const Run& run)>;
  [[nodiscard]] std::optional<Error> for_each_run(const VisitRun& visit) const;

  // Lets the system know that these records will be read soon, unless they are kept in memory.
  void expect(std::uint64_t first, std::uint64_t count);

 private:
  // A file of the set, opened when it is read.
  struct StoredArray {
    ArrayFile file;
    std::size_t id;       // among the open files
    std::size_t data_at;  // its first element
    bool is_checked;      // its header and length
  };

  // A shard, or what is selected of it, before anything of it is asked for: there may be very many.
  struct Slot {
    std::size_t shard;
    std::uint64_t first;
    std::uint64_t count;
  };
  struct Part {
    std::size_t shard;  // its number in all sets
    RecordType type;
    std::uint64_t first = 0;  // number of its first record in the set
    std::uint64_t count = 0;
    std::uint64_t records = 0;  // of the shard
    StoredArray array;
    std::optional<StoredArray> selection;
    SelectionEntry entry;  // of that
    std::mutex loading;
    std::atomic<bool> is_checked = false;            // the shard, by its hash
    std::atomic<bool> is_selection_checked = false;  // likewise
    std::atomic<bool> is_selection_kept = false;
    std::atomic<bool> is_kept = false;
    std::atomic<bool> is_left = false;  // on the disk: there was no room
    io::Memory kept;                    // all records, once they are read
    Selection chosen;                   // the selection, with them or if it is of runs
  };

  Set(const SetOptions& options, FindRecordType find) : options_(options), find_(std::move(find)) {}

  std::optional<Error> add_folders(std::span<const std::string> folders);
  std::optional<Error> add_sets(std::vector<NamedManifest> sets,
                                std::span<const std::size_t> folders);
  std::optional<Error> refuse_split() const;
  bool is_lazy() const { return options_.fetch || sets_.size() > folders_.size(); }
  std::optional<Error> add_parts();
  Result<const SelectionEntry*> selection_of(std::size_t shard) const;
  Result<std::unique_ptr<Part>> open_part(const Slot& slot) const;
  Part& part(std::size_t number) const {
    Part* const made = parts_[number].load(std::memory_order_acquire);
    return made != nullptr ? *made : make_part(number);
  }
  Part& make_part(std::size_t number) const;
  const Member& set_of(std::size_t shard) const;
  const Member& first_of(std::size_t folder) const;
  Result<StoredArray> add_array(ArrayFile file) const;
  template <class Use>
  auto with_file(const ArrayFile& file, Use use) const;
  Part& part_of(std::uint64_t index) const;
  std::optional<Error> read_elements(const StoredArray& array, std::uint64_t element,
                                     std::span<std::byte> out) const;
  std::optional<Error> keep(Part& part);
  Result<io::Memory> read_shard(const Part& part) const;
  Result<Selection> read_selection(const Part& part) const;
  Result<std::vector<std::uint32_t>> chosen_records(const Part& part) const;
  std::optional<Error> prepare_selection(Part& part) const;
  std::optional<Error> check_shard(Part& part) const;
  std::optional<Error> check(const Part& part, std::uint64_t first,
                             std::span<const std::byte> records) const;
  Result<std::uint32_t> record_number(Part& part, std::uint64_t index) const;
  std::optional<Error> read_one(Part& part, std::uint64_t index, int history, std::size_t slot,
                                Window& out);
  static layout::RecordMoment kept_moment(const Part& part, std::uint64_t index, int history);

  std::vector<std::string> folders_;
  std::optional<std::uint64_t> hash_;
  std::vector<Member> sets_;
  std::optional<Manifest> joined_;  // of several
  SetOptions options_;
  FindRecordType find_;
  RecordType type_;  // of the first part
  std::vector<Slot> slots_;
  // The parts that something was asked of; null: nothing yet.
  mutable std::unique_ptr<std::atomic<Part*>[]> parts_;
  mutable std::vector<std::unique_ptr<Part>> made_parts_;
  mutable std::mutex making_;
  std::vector<std::uint64_t> firsts_;  // of the parts
  std::vector<int> board_sizes_;
  std::uint64_t size_ = 0;
  std::atomic<std::uint64_t> kept_bytes_ = 0;
  mutable io::OpenFiles files_;
  // The games table that was asked for last.
  std::mutex tracing_;
  std::optional<std::size_t> traced_shard_;
  std::vector<GameRow> traced_games_;
};

}  // namespace intarsia::data
