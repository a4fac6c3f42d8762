// Sets that are packed into one, and what comes once: the bytes of one build of everything.

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "intarsia/games/merge.h"
#include "tests/support/data_set.h"

namespace intarsia {
namespace {

using games::BuildOptions;
using test::files_of;
using test::kGames;
using test::open_set;

using Files = std::map<std::string, std::string>;

// Each text as a set of its own, and all of them as one.
struct Sets {
  const test::TempFolder folder;
  std::vector<std::string> parts;
  std::string whole = folder / "whole";

  Sets(BuildOptions how, const std::vector<std::string>& texts, const std::string& ending) {
    how.inputs.clear();
    BuildOptions all = how;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string name = "games" + std::to_string(i);
      const std::string input = folder.file(name + ending, texts[i]);
      all.inputs.push_back(input);
      how.inputs = {input};
      how.folder = folder / name;
      parts.push_back(how.folder);
      make(how);
    }
    all.folder = whole;
    make(all);
  }

  games::MergeOptions merging(const std::string& out) const {
    games::MergeOptions o{.sets = parts, .folder = folder / out};
    o.run.threads = 2;
    return o;
  }

  void expect_merged_as_whole() const {
    const auto report = games::merge(merging("merged"));
    ASSERT_TRUE(report) << report.error().detail;
    EXPECT_EQ(files_of(folder / "merged"), files_of(whole));
  }

 private:
  static void make(const BuildOptions& o) {
    const auto report = test::made(o);
    ASSERT_TRUE(report) << report.error().detail;
  }
};

// A text of games cut where games begin; the last but one is empty.
std::vector<std::string> in_parts(const std::string& pgn) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (int i = 1; i < 4; ++i) {
    const std::size_t end = i == 3 ? pgn.size() : pgn.find("[Event ", pgn.size() / 3 * i);
    parts.push_back(pgn.substr(begin, end - begin));
    begin = end;
  }
  parts.insert(parts.end() - 1, "");
  return parts;
}

BuildOptions chess_options() {
  BuildOptions o;
  o.rules.filters.min_rating = 1600;
  o.shard_records = 1500;
  return o;
}

TEST(Merge, MakesTheBytesOfOneBuild) {
  const auto parts = in_parts(test::real_pgn(kGames, true));
  BuildOptions o = chess_options();
  Sets(o, parts, ".pgn").expect_merged_as_whole();
  o.rules.splits = *data::read_splits("train=0.8,validation=0.2");
  o.rules.seed = 7;
  Sets(o, parts, ".pgn").expect_merged_as_whole();
  o.rules.choices = {.first_ply = 4, .every = 2, .quiet = true};
  o.rules.with_final = true;
  Sets(o, parts, ".pgn").expect_merged_as_whole();
  o.rules.choices = {.sample = 0.3};
  o.shard_records = data::kDefaultShardRecords;
  Sets(o, parts, ".pgn").expect_merged_as_whole();
}

// Many sizes, whose shards are open together and are closed together.
std::string hex_games(int seed) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    const int size = 3 + (i * 7 + seed) % 4;
    text += "#" + std::to_string(size) + ",";
    for (int move = 0; move < 1 + (i + seed) % 6; ++move) {
      text += static_cast<char>('a' + move % 3);
      text += std::to_string(1 + move / 3);
    }
    text += i % 29 == 0 ? "z9\n" : i % 2 == 0 ? " b\n" : "\n";
  }
  return text;
}

TEST(Merge, PutsBoardsOfAllSizesBackInTheirOrder) {
  for (const std::uint64_t shard_records : {40U, 100'000U}) {
    BuildOptions o;
    o.shard_records = shard_records;
    o.rules.splits = *data::read_splits("a=0.5,b=0.5");
    Sets(o, {hex_games(1), hex_games(2), hex_games(3)}, ".trmph").expect_merged_as_whole();
  }
}

// More reasons than are told apart: which are depends on all that came before.
TEST(Merge, CountsReasonsAsOneBuildDoes) {
  std::vector<std::string> texts;
  for (int part = 0; part < 3; ++part) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      const int variant = (part * 17 + i * 7) % 45;
      text += "[Event \"x\"]\n[Variant \"V" + std::to_string(variant) +
              "\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
    }
    texts.push_back(text + "[Event \"y\"]\n[Result \"*\"]\n\n1. e4 Ke4 *\n\n" + test::real_pgn(3));
  }
  const Sets sets({}, texts, ".pgn");
  const auto whole = data::read_manifest_of(sets.whole);
  ASSERT_TRUE(whole);
  ASSERT_GE(whole->rejected.size(), 32U);
  sets.expect_merged_as_whole();
}

