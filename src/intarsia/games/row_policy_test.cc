// What every row promises of its policy codes, and of its symmetries.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::Line;
using game::LinePtr;
using layout::FrameId;

LinePtr after(const Line& line, std::string_view move) {
  LinePtr next = line.copy();
  EXPECT_FALSE(next->play(move));
  return next;
}

class RowPolicy : public AnyGame {
 protected:
  // visit(policy, info, frame) for every code in both frames.
  template <class Visit>
  void for_each_policy(Visit visit) {
    for (const layout::PolicyInfo& info : type().policies(size())) {
      ASSERT_EQ(info.game, type().name);
      for (const FrameId frame : {layout::kFirstPlayerFrame, layout::kMoverFrame}) {
        visit(*type().make_policy(info.id, size(), frame), info);
        if (HasFatalFailure()) FAIL() << info.id << " in frame " << int{frame};
      }
    }
  }

  // The move of a number that promotions share.
  static bool names_move(const game::Policy& policy, const Line& line, std::int32_t number,
                         const std::string& move) {
    const std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
    for (std::size_t i = 0; i <= letters.size(); ++i) {
      const auto found = policy.move(line, number, letters.substr(i, i == letters.size() ? 0 : 1));
      if (found && *found == move) return true;
    }
    return false;
  }
};

TEST_P(RowPolicy, TheUsualCodeIsOneOfThem) {
  const auto all = type().policies(size());
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const layout::PolicyInfo& info) {
    return info.id == type().usual_policy;
  }));
}

TEST_P(RowPolicy, LegalMovesHaveNumbersAndComeBack) {
  const LinePtr whole = random_line(200);
  for (const int ply : some_plies(*whole, 5)) {
    const LinePtr line = whole->at(ply);
    const auto record = record_of(*line);
    const layout::RecordMoment moment{record.data()};
    for_each_policy([&](const game::Policy& policy, const layout::PolicyInfo& info) {
      const auto count = static_cast<std::size_t>(info.size);
      std::vector<std::uint8_t> legal(count);
      for (const std::string& move : line->legal_moves()) {
        const auto number = policy.index(*line, move);
        ASSERT_TRUE(number) << move << ": " << number.error().detail;
        ASSERT_TRUE(*number >= 0 && *number < info.size) << move;
        legal[static_cast<std::size_t>(*number)] = 1;
        if (line->end()) continue;
        ASSERT_TRUE(names_move(policy, *line, *number, move)) << move << " " << *number;
        ASSERT_EQ(*policy.index(*line, *policy.move(*line, *number, "")), *number);
      }
      std::vector<std::uint8_t> mask(count, 7);
      ASSERT_FALSE(policy.masks({&moment, 1}, mask.data(), count));
      ASSERT_EQ(mask, legal) << line->position_text();
      for (std::int32_t number = -2; number < info.size + 2; ++number) {
        const bool is_inside = number >= 0 && number < info.size;
        if (is_inside && legal[static_cast<std::size_t>(number)] != 0) continue;
        ASSERT_FALSE(policy.move(*line, number, "")) << number;
      }
      ASSERT_FALSE(policy.index(*line, "no move"));
    });
  }
}

TEST_P(RowPolicy, RecordsHaveTheNumbersOfTheirMoves) {
  const LinePtr line = random_line(60);
  const auto records = records_of(*line);
  const game::RecordType t = type().record_type(size());
  std::vector<layout::RecordMoment> moments;
  for (std::size_t i = 0; i * t.bytes < records.size(); ++i) {
    moments.push_back(game::moment_at(t, records, i, 0));
  }
  const auto moves = line->moves();
  for_each_policy([&](const game::Policy& policy, const layout::PolicyInfo&) {
    std::vector<std::int32_t> numbers(moments.size());
    ASSERT_FALSE(policy.indices(moments, numbers.data()));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(numbers[i], *policy.index(*line->at(static_cast<int>(i)), moves[i])) << moves[i];
    }
    ASSERT_EQ(numbers.back(), layout::kNoPolicy);
  });
}

INTARSIA_FOR_ALL_GAMES(RowPolicy);

