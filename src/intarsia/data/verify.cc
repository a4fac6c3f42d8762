#include "intarsia/data/verify.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/shard.h"
#include "intarsia/data/writer.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

// A shard file is read whole; no writer of ours makes a larger one.
constexpr std::uint64_t kMaxFileBytes = 4 * kMaxOpenBytes;

Error wrong(std::uint64_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

// An array file of ours, its bytes having the hash.
struct Checked {
  std::string text;
  std::size_t data_at;
  std::string_view rows() const { return std::string_view(text).substr(data_at); }
};

class ShardCheck {
 public:
  ShardCheck(const std::string& folder, const Manifest& m, std::size_t number,
             const FindRecordType& find, bool hashes_only)
      : folder_(folder),
        manifest_(m),
        entry_(m.shards[number]),
        number_(number),
        type_(find(m.game, entry_.size)),
        hashes_only_(hashes_only) {}

  Verified run() {
    if (!type_) {
      note(numbered_name("shard", number_), type_.error());
      return std::move(found_);
    }
    const auto records = array(numbered_name("shard", number_), npy_type(type_->fields),
                               type_->bytes, entry_.records, entry_.hash);
    const auto games = array(numbered_name("games", number_), npy_type(kGameFields),
                             sizeof(GameRow), entry_.games, entry_.games_hash);
    found_.records = records ? entry_.records : 0;
    if (records && !hashes_only_) check_records(records->rows());
    if (records && games) check_games(records->rows(), games->rows());
    for (const SelectionEntry& s : entry_.selections) {
      const auto chosen =
          array(s.name(), std::string(kSelectionType), sizeof(std::uint32_t), s.records, s.hash);
      if (chosen) check_selection(s.name(), chosen->rows());
    }
    return std::move(found_);
  }

 private:
  void note(const std::string& file, Error e) {
    if (!found_.differences.empty() && found_.differences.back().file == file) return;
    found_.differences.push_back({file, std::move(e)});
  }

  std::optional<Checked> array(const std::string& name, const std::string& type,
                               std::size_t element_bytes, std::uint64_t count, std::uint64_t hash) {
    ++found_.files;
    auto text = read_whole(concat({folder_, "/", name}), kMaxFileBytes);
    if (!text) {
      note(name, text.error());
      return std::nullopt;
    }
    found_.bytes += text->size();
    const auto rows = read_header(*text, text->size(), type, element_bytes);
    if (!rows) {
      note(name, rows.error());
    } else if (*rows != count) {
      note(name, wrong(0, "another number of rows than the manifest says"));
    } else if (io::xxh3(*text) != hash) {
      note(name, wrong(0, "its hash is not that of the manifest: its bytes were changed"));
    } else {
      const std::size_t data_at = text->size() - count * element_bytes;
      return Checked{*std::move(text), data_at};
    }
    return std::nullopt;
  }

  void check_records(std::string_view rows) {
    const std::size_t each = type_->bytes;
    const auto bytes = std::as_bytes(std::span(rows));
    for (std::size_t at = 0; at < bytes.size(); at += each) {
      if (auto error = type_->check(type_->size, bytes.subspan(at, each))) {
        note(numbered_name("shard", number_),
             wrong(at + error->offset,
                   concat({"record ", std::to_string(at / each), ": ", error->detail})));
        return;
      }
    }
  }

  // Games lie one after the other without a gap, and the records say so too.
  void check_games(std::string_view records, std::string_view games) {
    const std::string name = numbered_name("games", number_);
    std::uint64_t next = 0;
    for (std::size_t at = 0; at < games.size(); at += sizeof(GameRow)) {
      GameRow row;
      std::memcpy(&row, games.data() + at, sizeof row);
      if (row.first != next || row.records == 0 || next + row.records > entry_.records ||
          row.size != entry_.size || row.split > manifest_.splits.size()) {
        return note(name, wrong(at, "games that do not tile their shard"));
      }
      for (std::uint32_t i = 0; i < row.records; ++i, ++next) {
        const auto* record =
            reinterpret_cast<const std::byte*>(records.data() + next * type_->bytes);
        if (type_->is_first(record) != (i == 0)) {
          return note(name, wrong(at, "a game that does not begin with its first record"));
        }
      }
    }
    if (next != entry_.records) note(name, wrong(games.size(), "records without a game"));
  }

  void check_selection(const std::string& name, std::string_view rows) {
    std::int64_t before = -1;
    for (std::size_t at = 0; at < rows.size(); at += sizeof(std::uint32_t)) {
      std::uint32_t record = 0;
      std::memcpy(&record, rows.data() + at, sizeof record);
      if (record <= before || record >= entry_.records) {
        return note(name, wrong(at, "records out of order or beyond the shard"));
      }
      before = record;
    }
  }

  const std::string& folder_;
  const Manifest& manifest_;
  const ShardEntry& entry_;
  std::size_t number_;
  Result<RecordType> type_;
  bool hashes_only_;
  Verified found_;
};

// Behind what the manifest knows there may be lines of a run that was killed, but only then.
void check_log(const std::string& folder, const Manifest& m, Verified& found) {
  ++found.files;
  const std::string path = concat({folder, "/", kRejectedName});
  std::error_code ignored;
  const bool is_begun = m.is_complete || m.rejected_bytes != 0;
  if (!is_begun && !std::filesystem::exists(path, ignored)) return;
  const auto hash = hash_of(path, m.rejected_bytes);
  if (!hash) {
    found.differences.push_back({kRejectedName, hash.error()});
    return;
  }
  found.bytes += m.rejected_bytes;
  const bool is_longer = std::filesystem::file_size(path, ignored) != m.rejected_bytes;
  if (*hash != m.rejected_hash || (is_longer && m.is_complete)) {
    found.differences.push_back(
        {kRejectedName, wrong(0, "its hash or length is not that of the manifest")});
  }
}

void find_left_over(const std::string& folder, const Manifest& m, Verified& found) {
  const std::set<std::string> known = file_names(m);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    std::string name = entry.path().filename().string();
    if (is_our_name(name) && !known.contains(name)) found.left_over.push_back(std::move(name));
  }
  std::sort(found.left_over.begin(), found.left_over.end());
}

