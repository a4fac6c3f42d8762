// Columns beside the records of a data set: written shard by shard, read at random, verified.

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/data/column.h"
#include "intarsia/data/column_check.h"
#include "intarsia/data/column_writer.h"
#include "tests/support/data_set.h"

namespace intarsia {
namespace {

using data::Column;
using data::ColumnManifest;
using data::ColumnWriter;
using data::Visit;

namespace fs = std::filesystem;

class Columns : public testing::Test {
 protected:
  // Built once: each test has a copy.
  static void SetUpTestSuite() {
    built_ = std::make_unique<test::TempFolder>();
    games::BuildOptions o{.inputs = {built_->file("games.pgn", test::real_pgn(30))},
                          .folder = *built_ / "set"};
    o.shard_records = 700;
    ASSERT_TRUE(test::made(o));
  }
  static void TearDownTestSuite() { built_.reset(); }

  void SetUp() override {
    fs::copy(*built_ / "set", path(), fs::copy_options::recursive);
    const auto set = data::read_manifest_of(path());
    ASSERT_TRUE(set) << set.error().detail;
    set_ = *set;
    ASSERT_GT(set_.shards.size(), 2U);
  }

  std::string path() const { return folder_ / "set"; }
  std::string column_path(const std::string& name) const {
    return data::column_folder(path(), name);
  }

  static ColumnManifest head(const std::string& name = "net7") {
    return {.name = name, .type = {"<f4", {2}, false}, .meaning = "what a network says"};
  }

