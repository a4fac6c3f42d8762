// Games written one by one: the same records as those of a build, with visits beside them.

#include "intarsia/games/game_writer.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "intarsia/data/column.h"
#include "intarsia/data/files.h"
#include "intarsia/data/games_table.h"
#include "intarsia/games/game_files.h"
#include "tests/support/data_set.h"

namespace intarsia {
namespace {

using data::Visit;
using games::GameWriter;
using games::GameWriterOptions;

using Counts = std::vector<std::pair<std::uint16_t, double>>;

constexpr std::uint64_t kRecords = 300;  // in a shard

GameWriterOptions options(const std::string& folder, const std::string& game = "chess") {
  return {.folder = folder,
          .game = game,
          .splits = *data::read_splits("train=0.7,validation=0.3"),
          .seed = 5,
          .shard_records = kRecords};
}

std::vector<game::ReadGame> games_in(const std::string& path) {
  std::vector<game::ReadGame> found;
  auto file = games::GameFile::open(path);
  EXPECT_TRUE(file) << file.error().detail;
  while (auto item = (*file)->next()) {
    if (!item->is_refused()) found.push_back(std::move(item->read));
  }
  EXPECT_FALSE(found.empty());
  return found;
}

std::optional<Error> add(GameWriter& writer, const game::ReadGame& g,
                         std::span<const std::vector<Visit>> visits = {}) {
  return writer.add({.line = *g.line,
                     .outcome = g.recorded.outcome,
                     .evals = g.recorded.evals,
                     .visits = visits,
                     .tags = g.recorded.tags});
}

// The move played in each position, and nothing else.
std::vector<std::vector<Visit>> played(const game::Line& line) {
  const game::RecordType type = line.type().record_type(line.size());
  std::vector<std::vector<Visit>> visits;
  std::vector<std::byte> record(type.bytes);
  for (int ply = 0; ply < line.ply(); ++ply) {
    const game::RecordTargets none;
    line.pack(ply, ply, false, {&none, 1}, record.data());
    Visit v{0, Visit::kAll};
    std::memcpy(&v.move, record.data() + type.move_at, type.move_bytes);
    visits.push_back({v});
  }
  return visits;
}

std::map<std::string, std::string> all_files(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file())
      files[entry.path().string().substr(folder.size())] = test::content_of(entry.path());
  }
  return files;
}

void same_as_build(const std::string& game, const std::string& file) {
  const test::TempFolder folder;
  const std::string built = folder / "built";
  games::BuildOptions o{.inputs = {file}, .folder = built};
  o.rules.splits = options("").splits;
  o.rules.seed = options("").seed;
  o.shard_records = kRecords;
  const auto report = test::made(o);
  ASSERT_TRUE(report) << report.error().detail;

  const std::string written = folder / "written";
  {
    auto writer = GameWriter::open(options(written, game));
    ASSERT_TRUE(writer) << writer.error().detail;
    for (const game::ReadGame& g : games_in(file)) {
      if (g.line->ply() == 0) continue;
      ASSERT_FALSE(add(**writer, g));
    }
    ASSERT_FALSE((*writer)->finish());
  }
  const auto m = data::read_manifest_of(written);
  ASSERT_TRUE(m) << m.error().detail;
  ASSERT_EQ(m->shards, [&] {
    auto shards = report->manifest.shards;
    // Rows say where in the file a game began.
    for (std::size_t i = 0; i < std::min(shards.size(), m->shards.size()); ++i) {
      shards[i].games_hash = m->shards[i].games_hash;
    }
    return shards;
  }());
  for (std::size_t i = 0; i < m->shards.size(); ++i) {
    const auto type = *games::find_record_type(game, m->shards[i].size);
    auto rows = *data::read_games(built, report->manifest, i, type);
    const auto others = *data::read_games(written, *m, i, type);
    for (std::size_t g = 0; g < rows.size(); ++g) {
      rows[g].offset = others[g].offset;
      rows[g].number = others[g].number;
      EXPECT_EQ(rows[g], others[g]) << "shard " << i << ", game " << g;
    }
  }
  EXPECT_TRUE(test::verified(written).differences.empty());
}

