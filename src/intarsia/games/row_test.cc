// What every row promises of its lines: texts, moves, undo, copies, ends.

#include <gtest/gtest.h>

#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::Line;
using game::LinePtr;

class Row : public AnyGame {
 protected:
  // All that a line says of itself.
  static std::string said_of(const Line& line) {
    JsonText json;
    json.begin_object();
    line.inspect(json, {});
    json.key("text").value(line.text());
    json.key("position").value(line.position_text());
    json.key("ply").value(line.ply());
    json.key("size").value(line.size());
    json.key("second").value(line.is_second_to_move());
    json.key("quiet").value(line.is_quiet());
    json.key("variant").value(line.variant());
    json.key("key").value(hex16(line.key()));
    json.key("identity").value(hex16(line.identity()));
    const auto end = line.end();
    json.key("end").value(end ? name(end->outcome) : "");
    json.key("reason").value(end ? end->reason : "");
    for (const auto* moves : {"played", "legal"}) {
      json.key(moves).begin_list();
      const bool is_played = moves == std::string_view("played");
      for (const std::string& m : is_played ? line.moves() : line.legal_moves()) json.value(m);
      json.end_list();
    }
    return json.end_object().text();
  }
};

TEST_P(Row, HasALineForEveryStart) {
  const LinePtr line = game().start();
  EXPECT_EQ(&line->type(), &type());
  EXPECT_EQ(line->size(), size());
  EXPECT_EQ(line->ply(), 0);
  EXPECT_FALSE(line->is_second_to_move());
  EXPECT_FALSE(line->end());
  EXPECT_LT(line->variant(), type().words.variants.size());
  EXPECT_TRUE(type().sizes.contains(size()));
  EXPECT_EQ(type().sizes.read(type().sizes.to_text(size())), size());
  EXPECT_EQ(type().catalogue(size()).size, size());
}

TEST_P(Row, TextsReadBackAsTheSameLine) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr whole = random_line();
    for (const int ply : some_plies(*whole, 8)) {
      const LinePtr line = whole->at(ply);
      const std::string text = line->text();
      ASSERT_TRUE(type().is_line(text)) << text;
      ASSERT_EQ(games::game_of_line(text), &type()) << text;
      ASSERT_EQ(type().peek_size(text).value_or(size()), size()) << text;
      const auto again = game().read(text);
      ASSERT_TRUE(again) << text << ": " << again.error().detail;
      ASSERT_EQ(said_of(**again), said_of(*line));
    }
  }
}

TEST_P(Row, TextsOfPositionsReadBackAsThePosition) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr whole = random_line();
    for (const int ply : some_plies(*whole, 8)) {
      const LinePtr line = whole->at(ply);
      const std::string text = line->position_text();
      ASSERT_EQ(games::game_of_line(text), &type()) << text;
      const auto again = game().read(text);
      ASSERT_TRUE(again) << text << ": " << again.error().detail;
      ASSERT_EQ((*again)->position_text(), text);
      ASSERT_EQ((*again)->ply(), 0);
      ASSERT_EQ((*again)->identity(), line->identity());
      ASSERT_EQ((*again)->is_second_to_move(), line->is_second_to_move());
      ASSERT_EQ((*again)->legal_moves(), line->legal_moves());
    }
  }
}

TEST_P(Row, LegalMovesArePlayedAndTakenBack) {
  const LinePtr whole = random_line();
  for (const int ply : some_plies(*whole, 4)) {
    const LinePtr line = whole->at(ply);
    const std::string before = said_of(*line);
    for (const std::string& move : line->legal_moves()) {
      const LinePtr next = line->copy();
      const auto error = next->play(move);
      ASSERT_FALSE(error) << move << ": " << error->detail;
      ASSERT_EQ(next->ply(), ply + 1);
      ASSERT_EQ(next->moves().back(), move);
      ASSERT_NE(next->key(), line->key());
      ASSERT_TRUE(next->undo());
      ASSERT_EQ(next->position_text(), line->position_text());
    }
    ASSERT_EQ(said_of(*line), before) << "copies were played on";
    for (const char* bad : {"", "?", "a", "zz99", "e2e4e6e8"}) {
      const auto error = line->play(bad);
      ASSERT_TRUE(error && !error->detail.empty()) << bad;
    }
    ASSERT_EQ(said_of(*line), before) << "refused moves change nothing";
  }
}