TEST(Merge, KeepsTheFirstOfEqualGames) {
  const std::string pgn = test::real_pgn(60);
  // The same moves with another outcome and without evaluations, and the same moves and more.
  std::string again = pgn;
  for (std::size_t at = 0; (at = again.find("[Result \"1-0\"]", at)) != std::string::npos; ++at) {
    again.replace(at, 14, "[Result \"0-1\"]");
  }
  const std::string longer =
      "[Event \"z\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"
      "[Event \"z\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n"
      "[Event \"z\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
  const Sets sets({.shard_records = 500}, {pgn, again, longer, pgn}, ".pgn");
  games::MergeOptions o = sets.merging("unique");
  o.unique_games = true;
  const auto report = games::merge(o);
  ASSERT_TRUE(report) << report.error().detail;
  EXPECT_TRUE(test::verified(o.folder).differences.empty());
  std::set<std::uint64_t> hashes;  // of start and moves
  std::uint64_t games = 0;
  const auto whole = open_set(sets.whole);
  ASSERT_FALSE(whole->for_each_game([&](const game::GameRow& row, auto) {
    hashes.insert(row.hash);
    ++games;
    return std::optional<Error>();
  }));
  std::vector<std::uint64_t> kept;
  ASSERT_FALSE(open_set(o.folder)->for_each_game([&](const game::GameRow& row, auto) {
    kept.push_back(row.hash);
    EXPECT_TRUE(row.source == 0 || row.source == 2) << "not the first";
    return std::optional<Error>();
  }));
  EXPECT_EQ(std::set(kept.begin(), kept.end()), hashes);
  EXPECT_EQ(kept.size(), hashes.size());
  EXPECT_EQ(report->manifest.dropped.at("duplicate"), games - kept.size());
  EXPECT_NE(report->manifest.options.find(R"("unique":["games"])"), std::string::npos);
}

// The records whose position none before has, by the keys of graphs.
std::vector<std::uint64_t> first_of_each(data::Set& set) {
  const games::GameType& type = **games::find_game(set.manifest().game);
  std::set<Key> seen;
  std::vector<std::uint64_t> firsts;
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    const auto record = set.record(i);
    const auto trace = set.trace(i);
    Key key = 0;
    type.rules.identities(trace->game.size, *record, &key);
    if (seen.insert(key).second) firsts.push_back(trace->game.number * 1'000 + trace->ply);
  }
  return firsts;
}

std::vector<std::uint64_t> places_in(data::Set& set) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    const auto trace = set.trace(i);
    places.push_back(trace->game.number * 1'000 + trace->ply);
  }
  return places;
}

TEST(UniquePositions, AreTheFirstAmongWhatIsChosen) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(120));
  for (const data::Choices choices :
       {data::Choices{}, data::Choices{.first_ply = 2, .quiet = true}, data::Choices{.every = 3}}) {
    BuildOptions o{
        .inputs = {pgn}, .folder = folder / "plain", .shard_records = 900, .force = true};
    o.rules.choices = choices;
    o.rules.splits = *data::read_splits("train=0.5,validation=0.5");
    ASSERT_TRUE(test::made(o));
    const auto firsts = first_of_each(*open_set(o.folder));
    const std::uint64_t chosen = open_set(o.folder)->size();
    o.folder = folder / "unique";
    o.unique_positions = true;
    const auto report = test::made(o);
    ASSERT_TRUE(report) << report.error().detail;
    EXPECT_TRUE(test::verified(o.folder).differences.empty());
    EXPECT_EQ(report->repeated, chosen - firsts.size());
    EXPECT_EQ(places_in(*open_set(o.folder)), firsts);
    // A position is in one split only.
    std::multiset<std::uint64_t> both;
    for (const char* split : {"train", "validation"}) {
      for (const std::uint64_t place : places_in(*open_set(o.folder, {.split = split}))) {
        both.insert(place);
      }
    }
    EXPECT_EQ(std::vector(both.begin(), both.end()), firsts);
  }
}

