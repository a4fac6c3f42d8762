#include "intarsia/data/verify.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

#include "intarsia/base/text.h"
#include "intarsia/data/column_check.h"
#include "intarsia/data/files.h"
#include "intarsia/data/games_table.h"
#include "intarsia/data/selection.h"
#include "intarsia/data/writer.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/parallel.h"

namespace intarsia::data {

namespace {

constexpr std::size_t kAtOnce = 1'024;  // shards

Error wrong(std::uint64_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

class ShardCheck {
 public:
  ShardCheck(const std::string& folder, const Manifest& m, std::size_t number,
             const FindRecordType& find, Depth depth)
      : folder_(folder),
        manifest_(m),
        entry_(m.shards[number]),
        number_(number),
        type_(find(m.game, entry_.size)),
        depth_(depth) {}

  Verified run() {
    if (!type_) {
      note(shard_name(), type_.error());
      return std::move(found_);
    }
    check_array(shard_name(), shard_file(folder_, manifest_, number_, *type_),
                [this](const Array& records) { check_records(records); });
    check_array(games_name(), games_file(folder_, manifest_, number_),
                [this](const Array& games) { check_rows(games); });
    for (const SelectionEntry& s : entry_.selections) {
      check_array(s.name(), selection_file(folder_, s),
                  [&](const Array& chosen) { check_selection(s, chosen); });
    }
    return std::move(found_);
  }

 private:
  std::string shard_name() const { return numbered_name("shard", number_); }
  std::string games_name() const { return numbered_name("games", number_); }

  void note(const std::string& file, Error e) {
    if (!found_.differences.empty() && found_.differences.back().file == file) return;
    found_.differences.push_back({file, std::move(e)});
  }

  // One file after the other is in memory; only at the greatest depth its content is looked at.
  template <class Check>
  void check_array(const std::string& name, const ArrayFile& file, Check check) {
    ++found_.files;
    if (depth_ != Depth::kAll) {
      found_.bytes += file.count * file.element_bytes;
      auto error = depth_ == Depth::kHashes ? check_hash(file) : check_length(file);
      if (error) note(name, *std::move(error));
      return;
    }
    const auto array = read_array(file);
    if (!array) return note(name, array.error());
    found_.bytes += array->size;
    check(*array);
  }

  void check_records(const Array& array) {
    const std::size_t each = type_->bytes;
    const auto bytes = std::as_bytes(std::span(array.rows()));
    for (std::size_t at = 0; at < bytes.size(); at += each) {
      const auto record = bytes.subspan(at, each);
      if (auto error = type_->check(type_->size, record)) {
        return note(shard_name(),
                    wrong(array.data_at + at + error->offset,
                          concat({"record ", std::to_string(at / each), ": ", error->detail})));
      }
      is_first_.push_back(type_->is_first(record.data()));
    }
    found_.records = entry_.records;
  }

  // Games lie one after the other without a gap, and the records say so too.
  void check_rows(const Array& array) {
    std::vector<GameRow> rows(entry_.games);
    if (!rows.empty()) std::memcpy(rows.data(), array.rows().data(), array.rows().size());
    if (auto error = check_games(rows, manifest_, entry_, *type_)) {
      return note(games_name(), std::move(*error).moved_by(array.data_at));
    }
    if (is_first_.size() != entry_.records) return;  // the records are not sound
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::uint32_t ply = 0; ply < rows[i].records; ++ply) {
        if (is_first_[rows[i].first + ply] == (ply == 0)) continue;
        return note(games_name(), wrong(array.data_at + i * sizeof(GameRow),
                                        "a game that does not begin with its first record"));
      }
    }
  }

  void check_selection(const SelectionEntry& s, const Array& array) {
    const auto chosen = Selection::read(array.rows(), s, entry_.records);
    if (!chosen) note(s.name(), Error(chosen.error()).moved_by(array.data_at));
  }

  const std::string& folder_;
  const Manifest& manifest_;
  const ShardEntry& entry_;
  std::size_t number_;
  Result<RecordType> type_;
  Depth depth_;
  std::vector<bool> is_first_;  // for each record: of its game, if all records are sound
  Verified found_;
};

// Behind what the manifest knows there may be lines of a run that was killed, but only then.
void check_log(const std::string& folder, const Manifest& m, Verified& found) {
  ++found.files;
  const std::string path = concat({folder, "/", kRejectedName});
  const auto note = [&found](Error e) { found.add({kRejectedName, std::move(e)}); };
  const auto file = io::RandomFile::open(path);
  if (!file) {
    const bool is_begun = m.is_complete || m.rejected_bytes != 0;
    if (is_begun || file.error().code != ErrorCode::kNotFound) note(file.error());
    return;
  }
  const bool is_long_enough = m.is_complete ? file->size() == m.rejected_bytes  //
                                            : file->size() >= m.rejected_bytes;
  if (!is_long_enough) return note(wrong(0, "its length is not that of the manifest"));
  found.bytes += m.rejected_bytes;
  const auto hash = hash_of(path, m.rejected_bytes);
  if (!hash) return note(hash.error());
  if (*hash != m.rejected_hash) note(changed_bytes());
}

std::optional<Error> find_left_over(const std::string& folder, const Manifest& m, Verified& found) {
  const auto names = io::names_in(folder);
  if (!names) return names.error();
  const std::set<std::string> known = file_names(m);
  for (const std::string& name : *names) {
    if (is_our_name(name) && !known.contains(name)) found.left_over.push_back(name);
  }
  return std::nullopt;
}

void merge(Verified& all, Verified&& part) {
  all.files += part.files;
  all.bytes += part.bytes;
  all.records += part.records;
  all.more += part.more;
  for (Difference& d : part.differences) all.add(std::move(d));
}

}  // namespace

void Verified::add(Difference d) {
  if (differences.size() < kMaxDifferences) {
    differences.push_back(std::move(d));
  } else {
    ++more;
  }
}

Verified verify_files(const std::string& folder, const Manifest& m, const FindRecordType& find,
                      const VerifyOptions& options) {
  Verified all;
  all.files = 1;
  all.is_complete = m.is_complete;
  std::mutex telling;
  std::uint64_t done = 0;
  // Some at a time, so that what is found of very many shards need not be kept.
  for (std::size_t first = 0; first < m.shards.size(); first += kAtOnce) {
    std::vector<Verified> parts(std::min(kAtOnce, m.shards.size() - first));
    io::in_parallel(parts.size(), options.threads, [&](std::size_t i) {
      parts[i] = ShardCheck(folder, m, first + i, find, options.depth).run();
      const std::lock_guard lock(telling);
      done += parts[i].bytes;
      if (options.progress) options.progress(done);
    });
    for (Verified& part : parts) merge(all, std::move(part));
  }
  check_log(folder, m, all);
  return all;
}

Result<Verified> verify(const std::string& folder, const FindRecordType& find,
                        const VerifyOptions& options) {
  const auto manifest = read_manifest_of(folder);
  const auto is_system = [](ErrorCode c) {
    return c == ErrorCode::kNotFound || c == ErrorCode::kIo;
  };
  if (!manifest && is_system(manifest.error().code)) return manifest.error();
  if (!manifest) {
    Verified none;
    none.files = 1;
    none.differences.push_back({kManifestName, manifest.error()});
    return none;
  }
  Verified all = verify_files(folder, *manifest, find, options);
  if (auto error = find_left_over(folder, *manifest, all)) return *std::move(error);
  if (auto error = check_columns(folder, *manifest, find, options, all)) return *std::move(error);
  return all;
}

}  // namespace intarsia::data
