// What every row promises of its tensors: from lines, from texts, from records, and back.

#include <set>

#include <gtest/gtest.h>

#include "intarsia/game/convert.h"
#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::Line;
using game::LinePtr;
using layout::Layout;
using layout::Plan;

class RowTensors : public AnyGame {
 protected:
  using Bytes = std::vector<std::byte>;

  // visit(plan) for every layout.
  template <class Visit>
  void for_each_plan(Visit visit) {
    for (const Layout& l : layouts()) {
      const auto plan = Plan::make(l);
      ASSERT_TRUE(plan) << l.id << ": " << plan.error().detail;
      ASSERT_EQ(&games::game_of(l), &type());
      visit(*plan);
      if (HasFatalFailure()) FAIL() << l.id;
    }
  }

  static Bytes encoded(game::Encoder& encoder, const Plan& plan) {
    Bytes out(encoder.count() * plan.bytes());
    encoder.encode(out.data(), static_cast<std::ptrdiff_t>(plan.bytes()));
    EXPECT_EQ(encoder.count(), 0U);
    return out;
  }
  Bytes encoded(const Plan& plan, const Line& line, int ply) const {
    const auto encoder = type().make_encoder(plan);
    encoder->add(line, ply);
    return encoded(*encoder, plan);
  }

  game::Turn turn_of(const Line& line) const {
    const auto turn = type().find_turn(type().words.players[line.is_second_to_move() ? 1 : 0]);
    EXPECT_TRUE(turn);
    return turn.value_or(0);
  }
};

TEST_P(RowTensors, OfManyPliesAreThoseOfEach) {
  const LinePtr line = random_line(30);
  for_each_plan([&](const Plan& plan) {
    const auto encoder = type().make_encoder(plan);
    Bytes each;
    for (int ply = 0; ply <= line->ply(); ++ply) {
      encoder->add(*line, ply);
      const Bytes one = encoded(plan, *line->at(ply), ply);
      each.insert(each.end(), one.begin(), one.end());
    }
    ASSERT_EQ(encoded(*encoder, plan), each);
  });
}

TEST_P(RowTensors, OfTextsAreThoseOfTheirLines) {
  const LinePtr whole = random_line(30);
  for (const int ply : some_plies(*whole, 4)) {
    const LinePtr line = whole->at(ply);
    for (const std::string& text : {line->text(), line->position_text()}) {
      const auto read = game().read(text);
      ASSERT_TRUE(read) << text;
      for_each_plan([&](const Plan& plan) {
        const auto encoder = type().make_encoder(plan);
        ASSERT_FALSE(encoder->add_text(text, game().options)) << text;
        ASSERT_TRUE(encoder->add_text("nothing that could be read", game().options));
        ASSERT_EQ(encoder->count(), 1U);
        ASSERT_EQ(encoded(*encoder, plan), encoded(plan, **read, (*read)->ply())) << text;
      });
    }
  }
}

TEST_P(RowTensors, OfRecordsAreThoseOfTheirLines) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line(60);
    const Bytes records = records_of(*line);
    const game::RecordType t = type().record_type(size());
    const std::size_t count = records.size() / t.bytes;
    for_each_plan([&](const Plan& plan) {
      const int history = type().record_history(plan.layout());
      ASSERT_GE(history, plan.layout().history());
      std::vector<layout::RecordMoment> moments;
      const auto lines = type().make_encoder(plan);
      for (std::size_t r = 0; r < count; ++r) {
        moments.push_back(game::moment_at(t, records, r, history));
        lines->add(*line, static_cast<int>(r));
      }
      const auto encoder = type().make_record_encoder(plan);
      Bytes out(count * plan.bytes());
      encoder->encode(moments, out.data(), static_cast<std::ptrdiff_t>(plan.bytes()),
                      layout::Stores::kCached);
      ASSERT_EQ(out, encoded(*lines, plan));
    });
  }
}

