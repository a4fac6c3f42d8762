#include "intarsia/data/writer.h"

#include <algorithm>
#include <system_error>

#include "intarsia/base/text.h"
#include "intarsia/data/column_writer.h"
#include "intarsia/data/files.h"
#include "intarsia/data/joined.h"
#include "intarsia/data/refusals.h"
#include "intarsia/data/seal.h"

namespace intarsia::data {

namespace {

// Costs no more than a few shards, however often it is written.
constexpr std::uint64_t kSmallManifest = std::uint64_t{64} << 10;

}  // namespace

Error one_game_only(std::string_view game, std::string_view other) {
  return Error{ErrorCode::kUnsupported, 0,
               concat({"a data set holds one game, and this one is ", game, ", not ", other})};
}

Writer::Writer(WriterOptions options, io::Folder folder)
    : options_(std::move(options)), folder_(std::move(folder)), manifest_(options_.head) {}

std::optional<Error> Writer::set_game(std::string_view game) {
  if (manifest_.game.empty()) manifest_.game = game;
  if (manifest_.game == game) return std::nullopt;
  return one_game_only(manifest_.game, game);
}

void Writer::note_read(std::uint64_t content, std::uint64_t hash, std::string source) {
  checked_bytes_ = content;
  checked_hash_ = hash;
  source_ = std::move(source);
}

std::optional<Error> Writer::add(const Batch& batch) {
  for (const Entry& e : batch.games) {
    if (has_enough() || is_stopped()) break;
    if (e.kind == Entry::Kind::kAccepted && !has_room(e)) {
      if (auto error = step(e.place)) return error;
    }
    manifest_.read += e.games;
    if (e.kind == Entry::Kind::kDropped) manifest_.dropped[std::string(e.filter)] += e.games;
    auto error = e.kind == Entry::Kind::kAccepted   ? accept(batch, e)
                 : e.kind == Entry::Kind::kRejected ? reject(batch.refusals[e.refusal])
                                                    : std::nullopt;
    if (error) return error;
  }
  return std::nullopt;
}

bool Writer::has_room(const Entry& e) const {
  if (open_bytes_ == 0) return true;
  if (open_bytes_ + e.bytes > kMaxOpenBytes) return false;
  const auto shard = open_.find(e.row.size);
  return shard == open_.end() || shard->second.records() + e.row.records <= options_.shard_records;
}

std::optional<Error> Writer::accept(const Batch& batch, const Entry& e) {
  auto shard = open_.find(e.row.size);
  if (shard == open_.end()) {
    auto type = options_.find(manifest_.game, e.row.size);
    if (!type) return type.error();
    const std::uint64_t most = std::min(kMaxOpenBytes, options_.shard_records * type->bytes);
    const std::size_t room = open_.empty() ? most : 0;
    shard = open_.emplace(e.row.size, Shard{}).first;
    if (!spare_.empty()) {
      shard->second = std::move(spare_.back());
      spare_.pop_back();
    }
    shard->second.begin(*std::move(type), room);
  }
  shard->second.add(batch, e);
  open_bytes_ += e.bytes + sizeof(GameRow);
  positions_ += e.row.records;
  ++accepted_;
  count_mended(manifest_, e);
  return std::nullopt;
}

void Writer::note_mended(const Reasons& mended, std::size_t sources_before) {
  add_reasons(mended, sources_before, manifest_.mended);
}

std::optional<Error> Writer::reject(const Refusal& r) {
  const std::string reason = count_rejected(manifest_, r);
  const std::string line = to_line(r, reason, source_);
  log_hash_.add(line);
  manifest_.rejected_bytes += line.size();
  manifest_.rejected_hash = log_hash_.value();
  return log_->append(line);
}

std::optional<Error> Writer::flush(const Place& next) {
  if (!open_.empty()) {
    if (auto error = step(next)) return error;
  }
  return leave();
}

// Hands the open shards, with the counts as they are now, to a thread of its own.
std::optional<Error> Writer::step(const std::optional<Place>& next, bool is_manifest_due) {
  if (auto error = settle()) return error;
  manifest_.next.reset();
  if (next) manifest_.next = Next{*next, checked_bytes_, checked_hash_};
  manifest_.is_complete = !next;
  manifest_.games = accepted_;
  manifest_.positions = positions_;
  bytes_since_ += open_bytes_;
  const bool is_grown = manifest_bytes_ <= kSmallManifest || bytes_since_ >= manifest_bytes_;
  const bool is_due = !next || (!options_.in_one_go && (is_manifest_due || is_grown));
  if (options_.beside != nullptr) options_.beside->close_shards();
  // The list of shards moves to the step and back: a copy for each would be quadratic, too.
  auto entries = std::exchange(manifest_.shards, {});
  const auto s =
      std::make_shared<Step>(Step{manifest_, selections_, std::exchange(open_, {}), is_due});
  s->manifest.shards = std::move(entries);
  const auto write = [this, s] { return write_step(std::move(*s)); };
  try {
    pending_ = std::async(std::launch::async, write);
  } catch (const std::system_error&) {
    // No thread is to be had: it is written when it is waited for.
    pending_ = std::async(std::launch::deferred, write);
  }
  open_bytes_ = 0;
  return std::nullopt;
}

// The list of shards comes back even if one of them could not be written: without that one.
Writer::Step Writer::write_step(Step step) const {
  const std::size_t before = step.manifest.shards.size();
  step.error = write_files(step);
  if (step.error) step.manifest.shards.resize(before);
  return step;
}

// Shards first, then the manifest that names them.
std::optional<Error> Writer::write_files(Step& step) const {
  Manifest& m = step.manifest;
  const bool has_choices = options_.has_choices && !options_.unique;
  const std::vector<Split> splits = options_.unique ? std::vector<Split>() : m.splits;
  for (const auto& [size, shard] : step.shards) {
    auto entry = shard.write(folder_, m.shards.size(), splits, has_choices, step.selections);
    if (!entry) return entry.error();
    m.shards.push_back(*std::move(entry));
  }
  if (options_.beside != nullptr) {
    if (auto error = options_.beside->write(folder_, m)) return error;
  }
  if (!step.is_manifest_due) return std::nullopt;
  const auto written = put_manifest(m);
  if (!written) return written.error();
  step.manifest_bytes = *written;
  return std::nullopt;
}

// Waits for the step that is being written.
std::optional<Error> Writer::settle() {
  if (!pending_.valid()) return std::nullopt;
  Step written = pending_.get();
  manifest_.shards = std::move(written.manifest.shards);
  if (written.error) return std::move(written.error);
  selections_ = written.selections;
  unwritten_.reset();
  if (written.is_manifest_due) {
    manifest_bytes_ = written.manifest_bytes;
    bytes_since_ = 0;
  } else {
    unwritten_ = std::move(written.manifest);
  }
  spare_.clear();
  for (auto& [size, shard] : written.shards) spare_.push_back(std::move(shard));
  return std::nullopt;
}

// Shards that no manifest names yet are kept even if the last step failed.
std::optional<Error> Writer::leave() {
  auto failure = settle();
  if (!unwritten_) return failure;
  unwritten_->shards = manifest_.shards;
  const auto written = put_manifest(*unwritten_);
  if (!written && !failure) failure = written.error();
  return failure;
}

// What cannot be removed is replaced by the next run: the manifest says that nothing is there, and goes
// last.
void Writer::discard() {
  (void)settle();
  log_.reset();
  const auto names = folder_.names();
  if (!names) return;
  for (const std::string& n : *names) {
    if (is_our_name(n) && n != kManifestName) (void)folder_.remove(n);
  }
  (void)drop_columns(folder_);
  (void)folder_.remove(kManifestName);
}

// What cannot be removed is replaced by the next run.
void Writer::discard_empty() const {
  if (resumed_ || !manifest_.shards.empty()) return;
  for (const char* name : {kManifestName, kRejectedName}) (void)folder_.remove(name);
}

std::optional<Error> Writer::finish() {
  if (auto error = settle()) return error;
  manifest_.games = accepted_;
  if (auto error = refuse_unbalanced(manifest_, folder_.path())) return error;
  if (options_.unique) {
    if (auto error = select()) return error;
  }
  if (auto error = step(std::nullopt)) return error;
  return settle();
}

// All sources are read: a run that ends here goes on behind the last of them.
std::optional<Error> Writer::select() {
  const Place end{static_cast<std::uint32_t>(manifest_.sources.size()), 0, 1, 1};
  checked_bytes_ = 0;
  checked_hash_ = io::Hasher().value();
  if (auto error = step(end, /*is_manifest_due=*/true)) return error;
  if (auto error = settle()) return error;
  const auto repeated =
      select_unique(folder_, options_.find, *options_.unique, options_.stop, manifest_);
  if (!repeated) return repeated.error();
  repeated_ = *repeated;
  return std::nullopt;
}

// Everything that it names is safe before it is; returns its length.
Result<std::size_t> Writer::put_manifest(const Manifest& m) const {
  const std::string text = to_json(m, options_.find);
  if (text.size() > kMaxManifestBytes) {
    return Error{ErrorCode::kLimit, 0,
                 concat({folder_.path(), ": ", std::to_string(m.shards.size()),
                         " shards are more than a manifest holds; larger ones (--shard-records) "
                         "are fewer"})};
  }
  if (log_) {
    if (auto error = log_->sync()) return *std::move(error);
  }
  if (auto error = folder_.sync()) return *std::move(error);
  if (options_.beside != nullptr) {
    if (auto error = options_.beside->publish(folder_, m, *seal_of(text))) return *std::move(error);
  }
  if (auto error = folder_.put(kManifestName, {text})) return *std::move(error);
  return text.size();
}

}  // namespace intarsia::data
