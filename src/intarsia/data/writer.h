// Games into the files of a data set, step by step, so that any step is a place to go on from.
//
// A step, written while the next games are read, writes every open shard (Hex has one for each size of board) and then the manifest. What
// comes after the last step is forgotten if the run ends; a later run with the same options goes on
// at `next` and completes to the same bytes.

#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/shard.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

// All open shards together, records and rows; twice as much lies in memory while a step is written. A
// game never spans shards, so one that is longer is a shard of its own.
inline constexpr std::uint64_t kMaxOpenBytes = std::uint64_t{48} << 20;
inline constexpr std::uint64_t kDefaultShardRecords = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxShardRecords = kMaxOpenBytes / 32;

struct WriterOptions {
  std::string folder = {};
  bool may_resume = false;
  bool may_replace = false;
  std::uint64_t shard_records = kDefaultShardRecords;
  std::uint64_t limit = 0;  // accepted games; 0: all
  bool has_choices = false;
  Manifest head = {};  // tool, options, seed, splits: what the run is about
  FindRecordType find = {};
  io::Folder::Fault fault = {};  // for tests
};

class Writer {
 public:
  // A folder that holds a data set is refused unless it may be replaced, or completed: then its
  // manifest must have the same head.
  static Result<std::unique_ptr<Writer>> open(WriterOptions options);

  const Manifest& manifest() const { return manifest_; }
  // Where the sources are to be read from, if a run is being completed.
  const std::optional<Next>& resumed() const { return resumed_; }
  bool is_complete() const { return manifest_.is_complete; }
  bool has_enough() const { return options_.limit != 0 && accepted_ >= options_.limit; }
  std::uint64_t accepted() const { return accepted_; }    // games
  std::uint64_t positions() const { return positions_; }  // open shards included

  // The game of the sources: known with the first of them, and one for all.
  [[nodiscard]] std::optional<Error> set_game(std::string_view game);
  // How much of the source was read and with which hash: kept with the next step. `source` is its name.
  void note_read(std::uint64_t content, std::uint64_t hash, std::string source);
  [[nodiscard]] std::optional<Error> add(const Batch& batch);
  void end_source(SourceEntry source) { manifest_.sources.push_back(std::move(source)); }
  // The last step: the data set is complete.
  [[nodiscard]] std::optional<Error> finish();
  // Waits for the step that is being written. A run that ends early ends here.
  [[nodiscard]] std::optional<Error> settle();

 private:
  explicit Writer(WriterOptions options, io::Folder folder);

  std::optional<Error> begin_new();
  std::optional<Error> remove_others() const;
  std::optional<Error> resume(const Manifest& found);
  std::optional<Error> open_log(std::uint64_t keep);
  std::optional<Error> accept(const Batch& batch, const Entry& e);
  std::optional<Error> reject(const Refusal& r);
  bool has_room(const Entry& e) const;
  std::optional<Error> step(const std::optional<Place>& next);
  // What a step has written, and the shards, whose memory is used again.
  struct Step {
    Manifest manifest;
    std::map<int, Shard> shards;
  };
  Result<Step> write_step(Step step) const;
  std::optional<Error> put_manifest(const Manifest& m) const;

  WriterOptions options_;
  io::Folder folder_;
  std::optional<io::LogFile> log_;
  io::Hasher log_hash_;
  Manifest manifest_;
  std::optional<Next> resumed_;
  std::map<int, Shard> open_;
  std::vector<Shard> spare_;
  std::uint64_t open_bytes_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t positions_ = 0;
  std::uint64_t checked_bytes_ = 0, checked_hash_ = 0;
  std::string source_;
  // The step that is being written while the next games are read: syncing takes as long as parsing.
  std::future<Result<Step>> pending_;  // last, so that it ends before what it uses
};

// Whether a data set lies in the folder, or what is left of one.
bool is_our_name(std::string_view name);

}  // namespace intarsia::data