TEST_P(RowTensors, HaveTheSameLayersFromRecordsAndLines) {
  const LinePtr line = random_line(20);
  const Bytes records = records_of(*line);
  const game::RecordType t = type().record_type(size());
  const std::size_t count = records.size() / t.bytes;
  for_each_plan([&](const Plan& plan) {
    layout::Stack from_records(plan, count);
    layout::Stack from_lines(plan, count);
    const auto encoder = type().make_record_encoder(plan);
    const auto lines = type().make_encoder(plan);
    const int history = type().record_history(plan.layout());
    std::vector<layout::RecordMoment> moments;
    for (std::size_t r = 0; r < count; ++r) {
      moments.push_back(game::moment_at(t, records, r, history));
      lines->add(*line, static_cast<int>(r));
    }
    const std::span all(moments);
    encoder->stack(all.first(1), 0, from_records);
    encoder->stack(all.subspan(1), 1, from_records);
    lines->stack(0, from_lines);
    ASSERT_EQ(lines->count(), 0U);
    const auto masks = from_lines.masks();
    const auto values = from_lines.values();
    ASSERT_TRUE(std::equal(masks.begin(), masks.end(), from_records.masks().begin()));
    ASSERT_TRUE(std::equal(values.begin(), values.end(), from_records.values().begin()));
  });
}

TEST_P(RowTensors, GiveBackWhatTheyShow) {
  std::set<std::string> complete;  // the layouts that gave back all texts
  for (const Layout& l : layouts()) complete.insert(l.id);
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line();
    for (const int ply : some_plies(*line, 5)) {
      const LinePtr now = line->at(ply);
      for_each_plan([&](const Plan& plan) {
        const Bytes tensor = encoded(plan, *line, ply);
        const auto decoder = type().make_decoder(plan);
        const auto error = decoder->decode(tensor.data(), turn_of(*now));
        ASSERT_FALSE(error) << error->detail << "\n" << now->text();
        ASSERT_GE(decoder->plies(), 1U);
        ASSERT_EQ(decoder->ago(0), 0);
        const auto read = game().read(decoder->text(0, {}));
        if (!read || (*read)->position_text() != now->position_text()) {
          complete.erase(plan.layout().id);
        }
        if (!has_all_facts(plan.layout())) return;
        ASSERT_EQ(decoder->plies(), static_cast<std::size_t>(std::min(ply, 2) + 1));
        for (std::size_t p = 0; p < decoder->plies(); ++p) {
          const LinePtr then = line->at(ply - decoder->ago(p));
          const LinePtr shown = decoder->line(p);
          ASSERT_NE(shown, nullptr) << then->text();
          ASSERT_EQ(shown->position_text(), then->position_text());
          const auto again = game().read(decoder->text(p, {}));
          ASSERT_TRUE(again) << decoder->text(p, {});
          ASSERT_EQ((*again)->position_text(), then->position_text());
          if (!game().options.all().empty()) continue;  // which are no facts
          ASSERT_EQ(record_of(*shown), record_of(*then)) << then->text();
        }
      });
    }
  }
  for (const Layout& l : layouts())
    EXPECT_TRUE(!has_all_facts(l) || complete.contains(l.id)) << l.id;
  EXPECT_GT(complete.size(), type().catalogue(size()).frames.size()) << "none of those built in";
}

