// Data sets on bad days: interrupted, failing and damaged disks, and other hands.

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/data_set.h"

namespace intarsia {
namespace {

using games::BuildOptions;
using test::kGames;
using test::made;
using test::rich;
using test::verified;

TEST(DataSet, StopsAndGoesOnToTheSameBytes) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(2 * kGames, true));
  ASSERT_TRUE(games::build(rich(pgn, folder / "whole")));
  const auto whole = test::files_of(folder / "whole");
  BuildOptions o = rich(pgn, folder / "parts");
  std::atomic<bool> stop = false;
  o.run.stop = &stop;
  o.resume = true;
  int runs = 0;
  bool is_done = false;
  while (!is_done && runs < 100) {
    int chunks = 0;
    stop = false;
    o.run.progress = [&](const data::Progress&) { stop = ++chunks > runs; };
    const auto r = games::build(o);
    ASSERT_TRUE(r) << r.error().detail;
    is_done = !r->is_interrupted;
    EXPECT_EQ(verified(folder / "parts").differences.size(), 0U);
    ++runs;
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(test::files_of(folder / "parts"), whole);
  EXPECT_TRUE(games::build(o)->was_complete);
}

// A disk that fails at its n-th call, for every n: an error, valid files, and a way on.
TEST(DataSet, SurvivesEveryFailingCall) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(60, true));
  const auto options = [&pgn](const std::string& out) {
    BuildOptions o = rich(pgn, out);
    o.shard_records = 2500;
    return o;
  };
  BuildOptions o = options(folder / "whole");
  int calls = 0;
  o.fault = [&](std::string_view) { return ++calls, 0; };
  ASSERT_TRUE(games::build(o));
  const int all = calls;
  const auto whole = test::files_of(folder / "whole");
  ASSERT_GT(all, 40);
  for (int failing = 1; failing <= all; ++failing) {
    const std::string out = folder / ("out" + std::to_string(failing));
    BuildOptions broken = options(out);
    calls = 0;
    broken.fault = [&](std::string_view) { return ++calls == failing ? ENOSPC : 0; };
    const auto r = games::build(broken);
    ASSERT_FALSE(r) << failing;
    ASSERT_EQ(r.error().code, ErrorCode::kIo);
    if (std::filesystem::exists(out + "/manifest.json")) {
      ASSERT_EQ(verified(out).differences.size(), 0U) << failing;
    }
    BuildOptions again = options(out);
    again.resume = std::filesystem::exists(out + "/manifest.json");
    again.force = !again.resume;
    const auto done = games::build(again);
    ASSERT_TRUE(done) << failing << ": " << done.error().detail;
    ASSERT_EQ(test::files_of(out), whole) << failing;
    std::filesystem::remove_all(out);
  }
}

TEST(DataSet, RefusesToGoOnWithOtherInputOrOptions) {
  const test::TempFolder folder;
  const std::string text = test::real_pgn(100);
  const std::string pgn = folder.file("games.pgn", text);
  BuildOptions o = rich(pgn, folder / "out");
  std::atomic<bool> stop = false;
  o.run.stop = &stop;
  o.run.progress = [&](const data::Progress&) { stop = true; };
  ASSERT_TRUE(games::build(o)->is_interrupted);
  stop = false;
  o.run.progress = {};
  BuildOptions other = o;
  other.resume = true;
  other.rules.seed = 8;
  EXPECT_FALSE(games::build(other));
  EXPECT_FALSE(games::build(o)) << "neither --resume nor --force";
  std::string changed = text;
  changed[20] = 'X';
  folder.file("games.pgn", changed);
  other = o;
  other.resume = true;
  const auto r = games::build(other);
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().detail.find("has changed"), std::string::npos) << r.error().detail;
}