  // Two numbers by which every row differs.
  static std::vector<float> rows(std::size_t shard, std::uint64_t records, float more = 0) {
    std::vector<float> out(records * 2);
    std::iota(out.begin(), out.end(), static_cast<float>(shard) * 10'000 + more);
    return out;
  }

  void write(const ColumnManifest& head, float more = 0, bool may_replace = false) const {
    auto writer = ColumnWriter::open(path(), head, may_replace);
    ASSERT_TRUE(writer) << writer.error().detail;
    for (std::size_t i = 0; i < set_.shards.size(); ++i) put(**writer, i, more);
    const auto is_whole = (*writer)->finish();
    ASSERT_TRUE(is_whole) << is_whole.error().detail;
    EXPECT_TRUE(*is_whole);
  }
  void put(ColumnWriter& writer, std::size_t shard, float more = 0) const {
    const auto values = rows(shard, set_.shards[shard].records, more);
    EXPECT_FALSE(writer.put(shard, std::as_bytes(std::span(values))));
  }

  // The first number of the first row of a shard.
  float first_of(std::size_t shard, const std::string& name = "net7") const {
    const auto column = Column::open(path(), set_, name);
    EXPECT_TRUE(column) << column.error().detail;
    std::array<float, 2> row{};
    if (column) {
      EXPECT_FALSE((*column)->read(shard, 0, std::as_writable_bytes(std::span(row))));
    }
    return row[0];
  }

  // Visits of every second position: the move played, and nothing else.
  void write_visits(std::uint16_t weight = Visit::kAll) const {
    auto writer = ColumnWriter::open(
        path(), {.name = "visits", .type = {std::string(data::kVisitType), {}, true}}, false);
    ASSERT_TRUE(writer) << writer.error().detail;
    for (std::size_t i = 0; i < set_.shards.size(); ++i) {
      const auto type = *games::find_record_type("chess", set_.shards[i].size);
      const auto array = data::read_array(data::shard_file(path(), set_, i, type));
      ASSERT_TRUE(array);
      std::vector<Visit> visits;
      std::vector<std::uint64_t> offsets = {0};
      for (std::uint64_t r = 0; r < set_.shards[i].records; ++r) {
        Visit v{0, weight};
        std::memcpy(&v.move, array->rows().data() + r * type.bytes + type.move_at, sizeof v.move);
        if (r % 2 == 0) visits.push_back(v);
        offsets.push_back(visits.size());
      }
      ASSERT_FALSE((*writer)->put(i, std::as_bytes(std::span(visits)), offsets));
    }
    ASSERT_TRUE(*(*writer)->finish());
  }

  static std::unique_ptr<test::TempFolder> built_;
  test::TempFolder folder_;
  data::Manifest set_;
};

std::unique_ptr<test::TempFolder> Columns::built_;

TEST_F(Columns, AreReadAtRandomAsTheyWereWritten) {
  write(head());
  for (const std::uint64_t cache_bytes : {std::uint64_t{0}, Column::kCacheBytes}) {
    auto column = Column::open(path(), set_, "net7", cache_bytes);
    ASSERT_TRUE(column) << column.error().detail;
    EXPECT_EQ((*column)->manifest().meaning, "what a network says");
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
      const std::size_t shard = random() % set_.shards.size();
      const auto record = static_cast<std::uint32_t>(random() % set_.shards[shard].records);
      std::array<float, 2> row{};
      ASSERT_FALSE((*column)->read(shard, record, std::as_writable_bytes(std::span(row))));
      const float first = static_cast<float>(shard) * 10'000 + static_cast<float>(2 * record);
      EXPECT_EQ(row, (std::array<float, 2>{first, first + 1}));
    }
  }
  EXPECT_EQ(*data::column_names(path()), std::vector<std::string>{"net7"});
}

TEST_F(Columns, OfAnyNumberOfRowsAreReadRecordByRecord) {
  write_visits();
  for (const std::uint64_t cache_bytes : {std::uint64_t{0}, Column::kCacheBytes}) {
    auto column = Column::open(path(), set_, "visits", cache_bytes);
    ASSERT_TRUE(column) << column.error().detail;
    std::vector<std::byte> bytes;
    ASSERT_FALSE((*column)->append(0, 1, bytes));
    EXPECT_TRUE(bytes.empty());
    ASSERT_FALSE((*column)->append(0, 2, bytes));
    ASSERT_EQ(bytes.size(), sizeof(Visit));
    Visit v;
    std::memcpy(&v, bytes.data(), sizeof v);
    EXPECT_EQ(v.weight, Visit::kAll);
  }
}

TEST_F(Columns, AreThereWholeOrNotAtAll) {
  auto writer = ColumnWriter::open(path(), head(), false);
  ASSERT_TRUE(writer);
  put(**writer, 0);
  EXPECT_FALSE(*(*writer)->finish());
  EXPECT_FALSE(Column::open(path(), set_, "net7"));
  const auto found = test::verified(path());
  EXPECT_TRUE(found.differences.empty());
  EXPECT_EQ(found.left_over, std::vector<std::string>{"columns/.tmp-net7"});
}

TEST_F(Columns, AreGoneOnWithWhereARunEnded) {
  {
    auto writer = ColumnWriter::open(path(), head(), false);
    ASSERT_TRUE(writer);
    put(**writer, 1);
  }
  auto writer = ColumnWriter::open(path(), head(), false);
  ASSERT_TRUE(writer) << writer.error().detail;
  EXPECT_FALSE(*(*writer)->has(0));
  EXPECT_TRUE(*(*writer)->has(1));
  // Two processes write it together; the one that is last makes the column.
  auto other = ColumnWriter::open(path(), head(), false);
  ASSERT_TRUE(other) << other.error().detail;
  put(**other, 0);
  EXPECT_FALSE(*(*other)->finish());
  for (std::size_t i = 2; i < set_.shards.size(); ++i) put(**writer, i);
  EXPECT_TRUE(*(*writer)->finish());
  EXPECT_TRUE(*(*other)->finish());
  EXPECT_EQ(first_of(1), 10'000);
  // Nothing is left to do.
  EXPECT_TRUE((*ColumnWriter::open(path(), head(), false))->is_finished());
}

TEST_F(Columns, StayUnlessTheyAreToBeReplaced) {
  write(head());
  ColumnManifest other = head();
  other.meaning = "another network";
  const auto refused = ColumnWriter::open(path(), other, false);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().detail.find("already"), std::string::npos);
  EXPECT_EQ(first_of(0), 0);
  write(other, 0.5F, true);
  EXPECT_EQ(first_of(0), 0.5F);
  const auto found = test::verified(path());
  EXPECT_TRUE(found.differences.empty() && found.left_over.empty());
}

TEST_F(Columns, ThatWereBegunAreNotMixedWithOthers) {
  {
    auto writer = ColumnWriter::open(path(), head(), false);
    put(**writer, 0);
  }
  ColumnManifest other = head();
  other.made_by = R"({"model": "8"})";
  EXPECT_FALSE(ColumnWriter::open(path(), other, false));
  auto writer = ColumnWriter::open(path(), other, true);
  ASSERT_TRUE(writer) << writer.error().detail;
  EXPECT_FALSE(*(*writer)->has(0));
}

TEST_F(Columns, AreDroppedWhole) {
  write(head());
  EXPECT_TRUE(data::drop_column(path(), "net8"));
  EXPECT_FALSE(data::drop_column(path(), "net7"));
  EXPECT_TRUE(data::column_names(path())->empty());
  EXPECT_TRUE(test::verified(path()).left_over.empty());
  const auto none = Column::open(path(), set_, "net7");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().detail.find("there are: none"), std::string::npos);
}

TEST_F(Columns, OfAnotherSetAreRefused) {
  write(head());
  const std::string other = folder_ / "other";
  games::BuildOptions o{
      .inputs = {folder_.file("other.pgn", test::real_pgn(30, /*with_faults=*/true))},
      .folder = other};
  o.shard_records = 300;
  ASSERT_TRUE(test::made(o));
  fs::copy(path() + "/columns", other + "/columns", fs::copy_options::recursive);
  const auto set = data::read_manifest_of(other);
  const auto column = Column::open(other, *set, "net7");
  ASSERT_FALSE(column);
  EXPECT_NE(column.error().detail.find("not of this data set"), std::string::npos);
  EXPECT_EQ(test::verified(other).differences.size(), 1U);
}

TEST_F(Columns, GoWithASetThatIsBuiltAnew) {
  write(head());
  games::BuildOptions o{.inputs = {*built_ / "games.pgn"}, .folder = path()};
  o.force = true;
  ASSERT_TRUE(test::made(o));
  EXPECT_TRUE(data::column_names(path())->empty());
  EXPECT_TRUE(test::verified(path()).differences.empty());
}

TEST_F(Columns, RefuseWhatIsNoRowForEachRecord) {
  auto writer = ColumnWriter::open(path(), head(), false);
  ASSERT_TRUE(writer);
  const auto values = rows(0, set_.shards[0].records - 1);
  EXPECT_TRUE((*writer)->put(0, std::as_bytes(std::span(values))));
  EXPECT_TRUE((*writer)->put(0, std::as_bytes(std::span(values)).first(3)));
  EXPECT_TRUE((*writer)->put(set_.shards.size(), {}));
  for (const char* name : {"", "..", "a/b", "-x", ".tmp-a"}) {
    EXPECT_FALSE(ColumnWriter::open(path(), head(name), false)) << name;
  }
  EXPECT_FALSE(ColumnWriter::open(path(), head("wdl"), false)) << "it has a type of its own";
  ColumnManifest strings = head();
  strings.type.dtype = "|O8";
  EXPECT_FALSE(ColumnWriter::open(path(), strings, false));
}

TEST_F(Columns, AreNotWrittenThroughLinks) {
  fs::create_directory(folder_ / "outside");
  fs::create_directory_symlink(folder_ / "outside", path() + "/columns");
  EXPECT_FALSE(ColumnWriter::open(path(), head(), false));
  EXPECT_TRUE(fs::is_empty(folder_ / "outside"));
}

TEST_F(Columns, FailWithoutTracesWhereTheSystemDoes) {
  for (int good = 0; good < 200; good += 3) {
    int calls = 0;
    const auto fault = [&](std::string_view) { return calls++ < good ? 0 : ENOSPC; };
    auto writer = ColumnWriter::open(path(), head(), false, fault);
    bool is_whole = writer.operator bool();
    for (std::size_t i = 0; is_whole && i < set_.shards.size(); ++i) {
      const auto values = rows(i, set_.shards[i].records);
      is_whole = (*writer)->is_finished() ||  // all but its last call had gone well
                 !(*writer)->put(i, std::as_bytes(std::span(values)));
    }
    if (is_whole) {
      const auto finished = (*writer)->finish();
      is_whole = finished && *finished;
    }
    EXPECT_TRUE(!is_whole || Column::open(path(), set_, "net7")) << good;
    EXPECT_TRUE(test::verified(path()).differences.empty()) << good;
    if (is_whole) return;
  }
  FAIL() << "it was never written";
}

// Every file of the columns, each damaged at random places: a bit, the end, some bytes more.
TEST_F(Columns, ShowEveryDamage) {
  write(head());
  write_visits();
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path() + "/columns")) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::mt19937_64 random(7);
  for (const std::string& file : files) {
    const std::string good = test::content_of(file);
    for (int i = 0; i < 6; ++i) {
      std::string bad = good;
      if (i < 4) {
        bad[random() % bad.size()] ^= static_cast<char>(1U << random() % 8);
      } else if (i == 4) {
        bad.resize(random() % bad.size());
      } else {
        bad += "x";
      }
      std::ofstream(file, std::ios::binary) << bad;
      EXPECT_EQ(test::verified(path()).differences.size(), 1U) << file << ", damage " << i;
    }
    std::ofstream(file, std::ios::binary) << good;
  }
  EXPECT_TRUE(test::verified(path()).differences.empty());
}

