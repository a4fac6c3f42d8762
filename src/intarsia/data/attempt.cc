#include "intarsia/data/attempt.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <utility>

#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/plan.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTagDigits = 8;
constexpr auto kOld = std::chrono::hours(24);

std::string tag_of(std::uint64_t number) { return hex16(number).substr(0, kTagDigits); }

// This host since it was started, as a number that says nothing about it.
const std::string& host_tag() {
  static const std::string kTag = [] {
    char name[256] = {};
    (void)gethostname(name, sizeof name - 1);
    const auto boot = read_whole("/proc/sys/kernel/random/boot_id", 256);
    std::string text(name);
    if (boot) text += *boot;
    return tag_of(io::xxh3(text));
  }();
  return kTag;
}

// ".attempt-00007-".
std::string attempt_prefix(std::size_t part) {
  const std::string number = part_name(part).substr(std::string_view("part-").size());
  return concat({kAttemptPrefix, number, "-"});
}

std::string new_name(std::size_t part) {
  std::random_device random;
  const std::uint64_t number = std::uint64_t{random()} << 32 | random();
  return concat({attempt_prefix(part), host_tag(), "-", tag_of(number)});
}

bool is_old(const std::string& path) {
  std::error_code problem;
  const auto changed = fs::last_write_time(path, problem);
  return !problem && fs::file_time_type::clock::now() - changed > kOld;
}

Result<std::string> text_of(const std::string& folder, const std::string& mark) {
  return read_whole(concat({folder, "/", mark}), kMaxManifestBytes);
}

}  // namespace

Attempt::Attempt(std::string folder, std::string name, std::size_t part, bool is_taken_over)
    : folder_(std::move(folder)),
      name_(std::move(name)),
      path_(concat({folder_, "/", name_})),
      part_(part),
      is_taken_over_(is_taken_over) {}

Result<Attempt> Attempt::begin(const std::string& folder, std::size_t part, bool may_take_over) {
  const std::string dead = concat({attempt_prefix(part), host_tag(), "-"});
  for (std::string& name : may_take_over ? attempts_in(folder) : std::vector<std::string>()) {
    const bool is_left = name.starts_with(dead) && !is_locked(concat({folder, "/", name}));
    if (is_left) return Attempt(folder, std::move(name), part, true);
  }
  return Attempt(folder, new_name(part), part, false);
}

Result<bool> Attempt::publish(const std::string& mark) const {
  const auto all = io::Folder::open(folder_, {}, io::Folder::Lock::kShared);
  if (!all) return all.error();
  const std::string part = part_name(part_);
  // A folder that holds something is in nobody's way: it is not replaced.
  const auto error = all->rename(name_, part);
  if (!error) return false;
  const auto mine = text_of(path_, mark);
  const auto there = text_of(concat({folder_, "/", part}), mark);
  if (!there) return *error;
  if (!mine) return mine.error();
  if (*mine == *there) {
    remove();
    return true;
  }
  const auto a = read_manifest(*mine);
  const auto b = read_manifest(*there);
  const std::string where = a && b ? first_difference(*a, *b) : mark;
  constexpr std::string_view kWhy =
      ": the same part was made twice, and not with the same bytes; the other one is ";
  return Error{ErrorCode::kInvalid, 0, concat({folder_, "/", part, "/", where, kWhy, path_})};
}

void Attempt::remove() const {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

bool is_locked(const std::string& path) {
  const auto kind = fs::symlink_status(path).type();
  return kind != fs::file_type::directory || !io::Folder::open(path);
}

std::vector<std::string> attempts_in(const std::string& folder) {
  const auto names = io::names_in(folder);
  std::vector<std::string> found;
  for (const std::string& n : names ? *names : std::vector<std::string>()) {
    if (n.starts_with(kAttemptPrefix)) found.push_back(n);
  }
  return found;
}

std::size_t remove_old_attempts(const std::string& folder) {
  std::size_t removed = 0;
  for (const std::string& name : attempts_in(folder)) {
    const std::string path = concat({folder, "/", name});
    if (!is_old(path) || is_locked(path)) continue;
    std::error_code problem;
    fs::remove_all(path, problem);
    removed += problem ? 0 : 1;
  }
  return removed;
}

std::string first_difference(const Manifest& a, const Manifest& b) {
  for (std::size_t i = 0; i < std::min(a.shards.size(), b.shards.size()); ++i) {
    const ShardEntry& x = a.shards[i];
    const ShardEntry& y = b.shards[i];
    if (x.hash != y.hash || x.records != y.records) return numbered_name("shard", i);
    if (x.games_hash != y.games_hash) return numbered_name("games", i);
    for (std::size_t s = 0; s < std::min(x.selections.size(), y.selections.size()); ++s) {
      if (x.selections[s].hash != y.selections[s].hash) return x.selections[s].name();
    }
  }
  return a.rejected_hash != b.rejected_hash ? kRejectedName : kManifestName;
}

}  // namespace intarsia::data