TEST_P(Row, UndoGoesBackToTheStart) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line();
    const LinePtr whole = line->copy();
    for (int ply = line->ply(); ply > 0; --ply) {
      ASSERT_EQ(line->ply(), ply);
      ASSERT_EQ(line->position_text(), whole->at(ply)->position_text());
      ASSERT_TRUE(line->undo());
    }
    ASSERT_FALSE(line->undo());
    ASSERT_EQ(said_of(*line), said_of(*game().start()));
    ASSERT_EQ(whole->at(0)->text(), line->text());
  }
}

TEST_P(Row, APlyOfALineIsTheLinePlayedUpToThere) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr whole = random_line();
    const auto moves = whole->moves();
    ASSERT_EQ(moves.size(), static_cast<std::size_t>(whole->ply()));
    const LinePtr played = game().start();
    for (int ply = 0; ply <= whole->ply(); ++ply) {
      ASSERT_EQ(said_of(*whole->at(ply)), said_of(*played)) << "ply " << ply;
      if (ply == whole->ply()) break;
      ASSERT_FALSE(whole->at(ply)->end());
      ASSERT_FALSE(played->play(moves[static_cast<std::size_t>(ply)]));
    }
  }
}

TEST_P(Row, LinesThatShareMovesDoNotDisturbEachOther) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr whole = random_line();
    if (whole->ply() == 0) continue;
    const int ply = static_cast<int>(below(static_cast<std::size_t>(whole->ply())));
    const std::string said = said_of(*whole);
    const LinePtr copy = whole->copy();
    const LinePtr early = whole->at(ply);
    const LinePtr other = whole->at(ply);
    const std::string said_early = said_of(*early);
    const auto moves = early->legal_moves();
    ASSERT_FALSE(early->play(moves[below(moves.size())]));
    ASSERT_EQ(said_of(*whole), said);
    ASSERT_EQ(said_of(*other), said_early);
    ASSERT_TRUE(copy->undo());
    ASSERT_EQ(said_of(*whole), said);
    ASSERT_EQ(copy->text(), whole->at(whole->ply() - 1)->text());
    const LinePtr of_copy = early->copy();
    ASSERT_TRUE(early->undo());
    ASSERT_EQ(said_of(*early), said_early);
    ASSERT_EQ(of_copy->ply(), ply + 1);
  }
}

TEST_P(Row, PerftCountsTheLinesOfLegalMoves) {
  const LinePtr whole = random_line(30);
  for (const int ply : some_plies(*whole, 3)) {
    const LinePtr line = whole->at(ply);
    const auto moves = line->legal_moves();
    std::uint64_t two = 0;
    for (const std::string& move : moves) {
      const LinePtr next = line->copy();
      ASSERT_FALSE(next->play(move));
      two += next->legal_moves().size();
    }
    EXPECT_EQ(line->perft(0), 1U);
    EXPECT_EQ(line->perft(1), moves.size());
    EXPECT_EQ(line->perft(2), two);
  }
}

TEST_P(Row, EndsHaveAnOutcomeAndAReason) {
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line(600);
    const auto end = line->end();
    ASSERT_EQ(end.has_value(), line->ply() < 600 || line->legal_moves().empty());
    if (!end) continue;
    EXPECT_NE(end->outcome, Outcome::kUnknown);
    EXPECT_FALSE(end->reason.empty());
    EXPECT_FALSE(type().words.outcomes[static_cast<std::size_t>(end->outcome)].empty());
    if (end->outcome != Outcome::kDraw) {
      EXPECT_TRUE(line->legal_moves().empty());
    }
  }
}

INTARSIA_FOR_ALL_GAMES(Row);

}  // namespace
}  // namespace intarsia::test