TEST(UniquePositions, OfMergedSetsAreThoseOfOneBuild) {
  const auto parts = in_parts(test::real_pgn(kGames, true));
  BuildOptions o = chess_options();
  o.rules.splits = *data::read_splits("train=0.8,validation=0.2");
  o.rules.choices = {.first_ply = 4, .quiet = true};
  const Sets plain(o, parts, ".pgn");
  o.unique_positions = true;
  const Sets unique(o, parts, ".pgn");
  unique.expect_merged_as_whole();
  games::MergeOptions merging = plain.merging("merged");
  merging.unique_positions = true;
  merging.memory = data::kLeastMemory;
  const auto report = games::merge(merging);
  ASSERT_TRUE(report) << report.error().detail;
  const auto without_names = [](Files files) {
    files.erase(data::kManifestName);  // the names of the inputs are others
    files.erase(data::kRejectedName);
    return files;
  };
  EXPECT_EQ(without_names(files_of(merging.folder)), without_names(files_of(unique.whole)));
}

// Any call of the system may fail: what is completed then is what a sound run makes.
TEST(UniquePositions, AreCompletedAfterAnyFailure) {
  const test::TempFolder folder;
  BuildOptions o{.inputs = {folder.file("games.pgn", test::real_pgn(30))},
                 .folder = folder / "clean",
                 .shard_records = 700,
                 .unique_positions = true};
  o.rules.splits = *data::read_splits("train=0.5,validation=0.5");
  int calls = 0;
  o.fault = [&](std::string_view) { return ++calls, 0; };
  ASSERT_TRUE(test::made(o));
  const Files clean = files_of(o.folder);
  const int all = calls;
  ASSERT_GT(all, 30);
  for (int failing = 1; failing <= all; failing += 3) {
    o.folder = folder / ("broken" + std::to_string(failing));
    calls = 0;
    o.fault = [&](std::string_view) { return ++calls == failing ? ENOSPC : 0; };
    o.resume = false;
    const auto broken = test::made(o);
    o.fault = {};
    o.resume = true;
    const auto mended = test::made(o);
    ASSERT_TRUE(mended) << failing << ": " << mended.error().detail;
    EXPECT_EQ(files_of(o.folder), clean) << failing << (broken ? " did not fail" : "");
    std::filesystem::remove_all(o.folder);
  }
}

TEST(Merge, LeavesNothingIfItFailsOrIsStopped) {
  const Sets sets({.shard_records = 500}, {test::real_pgn(20), test::real_pgn(40)}, ".pgn");
  games::MergeOptions o = sets.merging("merged");
  int calls = 0;
  o.fault = [&](std::string_view) { return ++calls, 0; };
  ASSERT_TRUE(games::merge(o));
  const Files clean = files_of(o.folder);
  const int all = calls;
  for (int failing = 1; failing <= all; failing += failing < 15 ? 1 : 5) {
    std::filesystem::remove_all(o.folder);
    calls = 0;
    o.fault = [&](std::string_view call) {
      return ++calls == failing && call != "unlink" ? ENOSPC : 0;
    };
    const auto broken = games::merge(o);
    o.fault = {};
    if (!broken) {
      // A manifest that could not be removed says that nothing is there.
      for (const auto& [name, content] : files_of(o.folder)) {
        EXPECT_TRUE(name == data::kManifestName || name == data::kRejectedName) << failing;
      }
      ASSERT_TRUE(games::merge(o));
    }
    EXPECT_EQ(files_of(o.folder), clean) << failing;
  }
  const std::atomic<bool> stop = true;
  o.folder += "2";
  o.run.stop = &stop;
  const auto stopped = games::merge(o);
  ASSERT_TRUE(stopped) << stopped.error().detail;
  EXPECT_TRUE(stopped->is_interrupted);
  EXPECT_TRUE(files_of(o.folder).empty());
}