class RowSymmetries : public AnyGame {
 protected:
  void SetUp() override {
    if (!type().symmetries) GTEST_SKIP() << "the game has none";
  }
  const game::Symmetries& symmetries() const { return *type().symmetries; }
  // visit(symmetry, line, the line turned) at some plies of a random line.
  template <class Visit>
  void for_each_turn(int most, Visit visit) {
    const LinePtr whole = random_line(most);
    for (const int ply : some_plies(*whole, 5)) {
      const LinePtr line = whole->at(ply);
      for (std::size_t s = 0; s < symmetries().names.size(); ++s) {
        visit(s, *line, *symmetries().turn_line(*line, s));
        if (HasFatalFailure()) FAIL() << symmetries().names[s] << " of " << line->text();
      }
    }
  }
};

TEST_P(RowSymmetries, KeepTheRules) {
  for_each_turn(200, [&](std::size_t s, const Line& line, const Line& turned) {
    ASSERT_TRUE(s != 0 || turned.text() == line.text());
    ASSERT_EQ(turned.ply(), line.ply());
    ASSERT_EQ(turned.size(), line.size());
    ASSERT_EQ(turned.end().has_value(), line.end().has_value());
    std::multiset<std::string> of_turned;
    std::multiset<std::string> turned_after;
    for (const std::string& m : turned.legal_moves()) {
      of_turned.insert(after(turned, m)->position_text());
    }
    for (const std::string& m : line.legal_moves()) {
      turned_after.insert(symmetries().turn_line(*after(line, m), s)->position_text());
    }
    ASSERT_EQ(of_turned, turned_after);
  });
}

TEST_P(RowSymmetries, TurnRecordsAsTheyTurnLines) {
  const std::size_t bytes = type().record_type(size()).bytes;
  for_each_turn(60, [&](std::size_t s, const Line& line, const Line& turned) {
    const bool has_exchanged = line.is_second_to_move() != turned.is_second_to_move();
    for (const Outcome o : {Outcome::kUnknown, Outcome::kFirst, Outcome::kSecond}) {
      const auto end = line.end();
      if (end && o != Outcome::kUnknown && o != end->outcome) continue;
      const auto records = records_of(line, o);
      const auto expected = records_of(turned, has_exchanged ? intarsia::turned(o) : o);
      std::vector<std::byte> found(records.size());
      for (std::size_t at = 0; at < records.size(); at += bytes) {
        symmetries().turn_record(size(), s, records.data() + at, found.data() + at);
      }
      ASSERT_EQ(found, expected);
    }
  });
}

TEST_P(RowSymmetries, TurnTensorsAsTheyTurnLines) {
  int turnable = 0;
  for_each_turn(40, [&](std::size_t s, const Line& line, const Line& turned) {
    for (const layout::Layout& l : layouts()) {
      const auto plan = layout::Plan::make(l);
      const auto encoder = type().make_encoder(*plan);
      std::vector<std::byte> from(2 * plan->bytes());
      std::vector<std::byte> expected(from.size());
      std::vector<std::byte> found(from.size());
      const auto stride = static_cast<std::ptrdiff_t>(plan->bytes());
      for (const int ply : {line.ply() / 2, line.ply()}) encoder->add(line, ply);
      encoder->encode(from.data(), stride);
      for (const int ply : {line.ply() / 2, line.ply()}) encoder->add(turned, ply);
      encoder->encode(expected.data(), stride);
      const auto error = symmetries().turn_tensors(*plan, s, from.data(), 2, found.data());
      if (error) {
        ASSERT_NE(s, 0U) << l.id << ": " << error->detail;
        continue;
      }
      ++turnable;
      ASSERT_EQ(found, expected) << l.id;
    }
  });
  EXPECT_GT(turnable, 0);
}

TEST_P(RowSymmetries, TurnPoliciesAsTheyTurnMoves) {
  const std::string_view id = type().usual_policy;
  for (const FrameId frame : {layout::kFirstPlayerFrame, layout::kMoverFrame}) {
    const auto policy = type().make_policy(id, size(), frame);
    for_each_turn(40, [&](std::size_t s, const Line& line, const Line& turned) {
      const auto places = symmetries().turn_policy(size(), s, frame);
      ASSERT_EQ(places.size(), static_cast<std::size_t>(games::find_policy(id, size())->size));
      for (const std::string& m : line.legal_moves()) {
        const std::string other = symmetries().turn_line(*after(line, m), s)->moves().back();
        const auto number = static_cast<std::size_t>(*policy->index(line, m));
        ASSERT_EQ(places[number], *policy->index(turned, other)) << m << " is " << other;
      }
    });
  }
}

INTARSIA_FOR_ALL_GAMES(RowSymmetries);

}  // namespace
}  // namespace intarsia::test
