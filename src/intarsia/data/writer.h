// Games into the files of a data set, step by step, so that any step is a place to go on from.
//
// A step writes every open shard (Hex has one for each size of board) and then the manifest, while the
// next games are read. Of many tiny shards the manifest would grow faster than they do: then it is
// written when as much has come in as it holds, so that the time is linear in the number of shards.
// What the manifest does not speak of is forgotten if the run ends; a later run with the same options
// goes on at `next` and completes to the same bytes.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/batch_sink.h"
#include "intarsia/data/beside.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/pipeline_options.h"
#include "intarsia/data/shard.h"
#include "intarsia/data/unique.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

inline constexpr std::uint64_t kMaxShardRecords = kMaxOpenBytes / 32;

struct WriterOptions {
  std::string folder = {};
  bool may_resume = false;
  bool may_replace = false;
  bool may_trust = false;  // what is there already is not compared with its hashes
  unsigned threads = 1;    // for comparing it
  std::function<void(std::uint64_t bytes)> checking = {};  // called with how far that has come
  std::uint64_t shard_records = kDefaultShardRecords;
  std::uint64_t limit = 0;  // accepted games; 0: all
  bool has_choices = false;
  // The manifest is written at the end: of a run that ends early nothing is kept.
  bool in_one_go = false;
  // The selections are made at the end, over all shards: of the first record of each position.
  std::optional<UniqueOptions> unique = {};
  const std::atomic<bool>* stop = nullptr;  // once it is true, no more games are taken
  Manifest head = {};                       // tool, options, seed, splits: what the run is about
  FindRecordType find = {};
  bool may_append = false;       // with `may_resume`: also to one that is complete
  Beside* beside = nullptr;      // written step by step with the records; outlives the writer
  io::Folder::Fault fault = {};  // for tests
};

class Writer final : public BatchSink {
 public:
  // A folder that holds a data set is refused unless it may be replaced, or completed: then its
  // manifest must have the same head, and its files the manifest's lengths and hashes.
  static Result<std::unique_ptr<Writer>> open(WriterOptions options);

  const std::string& folder() const { return folder_.path(); }
  const Manifest& manifest() const override { return manifest_; }
  const std::optional<Next>& resumed() const override { return resumed_; }
  bool is_complete() const { return manifest_.is_complete; }
  bool has_enough() const override { return options_.limit != 0 && accepted_ >= options_.limit; }
  std::uint64_t accepted() const override { return accepted_; }
  std::uint64_t positions() const override { return positions_; }  // open shards included

  [[nodiscard]] std::optional<Error> set_game(std::string_view game) override;
  // It is kept with the next step.
  void note_read(std::uint64_t content, std::uint64_t hash, std::string source) override;
  // Up to the limit of games, or until the run is stopped.
  [[nodiscard]] std::optional<Error> add(const Batch& batch) override;
  // Ends the open shards, though there is room; what follows is game `next`. What was added is safe then.
  [[nodiscard]] std::optional<Error> flush(const Place& next);
  void end_source(SourceEntry source) override { manifest_.sources.push_back(std::move(source)); }
  // Games that are stored and were put right, by a set whose sources follow so many others.
  void note_mended(const Reasons& mended, std::size_t sources_before);
  // The last step: the data set is complete.
  [[nodiscard]] std::optional<Error> finish() override;
  // What was written stays.
  [[nodiscard]] std::optional<Error> leave() override;
  // After `leave`: a set that this run has begun, and that has no shard, does not stay.
  void discard_empty() const;
  // Of a run in one go that ends early: all that it has written goes.
  void discard();
  // With `unique`, once it is finished: records that are not chosen since their position came before.
  std::uint64_t repeated() const { return repeated_; }

 private:
  explicit Writer(WriterOptions options, io::Folder folder);

  std::optional<Error> begin_new();
  std::optional<Error> remove_others() const;
  std::optional<Error> resume(const Manifest& found);
  std::optional<Error> open_again();
  std::optional<Error> check_files(const Manifest& found) const;
  std::optional<Error> open_log(std::uint64_t keep);
  std::optional<Error> accept(const Batch& batch, const Entry& e);
  std::optional<Error> reject(const Refusal& r);
  bool has_room(const Entry& e) const;
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  std::optional<Error> step(const std::optional<Place>& next, bool is_manifest_due = false);
  std::optional<Error> select();
  // What a step writes: open shards, whose memory is used again, and what the manifest says with them.
  struct Step {
    Manifest manifest;         // with all shards so far
    std::uint64_t selections;  // so far
    std::map<int, Shard> shards;
    bool is_manifest_due;
    std::size_t manifest_bytes = 0;  // if it was written
    std::optional<Error> error = {};
  };
  Step write_step(Step step) const;
  std::optional<Error> write_files(Step& step) const;
  std::optional<Error> settle();
  Result<std::size_t> put_manifest(const Manifest& m) const;

  WriterOptions options_;
  io::Folder folder_;
  std::optional<io::LogFile> log_;
  io::Hasher log_hash_;
  Manifest manifest_;
  std::optional<Next> resumed_;
  std::map<int, Shard> open_;
  std::vector<Shard> spare_;
  std::uint64_t selections_ = 0;
  std::uint64_t open_bytes_ = 0;
  std::uint64_t manifest_bytes_ = 0;  // as it was written last
  std::uint64_t bytes_since_ = 0;     // of shards, since then
  std::optional<Manifest> unwritten_ =
      {};  // of the last step, but for its shards, if it was not due
  std::uint64_t repeated_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t positions_ = 0;
  std::uint64_t checked_bytes_ = 0, checked_hash_ = 0;
  std::string source_;
  // The step that is being written while the next games are read: syncing takes as long as parsing.
  std::future<Step> pending_;  // last, so that it ends before what it uses
};

// A set of one game cannot take another's.
Error one_game_only(std::string_view game, std::string_view other);

// Whether a data set lies in the folder, or what is left of one.
bool is_our_name(std::string_view name);

}  // namespace intarsia::data