TEST_P(RowTensors, BecomeThoseOfOtherLayouts) {
  const LinePtr line = random_line();
  for (const int ply : some_plies(*line, 3)) {
    const game::Turn turn = turn_of(*line->at(ply));
    for_each_plan([&](const Plan& from) {
      const Bytes tensor = encoded(from, *line, ply);
      const auto decoder = type().make_decoder(from);
      ASSERT_FALSE(decoder->decode(tensor.data(), turn));
      if (decoder->line(0) == nullptr) return;
      for_each_plan([&](const Plan& to) {
        const bool is_same = to.layout().id == from.layout().id;
        const auto encoder = type().make_encoder(to);
        const auto error = decoder->add_to(*encoder);
        if (type().refuse_conversion(from.layout(), to.layout(), turn)) {
          ASSERT_TRUE(error) << to.layout().id;
          return;
        }
        ASSERT_FALSE(error) << to.layout().id << ": " << error->detail;
        const Bytes converted = encoded(*encoder, to);
        ASSERT_TRUE(!is_same || converted == tensor);
        if (!has_all_facts(from.layout())) return;
        ASSERT_EQ(converted, encoded(to, *line, ply)) << to.layout().id;
      });
    });
  }
}

// The fast way from layout to layout does what decoding and encoding does, and says the same about
// tensors that cannot be read.
TEST_P(RowTensors, AreConvertedAsByDecodingAndEncoding) {
  const LinePtr line = random_line(30);
  const game::Turn turn = turn_of(*line);
  constexpr std::size_t kRows = 12;
  for_each_plan([&](const Plan& from) {
    Bytes tensors;
    const Bytes tensor = encoded(from, *line, line->ply());
    for (std::size_t row = 0; row < kRows; ++row) {
      tensors.insert(tensors.end(), tensor.begin(), tensor.end());
      // The row for which the caller is told why; those before it are as they were.
      if (row >= 5) tensors[row * tensor.size() + below(tensor.size())] ^= std::byte{0x11};
    }
    const auto stride = static_cast<std::ptrdiff_t>(from.bytes());
    for_each_plan([&](const Plan& to) {
      game::TensorConverter converter(type(), from, to);
      Bytes found(kRows * to.bytes());
      const auto bad =
          converter.convert(tensors.data(), stride, {&turn, 0}, kRows, found.data(),
                            static_cast<std::ptrdiff_t>(to.bytes()), layout::Stores::kCached);
      const auto decoder = type().make_decoder(from);
      const auto encoder = type().make_encoder(to);
      for (std::size_t row = 0; row < kRows; ++row) {
        auto error = decoder->decode(tensors.data() + row * from.bytes(), turn);
        if (!error) error = decoder->add_to(*encoder);
        ASSERT_EQ(error.has_value(), bad && bad->first == row) << to.layout().id;
        if (error) {
          ASSERT_EQ(error->detail, bad->second.detail);
          break;
        }
        const Bytes expected = encoded(*encoder, to);
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(),
                               found.begin() + static_cast<std::ptrdiff_t>(row * to.bytes())))
            << to.layout().id << ", row " << row;
      }
    });
  });
}

// With elements exchanged: an error with a reason, or a position that gives them again.
TEST_P(RowTensors, ThatAreChangedAreRefusedOrMeanSomethingElse) {
  const LinePtr line = random_line(20);
  for_each_plan([&](const Plan& plan) {
    const Bytes tensor = encoded(plan, *line, line->ply());
    const auto each = static_cast<std::ptrdiff_t>(plan.bytes() / plan.elements());
    const auto decoder = type().make_decoder(plan);
    for (int i = 0; i < 100; ++i) {
      Bytes changed = tensor;
      const auto one = changed.begin() + static_cast<std::ptrdiff_t>(below(plan.elements())) * each;
      const auto other =
          changed.begin() + static_cast<std::ptrdiff_t>(below(plan.elements())) * each;
      if (one != other) std::swap_ranges(one, one + each, other);
      if (const auto error = decoder->decode(changed.data(), turn_of(*line))) {
        ASSERT_FALSE(error->detail.empty());
        continue;
      }
      const auto encoder = type().make_encoder(plan);
      if (!decoder->line(0) || decoder->add_to(*encoder)) continue;
      ASSERT_EQ(encoded(*encoder, plan), changed);
    }
  });
}

INTARSIA_FOR_ALL_GAMES(RowTensors);

}  // namespace
}  // namespace intarsia::test