TEST(GameWriter, MakesTheRecordsAndSplitsOfABuildOfChess) {
  const test::TempFolder folder;
  // Of a game without a result a file says less than the board, which the writer asks.
  std::string text = test::real_pgn(40);
  for (std::size_t at = text.find("*\n"); at != text.npos; at = text.find("*\n", at)) {
    text.replace(at, 1, "1-0");
  }
  for (std::size_t at = text.find("\"*\""); at != text.npos; at = text.find("\"*\"", at)) {
    text.replace(at, 3, "\"1-0\"");
  }
  same_as_build("chess", folder.file("games.pgn", text));
}

TEST(GameWriter, MakesTheRecordsAndSplitsOfABuildOfHexOfSeveralSizes) {
  const test::TempFolder folder;
  std::string text;
  for (int i = 0; i < 40; ++i) text += "#5,a1b2c3d4e5 b\n#3,a1a1b2c1 r\n#4,b2a1c3 b\n";
  same_as_build("hex", folder.file("games.trmph", text));
}

TEST(GameWriter, MakesTheRecordsAndSplitsOfABuildOfConnectFour) {
  const test::TempFolder folder;
  same_as_build("connect4", folder.file("games.c4", "445 2\n1234567 d\n44444 1\n112233\n"));
}

TEST(GameWriter, StoresVisitsBesideTheRecords) {
  const test::TempFolder folder;
  const auto games = games_in(folder.file("games.pgn", test::real_pgn(30)));
  const std::string path = folder / "set";
  auto writer = GameWriter::open(options(path));
  ASSERT_TRUE(writer);
  // The first games have none: the column begins all the same with the first shard.
  std::size_t rows = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto visits = i < 10 ? std::vector<std::vector<Visit>>() : played(*games[i].line);
    ASSERT_FALSE(add(**writer, games[i], visits));
    rows += visits.size();
  }
  ASSERT_FALSE((*writer)->finish());
  const auto set = data::read_manifest_of(path);
  ASSERT_TRUE(set);
  auto column = data::Column::open(path, *set, "visits");
  ASSERT_TRUE(column) << column.error().detail;
  std::size_t found = 0;
  for (const data::ColumnFile& f : (*column)->manifest().shards) found += f.rows;
  EXPECT_EQ(found, rows);
  EXPECT_TRUE(test::verified(path).differences.empty());
  EXPECT_TRUE(test::verified(path).left_over.empty());
}

TEST(GameWriter, GoesOnBehindWhatIsThere) {
  const test::TempFolder folder;
  const auto games = games_in(folder.file("games.pgn", test::real_pgn(20)));
  const auto write = [&](const std::string& path, std::vector<std::size_t> stops, bool finishes) {
    std::size_t next = 0;
    stops.push_back(games.size());
    for (const std::size_t stop : stops) {
      auto writer = GameWriter::open(options(path));
      ASSERT_TRUE(writer) << writer.error().detail;
      ASSERT_EQ((*writer)->games(), next);
      for (; next < stop; ++next) {
        ASSERT_FALSE(add(**writer, games[next], played(*games[next].line)));
      }
      if (finishes) {
        ASSERT_FALSE((*writer)->finish());
      } else {
        ASSERT_FALSE((*writer)->flush());
      }
      EXPECT_TRUE(test::verified(path).differences.empty());
    }
  };
  write(folder / "at-once", {}, true);
  write(folder / "finished", {6, 7, 15}, true);
  write(folder / "flushed", {6, 7, 15}, false);
  const auto finished = data::read_manifest_of(folder / "finished");
  const auto flushed = data::read_manifest_of(folder / "flushed");
  ASSERT_TRUE(finished && flushed);
  EXPECT_EQ(finished->shards, flushed->shards);
  EXPECT_TRUE(finished->is_complete && !flushed->is_complete);
  EXPECT_EQ(finished->games, games.size());
}