TEST(DataSet, FindsEverySampledFlipAndCut) {
  const test::TempFolder folder;
  BuildOptions o = rich(folder.file("games.pgn", test::real_pgn(15, true)), folder / "out");
  o.shard_records = 300;
  ASSERT_TRUE(games::build(o));
  ASSERT_EQ(verified(folder / "out").differences.size(), 0U);
  const auto files = test::files_of(folder / "out");
  std::uint64_t random = 1;
  int tried = 0;
  const auto finds = [&](const std::string& name, const std::string& bytes) {
    const std::string path = folder / ("out/" + name);
    std::ofstream(path, std::ios::binary) << bytes;
    ++tried;
    const auto v =
        data::verify(folder / "out", games::find_record_type, {.depth = data::Depth::kHashes});
    return v && !v->differences.empty();
  };
#ifdef INTARSIA_SLOW_BUILD
  const std::size_t each = 60;
#else
  const std::size_t each = 5000 / files.size() + 1;
#endif
  for (const auto& [name, bytes] : files) {
    for (std::size_t i = 0; i < each; ++i) {
      random = random * 6364136223846793005 + 1442695040888963407;
      const std::size_t at = (random >> 33) % bytes.size();
      std::string damaged = bytes;
      if (i % 4 == 0) {
        damaged.resize(at);
      } else {
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random >> 24 & 7)));
      }
      ASSERT_TRUE(finds(name, damaged)) << name << " byte " << at << (i % 4 == 0 ? " cut" : "");
    }
    ASSERT_TRUE(finds(name, bytes + '\0')) << name;
    folder.file("out/" + name, bytes);
  }
#ifndef INTARSIA_SLOW_BUILD
  EXPECT_GE(tried, 5000);
#endif
  EXPECT_EQ(verified(folder / "out").differences.size(), 0U);
}

// A run may end before its first shard, or while it replaces another set: nothing but names of ours,
// or a manifest and what it does not speak of.
TEST(DataSet, IsBegunAnewWhereNothingIsFinished) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(60));
  ASSERT_TRUE(games::build(rich(pgn, folder / "whole")));
  const auto whole = test::files_of(folder / "whole");
  BuildOptions o = rich(pgn, folder / "out");
  o.resume = true;
  std::filesystem::create_directory(folder / "out");
  folder.file("out/.tmp-manifest.json", "{");
  ASSERT_TRUE(games::build(o));
  EXPECT_EQ(test::files_of(folder / "out"), whole);
  // Killed just after the manifest of a set that replaces this one was written.
  int removals = 0;
  o.resume = false;
  o.force = true;
  o.rules.seed = 8;
  o.fault = [&](std::string_view call) { return call == "unlink" && ++removals == 1 ? EIO : 0; };
  EXPECT_FALSE(games::build(o));
  ASSERT_GT(removals, 0);
  o.fault = {};
  o.force = false;
  o.resume = true;
  const auto done = games::build(o);
  ASSERT_TRUE(done) << done.error().detail;
  BuildOptions again = rich(pgn, folder / "again");
  again.rules.seed = 8;
  ASSERT_TRUE(games::build(again));
  EXPECT_EQ(test::files_of(folder / "out"), test::files_of(folder / "again"));
}

TEST(DataSet, ChecksShardsBeforeTheyAreUsed) {
  const test::TempFolder folder;
  ASSERT_TRUE(
      made({.inputs = {folder.file("games.pgn", test::real_pgn(5))}, .folder = folder / "out"}));
  const std::string shard = folder / "out/shard-00000.npy";
  std::string bytes = test::files_of(folder / "out").at("shard-00000.npy");
  bytes[bytes.size() - 8] ^= 1;  // a clock, or a flag: a record all the same
  std::ofstream(shard, std::ios::binary) << bytes;
  for (const std::uint64_t cache_bytes : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
    const auto set = test::open_set(folder / "out", {.cache_bytes = cache_bytes});
    const auto record = set->record(0);
    ASSERT_FALSE(record);
    EXPECT_NE(record.error().detail.find("checksum"), std::string::npos) << record.error().detail;
    EXPECT_TRUE(set->for_each_game([](const auto&, auto) { return std::optional<Error>(); }));
  }
  data::Window window;
  const std::uint64_t first = 0;
  EXPECT_TRUE(test::open_set(folder / "out")->read({&first, 1}, 0, window));
}

TEST(DataSet, NeverOverwritesUnasked) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(20));
  BuildOptions o{.inputs = {pgn}, .folder = folder / "out"};
  ASSERT_TRUE(made(o));
  const auto before = test::files_of(folder / "out");
  EXPECT_FALSE(made(o));
  o.rules.seed = 5;
  EXPECT_FALSE(made(o));
  EXPECT_EQ(test::files_of(folder / "out"), before);
  o.force = true;
  ASSERT_TRUE(made(o));
  EXPECT_NE(test::files_of(folder / "out"), before);
  folder.file("out/notes.txt", "mine");
  ASSERT_TRUE(made(o));
  EXPECT_EQ(test::content_of(folder / "out/notes.txt"), "mine") << "not our file";
}

}  // namespace
}  // namespace intarsia
