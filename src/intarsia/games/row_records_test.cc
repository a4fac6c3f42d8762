// What every row promises of its records: they are checked, and are positions and games again.

#include <algorithm>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::LinePtr;

class RowRecords : public AnyGame {
 protected:
  using Bytes = std::vector<std::byte>;

  game::RecordType record_type() const { return type().record_type(size()); }

  static std::span<const std::byte> record(const Bytes& records, std::size_t bytes, int i) {
    return std::span(records).subspan(static_cast<std::size_t>(i) * bytes, bytes);
  }
};

TEST_P(RowRecords, AreWhatTheirTypeSays) {
  const game::RecordType t = record_type();
  EXPECT_EQ(t.game, type().name);
  EXPECT_EQ(t.size, size());
  EXPECT_EQ(bytes_of(t.fields), t.bytes);
  EXPECT_LT(t.flags_at, t.bytes);
  EXPECT_NE(t.first_bit, 0);
  EXPECT_EQ(t.terminations, type().words.terminations.size());
  EXPECT_EQ(t.variants, type().words.variants.size());
}

TEST_P(RowRecords, AreAcceptedAndGiveThePositionBack) {
  const game::RecordType t = record_type();
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line(200);
    const Bytes records = records_of(*line);
    for (int ply = 0; ply <= line->ply(); ++ply) {
      const auto r = record(records, t.bytes, ply);
      const auto error = t.check(size(), r);
      ASSERT_FALSE(error) << error->detail;
      ASSERT_FALSE(t.check_state(size(), r));
      ASSERT_EQ(t.is_first(r.data()), ply == 0);
      const auto unpacked = type().unpack(size(), r);
      ASSERT_TRUE(unpacked) << unpacked.error().detail;
      ASSERT_EQ((*unpacked)->position_text(), line->at(ply)->position_text());
      ASSERT_EQ((*unpacked)->variant(), line->variant());
      JsonText json;
      json.begin_object();
      type().describe_record(size(), r, json, {});
      ASSERT_GT(json.text().size(), 2U);
    }
  }
}

TEST_P(RowRecords, TakeAnotherMove) {
  const game::RecordType t = record_type();
  const LinePtr line = random_line(60);
  const Bytes records = records_of(*line);
  for (int ply = 0; ply < line->ply(); ++ply) {
    const auto played = record(records, t.bytes, ply);
    std::uint16_t move = 0;
    std::memcpy(&move, played.data() + t.move_at, t.move_bytes);
    const LinePtr here = line->at(ply);
    const game::RecordTargets targets;
    Bytes alone(t.bytes);
    here->pack(ply, ply, ply == 0, {&targets, 1}, alone.data());
    ASSERT_TRUE(t.set_move(alone.data(), move));
    ASSERT_TRUE(std::equal(alone.begin(), alone.end(), played.begin())) << "ply " << ply;
    EXPECT_EQ(t.set_move(alone.data(), UINT16_MAX), t.move_bytes == 2);
    EXPECT_TRUE(t.check(size(), alone)) << "no game has a move of that number";
  }
}

TEST_P(RowRecords, FollowEachOther) {
  const std::size_t bytes = record_type().bytes;
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line();
    const Bytes records = records_of(*line);
    for (int ply = 1; ply <= line->ply(); ++ply) {
      const std::byte* now = record(records, bytes, ply).data();
      ASSERT_TRUE(type().follows(size(), now - bytes, now)) << ply;
      ASSERT_FALSE(type().follows(size(), now, now)) << ply;
      ASSERT_FALSE(ply >= 2 && type().follows(size(), now - 2 * bytes, now)) << ply;
    }
  }
}

TEST_P(RowRecords, HaveTheRecordsBeforeThemAsHistory) {
  const game::RecordType t = record_type();
  const LinePtr line = random_line(12);
  Bytes two = records_of(*line);
  const auto length = two.size() / t.bytes;
  two.insert(two.end(), two.begin(), two.end());
  for (std::size_t i = 0; i < 2 * length; ++i) {
    for (const int history : {0, 1, 7, 100}) {
      const auto m = game::moment_at(t, two, i, history);
      ASSERT_EQ(m.now, two.data() + i * t.bytes);
      ASSERT_EQ(m.history, std::min<int>(static_cast<int>(i % length), history));
    }
  }
  // A part of a data set may begin in the middle of a game.
  if (length < 3) return;
  EXPECT_EQ(game::moment_at(t, std::span(two).subspan(t.bytes), 1, 7).history, 1);
}

TEST_P(RowRecords, AreAGameAgain) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line(200);
    const Outcome outcome = line->end() ? line->end()->outcome : Outcome::kFirst;
    const Bytes records = records_of(*line, outcome);
    const std::size_t count = records.size() / record_type().bytes;
    game::GameRow row;
    row.records = static_cast<std::uint32_t>(count);
    row.size = static_cast<std::uint8_t>(size());
    const auto game = type().unpack_game(row, records, this->game().options);
    ASSERT_TRUE(game) << game.error().detail;
    EXPECT_EQ(game->line->text(), line->text());
    EXPECT_EQ(game->shown, line->ply());
    EXPECT_EQ(game->recorded.outcome, outcome);
    if (line->ply() < 3) continue;
    Bytes broken = records;  // without its second record
    const auto at = broken.begin() + static_cast<std::ptrdiff_t>(record_type().bytes);
    broken.erase(at, at + static_cast<std::ptrdiff_t>(record_type().bytes));
    row.records = static_cast<std::uint32_t>(count - 1);
    EXPECT_FALSE(type().unpack_game(row, broken, this->game().options));
  }
}

TEST_P(RowRecords, AreWorthTheirOutcome) {
  const LinePtr line = random_line(40);
  while (line->end()) line->undo();  // what the board says must not be contradicted
  const double worth[] = {NAN, 1, 0, -1};
  for (const Outcome o : {Outcome::kUnknown, Outcome::kFirst, Outcome::kDraw, Outcome::kSecond}) {
    const auto number = static_cast<std::size_t>(o);
    if (o != Outcome::kUnknown && type().words.outcomes[number].empty()) continue;
    for (const std::int16_t eval : {std::int16_t{0}, std::int16_t{150}, std::int16_t{-150}}) {
      const bool has_eval = type().catalogue(size()).has_evals;
      const game::RecordTargets targets{o, has_eval ? static_cast<std::int16_t>(eval) : kNoEval};
      Bytes packed(record_type().bytes);
      line->pack(line->ply(), line->ply(), false, {&targets, 1}, packed.data());
      const layout::RecordMoment moment{packed.data()};
      game::RecordWorth found;
      type().worths(size(), {&moment, 1}, &found);
      EXPECT_EQ(found.is_second_to_move, line->is_second_to_move());
      EXPECT_TRUE(std::isnan(worth[number]) ? std::isnan(found.worth.outcome)
                                            : found.worth.outcome == worth[number]);
      if (!has_eval) {
        EXPECT_TRUE(std::isnan(found.worth.eval));
      } else {
        EXPECT_EQ(found.worth.eval > 0, eval > 0);
        EXPECT_EQ(found.worth.eval < 0, eval < 0);
      }
    }
  }
}

INTARSIA_FOR_ALL_GAMES(RowRecords);

}  // namespace
}  // namespace intarsia::test
