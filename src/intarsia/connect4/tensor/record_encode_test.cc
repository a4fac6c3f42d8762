#include "intarsia/connect4/tensor/record_encode.h"

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/tensor/encode.h"
#include "tests/support/connect4_layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

// All positions of a game, as records one after the other.
std::vector<Record> records_of(const Replay& r) {
  std::vector<Record> records;
  for (int i = 0; i <= r.ply(); ++i) {
    const Move m = i < r.ply() ? r.moves()[static_cast<std::size_t>(i)] : Move::none();
    records.push_back(pack(r.state(r.ply() - i).position, {.is_first = i == 0, .move = m}));
  }
  return records;
}

TEST(Connect4RecordEncode, EqualsEncodingFromPositions) {
  test::for_random_connect4(200, [](const Replay& r) {
    const auto records = records_of(r);
    const auto bytes = std::as_bytes(std::span(records));
    const auto states = r.last_states(r.ply());
    for (const layout::Layout& l : test::connect4_layouts(r.start().board())) {
      const auto plan = layout::Plan::make(l);
      const auto stride = static_cast<std::ptrdiff_t>(plan->bytes());
      std::vector<Moment> moments;
      std::vector<layout::RecordMoment> record_moments;
      for (std::size_t i = 0; i < states.size(); ++i) {
        const int known = static_cast<int>(i);
        moments.push_back({&states[i], std::min(known, l.history())});
        record_moments.push_back(
            {bytes.data() + i * sizeof(Record), std::min(known, record_history(l))});
      }
      std::vector<std::byte> wanted(states.size() * plan->bytes());
      std::vector<std::byte> found(wanted.size());
      encode(*plan, moments, wanted.data(), stride);
      RecordEncoder(*plan).encode(record_moments, found.data(), stride);
      ASSERT_EQ(found, wanted) << l.id << " on " << board_name(r.start().board());
    }
  });
}

TEST(Connect4RecordEncode, RecordsMayLieAtAnyAddress) {
  const auto records = records_of(replay_of(*read_game_line("4453")));
  std::vector<std::byte> shifted(records.size() * sizeof(Record) + 1);
  std::memcpy(shifted.data() + 1, records.data(), shifted.size() - 1);
  const auto plan = layout::Plan::make(layouts(76)[1]);
  std::vector<std::byte> wanted(plan->bytes()), found(plan->bytes());
  const layout::RecordMoment plain{std::as_bytes(std::span(records)).data() + 4 * sizeof(Record)};
  const layout::RecordMoment moved{shifted.data() + 1 + 4 * sizeof(Record)};
  RecordEncoder(*plan).encode({&plain, 1}, wanted.data(), 0);
  RecordEncoder(*plan).encode({&moved, 1}, found.data(), 0);
  EXPECT_EQ(found, wanted);
}

TEST(Connect4RecordEncode, ALastMoveIsReadFromTheRecordBefore) {
  EXPECT_EQ(record_history(layouts(76)[0]), 0);
  EXPECT_EQ(record_history(test::connect4_layout(Board(), kFirstFrame, {"last_move@2"})), 3);
}

TEST(Connect4RecordEncode, ARecordFollowsTheOneWhoseMoveLeadsToIt) {
  test::RandomConnect4 random(71);
  for (int i = 0; i < 200; ++i) {
    const Replay r = random.game(random.board());
    auto records = records_of(r);
    const auto at = [&](std::size_t k) { return reinterpret_cast<const std::byte*>(&records[k]); };
    for (std::size_t k = 0; k + 1 < records.size(); ++k) {
      ASSERT_TRUE(follows(at(k), at(k + 1)));
      ASSERT_FALSE(follows(at(k + 1), at(k)));
      ASSERT_FALSE(follows(at(k), at(k)));
      if (k > 0) {
        ASSERT_FALSE(follows(at(k - 1), at(k + 1)));
      }
      records[k] = pack(position_of(records[k]));  // without its move
      ASSERT_TRUE(follows(at(k), at(k + 1)));
    }
  }
}

}  // namespace
}  // namespace intarsia::connect4