TEST_F(Columns, SayVisitsByTheRules) {
  write_visits(/*weight=*/17);
  const auto found = test::verified(path());
  ASSERT_FALSE(found.differences.empty());
  EXPECT_NE(found.differences[0].error.detail.find("sum up to 17"), std::string::npos);

  const auto type = *games::find_record_type("chess", set_.shards[0].size);
  const auto array = data::read_array(data::shard_file(path(), set_, 0, type));
  const auto record = std::as_bytes(std::span(array->rows())).first(type.bytes);
  const Visit e4{12 | 28 << 6, 40'000};
  const Visit d4{11 | 27 << 6, 25'535};
  const Visit e5{12 | 36 << 6, 25'535};
  EXPECT_FALSE(data::check_visits(type, record, std::vector{d4, e4}));
  EXPECT_TRUE(data::check_visits(type, record, std::vector{e4, d4})) << "out of order";
  EXPECT_TRUE(data::check_visits(type, record, std::vector{e4, e5})) << "no legal move";
  EXPECT_TRUE(data::check_visits(type, record, std::vector{e4}));
  EXPECT_FALSE(data::check_visits(type, record, {}));
}

TEST(ColumnManifest, ReadsBackAsItWasWritten) {
  const ColumnManifest m{.name = "visits",
                         .type = {std::string(data::kVisitType), {}, true},
                         .meaning = "how a search \"shared\" its visits",
                         .view = "white",
                         .made_by = R"({"tool": "x"})",
                         .set = 17,
                         .shards = {{2, 3, 4, 128 + 16, 5, 128 + 24, 6}}};
  const std::string text = data::to_json(m);
  const auto again = data::read_column_manifest(text);
  ASSERT_TRUE(again) << again.error().detail;
  EXPECT_EQ(*again, m);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string bad = text;
    bad[i] ^= 1;
    EXPECT_FALSE(data::read_column_manifest(bad)) << i;
    EXPECT_FALSE(data::read_column_manifest(std::string_view(text).substr(0, i))) << i;
  }
}

}  // namespace
}  // namespace intarsia