void merge(Verified& all, Verified&& part) {
  all.files += part.files;
  all.bytes += part.bytes;
  all.records += part.records;
  for (Difference& d : part.differences) all.differences.push_back(std::move(d));
}

}  // namespace

Result<Verified> verify(const std::string& folder, const FindRecordType& find,
                        const VerifyOptions& options) {
  Verified all;
  all.files = 1;
  const auto manifest = read_manifest_of(folder);
  if (!manifest && manifest.error().code == ErrorCode::kNotFound) return manifest.error();
  if (!manifest) {
    all.differences.push_back({kManifestName, manifest.error()});
    return all;
  }
  all.is_complete = manifest->is_complete;
  std::vector<Verified> parts(manifest->shards.size());
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  std::uint64_t done = 0;
  const auto loop = [&] {
    for (std::size_t i = next++; i < parts.size(); i = next++) {
      parts[i] = ShardCheck(folder, *manifest, i, find, options.hashes_only).run();
      const std::lock_guard lock(telling);
      done += parts[i].bytes;
      if (options.progress) options.progress(done);
    }
  };
  {
    std::vector<std::jthread> helpers;  // joined when they go out of scope
    for (unsigned i = 1; i < std::min<std::size_t>(options.threads, parts.size()); ++i) {
      helpers.emplace_back(loop);
    }
    loop();
  }
  for (Verified& part : parts) merge(all, std::move(part));
  check_log(folder, *manifest, all);
  find_left_over(folder, *manifest, all);
  return all;
}

}  // namespace intarsia::data
