#include "intarsia/data/manifest.h"

#include <gtest/gtest.h>

#include "intarsia/data/shard.h"
#include "intarsia/io/npy.h"

namespace intarsia::data {
namespace {

Result<RecordType> toy_type(std::string_view, int size) {
  return RecordType{
      .game = "toy", .size = size, .fields = {{"cells", "|u1", 3}, {"move", "<u2"}}, .bytes = 5};
}

Manifest sample() {
  Manifest m;
  m.game = "toy";
  m.tool = "test";
  m.options = R"({"inputs":["a \"b\".pgn"]})";
  m.seed = ~std::uint64_t{0};
  m.splits = {{"train", 0.9}, {"validation", 0.1}};
  m.is_complete = true;
  m.sources = {{"a \"b\".pgn", 100, 300, 17}};
  m.shards = {{.size = 8,
               .records = 10,
               .games = 2,
               .hash = 1,
               .games_hash = 2,
               .selections = {{"train", 0, 6, 3}, {"validation", 1, 4, 4}}},
              {.size = 9,
               .records = 3,
               .games = 1,
               .hash = 5,
               .games_hash = 6,
               .selections = {{"train", 2, 3, 7}, {"validation", 3, 0, 8}}}};
  m.read = 7;
  m.games = 3;
  m.positions = 13;
  m.dropped = {{"min-elo", 2}};
  m.rejected = {{"illegal", {2, {0, 44, 3, 2}}}};
  m.rejected_bytes = 99;
  m.rejected_hash = 1234;
  return m;
}

TEST(Manifest, ReadsBack) {
  Manifest m = sample();
  auto r = read_manifest(to_json(m, toy_type));
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(*r, m);
  m.is_complete = false;
  m.next = Next{{1, 2, 3, 4}, 5, 6};
  r = read_manifest(to_json(m, toy_type));
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(*r, m);
}

TEST(Manifest, HasVersionTwoOnlyWithRunsInASelection) {
  Manifest m = sample();
  const std::string plain = to_json(m, toy_type);
  EXPECT_NE(plain.find("\"version\": 1,"), std::string::npos);
  EXPECT_EQ(plain.find("\"runs\""), std::string::npos);
  m.shards[1].selections[0].runs = 1;
  const std::string with_runs = to_json(m, toy_type);
  EXPECT_NE(with_runs.find("\"version\": 2,"), std::string::npos);
  const auto r = read_manifest(with_runs);
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(*r, m);
}

TEST(Manifest, TellsReadersWithoutUsWhatRecordsAre) {
  EXPECT_NE(
      to_json(sample(), toy_type)
          .find(R"({"size": 9, "bytes": 5, "dtype": [["cells", "|u1", [3]], ["move", "<u2"]]})"),
      std::string::npos);
}

TEST(Manifest, CallsTheFilterOnOutcomesByItsNameOfToday) {
  Manifest m = sample();
  m.dropped = {{"result", 2}};
  const auto r = read_manifest(to_json(m, toy_type));
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(r->dropped, (std::map<std::string, std::uint64_t>{{"outcome", 2}}));
}

TEST(Manifest, FindsEveryFlippedBitAndEveryCut) {
  const std::string text = to_json(sample(), toy_type);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      ASSERT_FALSE(read_manifest(flipped)) << "bit " << bit << " of byte " << i;
    }
    ASSERT_FALSE(read_manifest(text.substr(0, i))) << "cut at " << i;
  }
  EXPECT_FALSE(read_manifest(text + "\n"));
}

TEST(Manifest, RefusesWhatDoesNotFollowEvenWithARightHash) {
  Manifest m = sample();
  m.games = 4;
  EXPECT_FALSE(read_manifest(to_json(m, toy_type)));
  m = sample();
  m.shards[1].selections[0].number = 7;
  EXPECT_FALSE(read_manifest(to_json(m, toy_type))) << "a name that our counters do not give";
  m = sample();
  m.is_complete = false;
  EXPECT_FALSE(read_manifest(to_json(m, toy_type))) << "nowhere to go on";
  m = sample();
  m.shards[0].selections[0].records = 11;
  EXPECT_FALSE(read_manifest(to_json(m, toy_type))) << "more selected than there are";
}

TEST(ShardHeader, IsOursByteForByte) {
  const std::string type = game::npy_type(toy_type("", 8)->fields);
  EXPECT_EQ(type, "[('cells', '|u1', (3,)), ('move', '<u2')]");
  const std::string header = io::to_npy_header(type, {4});
  const auto r = read_header(header, header.size() + 20, type, 5);
  ASSERT_TRUE(r) << r.error().detail;
  EXPECT_EQ(*r, 4U);
  for (std::uint64_t data : {0, 15, 19, 21, 25}) {
    EXPECT_FALSE(read_header(header, header.size() + data, type, 5)) << data;
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::string flipped = header;
    flipped[i] = static_cast<char>(flipped[i] ^ 4);
    ASSERT_FALSE(read_header(flipped, flipped.size() + 20, type, 5)) << i;
    ASSERT_FALSE(read_header(header.substr(0, i), i, type, 5)) << i;
  }
}

}  // namespace
}  // namespace intarsia::data
