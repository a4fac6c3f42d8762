// How a writer begins: anew, where an earlier run ended, or behind a set that is complete.

#include <algorithm>
#include <set>

#include "intarsia/base/text.h"
#include "intarsia/data/column_writer.h"
#include "intarsia/data/files.h"
#include "intarsia/data/verify.h"
#include "intarsia/data/writer.h"

namespace intarsia::data {

namespace {

Error refused(std::string detail) { return Error{ErrorCode::kIo, 0, std::move(detail)}; }

// The first difference between two runs that makes one unfit to complete the other.
std::string_view difference(const Manifest& a, const Manifest& b) {
  if (a.tool != b.tool) return "the version of the tool";
  if (a.options != b.options) return "the options or the inputs";
  if (a.seed != b.seed) return "the seed";
  return a.splits == b.splits ? "" : "the split";
}

}  // namespace

bool is_our_name(std::string_view name) {
  if (name == kManifestName || name == kRejectedName) return true;
  if (name.starts_with(io::kTemporaryPrefix)) {
    return is_our_name(name.substr(io::kTemporaryPrefix.size()));
  }
  for (std::string_view kind : {"shard-", "games-", "selection-"}) {
    if (!name.starts_with(kind) || !name.ends_with(".npy")) continue;
    const auto digits = name.substr(kind.size(), name.size() - kind.size() - 4);
    if (digits.size() >= 5 && std::all_of(digits.begin(), digits.end(), is_digit)) return true;
  }
  return false;
}

Result<std::unique_ptr<Writer>> Writer::open(WriterOptions options) {
  auto folder = io::Folder::open(options.folder, options.fault);
  if (!folder) return folder.error();
  std::unique_ptr<Writer> writer(new Writer(std::move(options), *std::move(folder)));
  const auto has_set = writer->folder_.has(kManifestName);
  if (!has_set) return has_set.error();
  if (*has_set && writer->options_.may_resume && !writer->options_.may_replace) {
    const auto found = read_manifest_of(writer->folder_.path());
    if (!found) return found.error();
    if (auto error = writer->resume(*found)) return *std::move(error);
    return writer;
  }
  // A run that ended before its first shard, and is not to be completed, leaves nothing to lose.
  if (*has_set && !writer->options_.may_replace) {
    const auto found = read_manifest_of(writer->folder_.path());
    writer->options_.may_replace = found && !found->is_complete && found->shards.empty();
  }
  if (auto error = writer->begin_new()) return *std::move(error);
  return writer;
}

// The manifest goes first: from then on a run that ends anywhere can be completed.
std::optional<Error> Writer::begin_new() {
  const auto names = folder_.names();
  if (!names) return names.error();
  const bool has_manifest = std::find(names->begin(), names->end(), kManifestName) != names->end();
  for (const std::string& n : *names) {
    const bool is_ours = is_our_name(n) || n == kColumnsName;
    if (!is_ours || n.starts_with(io::kTemporaryPrefix) || options_.may_replace) continue;
    return refused(has_manifest
                       ? concat({folder_.path(), " holds a data set (", n,
                                 "); --resume completes it, --force replaces it"})
                       : concat({folder_.path(), " holds ", n,
                                 " of a data set without its manifest; --force replaces it"}));
  }
  manifest_.next = Next{};
  manifest_.rejected_hash = log_hash_.value();
  checked_hash_ = io::Hasher().value();
  manifest_.next->checked_hash = checked_hash_;
  if (const auto written = put_manifest(manifest_); !written) return written.error();
  if (auto error = folder_.remove(kRejectedName)) return error;
  if (auto error = remove_others()) return error;
  if (auto error = drop_columns(folder_)) return error;
  if (options_.beside != nullptr) {
    if (auto error = options_.beside->begin(folder_, manifest_)) return error;
  }
  return open_log(0);
}

// What the manifest does not speak of: left over by runs that ended early.
std::optional<Error> Writer::remove_others() const {
  const std::set<std::string> known = file_names(manifest_);
  const auto names = folder_.names();
  if (!names) return names.error();
  for (const std::string& n : *names) {
    if (!is_our_name(n) || known.contains(n)) continue;
    if (auto error = folder_.remove(n)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Writer::resume(const Manifest& found) {
  if (const std::string_view what = difference(found, manifest_); !what.empty()) {
    return refused(concat({folder_.path(), ": ", what,
                           " of the data set differs from this run's: it cannot be completed"}));
  }
  if (auto error = check_files(found)) return error;
  manifest_ = found;
  if (found.is_complete && !options_.may_append) return std::nullopt;
  if (options_.beside != nullptr) {
    if (auto error = options_.beside->begin(folder_, found)) return error;
  }
  if (found.is_complete) {
    if (auto error = open_again()) return error;
  }
  resumed_ = manifest_.next;
  accepted_ = found.games;
  positions_ = found.positions;
  for (const ShardEntry& e : found.shards) selections_ += e.selections.size();
  if (auto error = remove_others()) return error;
  return open_log(found.rejected_bytes);
}

// A set that was complete, for more games of its last source.
std::optional<Error> Writer::open_again() {
  manifest_.is_complete = false;
  manifest_.next.emplace();
  manifest_.next->place.game = manifest_.read + 1;
  manifest_.next->checked_hash = io::Hasher().value();
  if (!manifest_.sources.empty()) manifest_.sources.pop_back();
  const auto written = put_manifest(manifest_);
  return written ? std::nullopt : std::optional(written.error());
}

// What is kept of an earlier run must be what that run wrote.
std::optional<Error> Writer::check_files(const Manifest& found) const {
  const Verified seen =
      verify_files(folder_.path(), found, options_.find,
                   {.threads = options_.threads,
                    .depth = options_.may_trust ? Depth::kLengths : Depth::kHashes,
                    .progress = options_.checking});
  if (seen.differences.empty()) return std::nullopt;
  const Difference& first = seen.differences.front();
  const std::size_t others = seen.differences.size() - 1;
  const std::string more = others == 0 ? "" : concat({" (and ", std::to_string(others), " more)"});
  constexpr std::string_view kNext =
      ": the data set cannot be completed; `intarsia verify` finds all that is wrong, "
      "--force builds it anew";
  const std::string path = concat({folder_.path(), "/", first.file});
  const bool is_named = first.error.detail.find(path) != std::string::npos;
  return Error{first.error.code, first.error.offset,
               concat({is_named ? "" : path + ": ", first.error.detail, more, kNext})};
}

std::optional<Error> Writer::open_log(std::uint64_t keep) {
  auto log = io::LogFile::open(folder_, kRejectedName, keep);
  if (!log) return log.error();
  log_.emplace(*std::move(log));
  if (keep == 0) return std::nullopt;
  const std::string path = concat({folder_.path(), "/", kRejectedName});
  const auto hash = hash_of(path, keep, &log_hash_);
  if (!hash) return hash.error();
  if (*hash == manifest_.rejected_hash) return std::nullopt;
  return refused(concat({path, " was changed"}));
}

}  // namespace intarsia::data
