#include "intarsia/chess/tensor/record_encode.h"

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "tests/support/data.h"
#include "tests/support/layouts.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr std::size_t kStep = 16;  // every position of one game in so many
#else
constexpr std::size_t kStep = 4;
#endif

// A game as it lies in memory, twice.
struct Line {
  std::vector<State> states;
  std::vector<Record> records;

  void add(const State& s) {
    states.push_back(s);
    records.push_back(
        pack(s.position, {.occurrences = s.occurrences, .is_first = records.empty()}));
  }
};

// All built-in layouts, and some that look back and at everything.
std::vector<layout::Layout> all_layouts() {
  std::vector<layout::Layout> all = layouts();
  for (FrameIndex frame : {kWhiteFrame, kMoverFrame}) {
    all.push_back(test::made_of({"us.pieces", "them.pieces", "us.pieces@1", "them.pieces@3",
                                 "occurrences@1", "occurrences.thrice@7", "clock@2", "ones@5"},
                                frame, layout::Order::kChw));
    std::vector<std::string_view> every;
    for (const layout::Fact& f : catalogue().facts) every.push_back(f.name);
    all.push_back(test::made_of(every, frame, layout::Order::kFlat));
  }
  return all;
}

void expect_same(const std::vector<layout::Layout>& all, const std::vector<Line>& lines) {
  for (const layout::Layout& l : all) {
    const auto plan = layout::Plan::make(l);
    ASSERT_TRUE(plan);
    RecordEncoder encoder(*plan);
    std::vector<std::byte> found(plan->bytes());
    for (const Line& line : lines) {
      for (std::size_t i = 0; i < line.states.size(); ++i) {
        const int known = std::min(static_cast<int>(i), l.history());
        const auto wanted = test::encoded(*plan, {&line.states[i], known});
        const layout::RecordMoment m{std::as_bytes(std::span(line.records).subspan(i)).data(),
                                     known};
        encoder.encode({&m, 1}, found.data(), static_cast<std::ptrdiff_t>(found.size()));
        ASSERT_EQ(std::memcmp(found.data(), wanted.data(), wanted.size()), 0)
            << l.id << ", ply " << i;
      }
    }
  }
}

TEST(RecordEncode, EqualsEncodingFromPositionsInRealGames) {
  std::vector<Line> lines;
  std::size_t number = 0;
  for (const std::string& text : test::data_lines("games/lichess.san")) {
    if (number++ % kStep != 0) continue;
    Line& line = lines.emplace_back();
    Replay r;
    TextCursor in(text);
    for (std::string_view san = in.word(); !san.empty(); san = in.word()) {
      line.add(r.state());
      r.play(*read_san(r.position(), san));
    }
    line.add(r.state());
  }
  ASSERT_GT(lines.size(), 4U);
  expect_same(all_layouts(), lines);
}

TEST(RecordEncode, EqualsEncodingFromPositionsOfEveryKind) {
  std::vector<Line> lines;
  test::for_random_positions(4'000, [&lines](const Replay& r) {
    if (r.ply() == 0) lines.emplace_back();
    lines.back().add(r.state());
  });
  expect_same(all_layouts(), lines);
}

TEST(RecordEncode, WhatIsCheckedUnpacksUnlessItsMoveIsIllegal) {
  KeySequence random(29);
  int refused = 0;
  int illegal = 0;
  test::for_random_positions(20'000, [&](const Replay& r) {
    Record record = pack(r.position());
    auto bytes = std::bit_cast<std::array<std::uint8_t, 32>>(record);
    bytes[random.next() % 32] ^= static_cast<std::uint8_t>(1U << (random.next() % 8));
    record = std::bit_cast<Record>(bytes);
    const auto u = unpack(record);
    const auto error = check(record);
    if (u || error) {
      ASSERT_EQ(static_cast<bool>(u), !error);
      refused += !u;
      if (u) {
        ASSERT_EQ(setup_of(record), u->position.setup());
      } else {
        ASSERT_EQ(*error, u.error());
      }
    } else {
      ++illegal;
      ASSERT_EQ(u.error().detail, "the move is not legal here");
    }
  });
  EXPECT_GT(refused, 1'000);
  EXPECT_EQ(illegal, 0);  // one changed bit makes no move and its flag at once
}

}  // namespace
}  // namespace intarsia::chess