TEST(GameWriter, LosesNoFinishedShardWhereARunEnds) {
  const test::TempFolder folder;
  const auto games = games_in(folder.file("games.pgn", test::real_pgn(12)));
  const std::string whole = folder / "whole";
  const auto write = [&](const std::string& path, io::Folder::Fault fault) {
    GameWriterOptions o = options(path);
    o.fault = std::move(fault);
    auto writer = GameWriter::open(o);
    if (!writer) return false;
    for (std::size_t i = (*writer)->games(); i < games.size(); ++i) {
      if (add(**writer, games[i], played(*games[i].line))) return false;
    }
    return !(*writer)->finish();
  };
  ASSERT_TRUE(write(whole, {}));
  // The system fails at one call after the other, and the next run goes on.
  const std::string path = folder / "set";
  bool is_done = false;
  for (int good = 3; !is_done && good < 200; good += 7) {
    int calls = 0;
    is_done = write(path, [&](std::string_view) { return calls++ < good ? 0 : EIO; });
    if (!std::filesystem::exists(path + "/manifest.json")) continue;
    const auto found = test::verified(path);
    for (const auto& d : found.differences) ADD_FAILURE() << d.file << ": " << d.error.detail;
  }
  EXPECT_TRUE(is_done);
  EXPECT_EQ(all_files(path), all_files(whole));
}

TEST(GameWriter, RefusesWhatItCannotStore) {
  const test::TempFolder folder;
  const auto games = games_in(folder.file("games.pgn", "1. e4 e5 1-0\n"));
  auto writer = GameWriter::open(options(folder / "set"));
  ASSERT_TRUE(writer);
  const auto start = (*games::find_game("chess"))->start(8, {});
  EXPECT_TRUE((*writer)->add({.line = *start}));
  const std::vector<std::vector<Visit>> illegal = {{{17, Visit::kAll}}};
  EXPECT_TRUE(add(**writer, games[0], illegal));
  const std::vector<std::vector<Visit>> many(4);
  EXPECT_TRUE(add(**writer, games[0], many));
  EXPECT_EQ((*writer)->games(), 0U);
  EXPECT_FALSE(add(**writer, games[0]));
  EXPECT_FALSE(GameWriter::open(options(folder / "set"))) << "another is writing there";
  ASSERT_FALSE((*writer)->finish());
  writer->reset();
  GameWriterOptions other = options(folder / "set");
  other.seed = 6;
  EXPECT_FALSE(GameWriter::open(other));
  other.may_replace = true;
  EXPECT_TRUE(GameWriter::open(other));
}

TEST(Visits, AreSharesThatSumUpToTheWhole) {
  const auto thirds = data::to_visits(Counts{{7, 1}, {3, 1}, {5, 1}});
  ASSERT_TRUE(thirds);
  EXPECT_EQ(*thirds, (std::vector<Visit>{{3, 21845}, {5, 21845}, {7, 21845}}));
  for (const auto& counts : {Counts{{1, 0.1}, {2, 0.2}, {3, 1e-9}}, Counts{{1, 799}, {2, 1}},
                             Counts{{9, 1e300}}, Counts{{1, 3}, {2, 3}}}) {
    const auto visits = data::to_visits(counts);
    ASSERT_TRUE(visits);
    unsigned sum = 0;
    for (const Visit& v : *visits) sum += v.weight;
    EXPECT_EQ(sum, Visit::kAll);
  }
  EXPECT_TRUE(data::to_visits(Counts{{1, 0}})->empty());
  EXPECT_FALSE(data::to_visits(Counts{{1, -1}}));
  EXPECT_FALSE(data::to_visits(Counts{{1, NAN}}));
  EXPECT_FALSE(data::to_visits(Counts{{1, 1}, {1, 2}}));
}

}  // namespace
}  // namespace intarsia