TEST(Merge, RefusesWhatOneBuildWouldNotHaveMade) {
  const test::TempFolder folder;
  const std::string pgn = folder.file("games.pgn", test::real_pgn(20));
  const auto make = [&](const std::string& name, const auto& change) {
    BuildOptions o{.inputs = {pgn}, .folder = folder / name};
    change(o);
    EXPECT_TRUE(test::made(o));
    return o.folder;
  };
  const auto why = [&](const std::vector<std::string>& sets, const std::string& out) {
    const auto report = games::merge({.sets = sets, .folder = folder / out});
    return report ? "" : report.error().detail;
  };
  const std::string plain = make("plain", [](BuildOptions&) {});
  const std::string seeded = make("seeded", [](BuildOptions& o) { o.rules.seed = 1; });
  const std::string rated = make("rated", [](BuildOptions& o) { o.rules.filters.min_rating = 9; });
  const std::string limited = make("limited", [](BuildOptions& o) { o.limit = 5; });
  const std::string hex = folder / "hex";
  ASSERT_TRUE(test::made({.inputs = {folder.file("h.txt", "hex 5 moves a2\n")}, .folder = hex}));
  for (const auto& [set, word] :
       {std::pair{seeded, "seed"}, {rated, "min_elo"}, {hex, "hex"}, {limited, "limit"}}) {
    const std::string said = why({plain, set}, "out");
    EXPECT_NE(said.find(word), std::string::npos) << said;
    EXPECT_NE(said.find(plain), std::string::npos) << said;
    EXPECT_NE(said.find(set), std::string::npos) << said;
  }
  EXPECT_NE(why({limited, limited}, "out").find("--limit 5"), std::string::npos);
  EXPECT_NE(why({plain, folder / "nothing"}, "out").find("nothing"), std::string::npos);
  EXPECT_NE(why({plain, seeded}, "plain").find("written over"), std::string::npos);
  EXPECT_NE(why({plain}, "seeded").find("--force"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(SetsAsOne, AreReadAsTheMergedSet) {
  BuildOptions how = chess_options();
  how.rules.splits = *data::read_splits("train=0.8,validation=0.2");
  const Sets sets(how, in_parts(test::real_pgn(kGames, true)), ".pgn");
  for (const char* split : {"", "train", "validation"}) {
    for (const std::uint64_t cache_bytes : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
      const auto whole = open_set(sets.whole, {.split = split});
      const auto all = data::Set::open(sets.parts, games::find_record_type,
                                       {.split = split, .cache_bytes = cache_bytes});
      ASSERT_TRUE(all) << all.error().detail;
      data::Set& one = **all;
      ASSERT_EQ(one.size(), whole->size());
      EXPECT_TRUE(one.differences().empty());
      EXPECT_EQ(one.manifest().read, whole->manifest().read);
      EXPECT_EQ(one.manifest().rejected, whole->manifest().rejected);
      data::Window a, b;
      for (std::uint64_t i = 0; i < one.size(); i += 7) {
        const auto here = one.trace(i);
        const auto there = whole->trace(i);
        ASSERT_TRUE(here && there);
        EXPECT_EQ(here->source, there->source);
        EXPECT_EQ(here->game.number, there->game.number);
        EXPECT_EQ(here->game.source, there->game.source);
        EXPECT_EQ(here->ply, there->ply);
        EXPECT_EQ(here->folder, sets.parts[here->game.source]);
        ASSERT_FALSE(one.read(std::array{i}, 7, a) || whole->read(std::array{i}, 7, b));
        ASSERT_EQ(a.moments[0].history, b.moments[0].history);
        const std::size_t bytes = one.type().bytes;
        const auto reach = static_cast<std::size_t>(a.moments[0].history) * bytes;
        EXPECT_EQ(std::memcmp(a.moments[0].now - reach, b.moments[0].now - reach, reach + bytes),
                  0);
      }
    }
  }
}

TEST(SetsAsOne, HaveTheSplitsThatAllHave) {
  const test::TempFolder folder;
  const auto make = [&](const std::string& name, const std::string& split, std::uint64_t seed) {
    BuildOptions o{.inputs = {folder.file(name + ".pgn", test::real_pgn(20))},
                   .folder = folder / name};
    o.rules.splits = *data::read_splits(split);
    o.rules.seed = seed;
    EXPECT_TRUE(test::made(o));
    return o.folder;
  };
  const std::string a = make("a", "train=0.5,test=0.5", 1);
  const auto open = [&](const std::string& b, const char* split) {
    return data::Set::open(std::array{a, b}, games::find_record_type, {.split = split});
  };
  EXPECT_TRUE(open(make("b", "train=0.5,test=0.5", 1), "train"));
  const auto other_share = open(make("c", "train=0.6,test=0.4", 1), "train");
  ASSERT_FALSE(other_share);
  EXPECT_NE(other_share.error().detail.find("train=0.6"), std::string::npos);
  const auto other_seed = open(make("d", "train=0.5,test=0.5", 2), "train");
  ASSERT_FALSE(other_seed);
  EXPECT_NE(other_seed.error().detail.find("by seed 2"), std::string::npos);
  EXPECT_FALSE(open(folder / "b", "validation"));
  // All records of them can be read, and what differs is told.
  const auto all = open(folder / "d", "");
  ASSERT_TRUE(all);
  EXPECT_EQ((*all)->differences().size(), 1U);
}

}  // namespace
}  // namespace intarsia
