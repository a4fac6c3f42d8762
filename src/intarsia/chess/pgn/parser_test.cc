#include "intarsia/chess/pgn/parser.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/uci.h"
#include "tests/support/pgn_transcript.h"

namespace intarsia::chess {
namespace {

std::vector<PgnGame> read(std::string_view pgn, const PgnOptions& options = test::kAllPgn) {
  PgnGames games(options);
  games.feed(pgn);
  games.finish();
  std::vector<PgnGame> all;
  while (auto g = games.next()) all.push_back(*std::move(g));
  return all;
}

std::string moves_of(const PgnGame& g) {
  std::string out;
  Position p = g.start;
  for (const Move m : g.moves) {
    if (!out.empty()) out += ' ';
    append_uci(out, p, m);
    p = p.after(m);
  }
  return out;
}

// The one game of a text that is read without a fault.
PgnGame only(std::string_view pgn) {
  const auto games = read(pgn);
  EXPECT_EQ(games.size(), 1U) << pgn;
  if (games.empty()) return {};
  for (const PgnFault& f : games[0].faults) ADD_FAILURE() << pgn << ": " << f.detail;
  return games[0];
}

// The only fault of the only game.
PgnFault fault_of(std::string_view pgn) {
  const auto games = read(pgn);
  EXPECT_EQ(games.size(), 1U) << pgn;
  if (games.empty() || games[0].faults.size() != 1) {
    ADD_FAILURE() << test::transcript(pgn);
    return {};
  }
  return games[0].faults[0];
}

constexpr std::string_view kSpanish = "e2e4 e7e5 g1f3 b8c6";

TEST(Pgn, ReadsAGameWithItsTags) {
  const PgnGame g = only("[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n");
  EXPECT_EQ(moves_of(g), kSpanish);
  EXPECT_EQ(g.outcome, Outcome::kFirst);
  ASSERT_NE(find_tag(g, "Event"), nullptr);
  EXPECT_EQ(*find_tag(g, "Event"), "x");
  EXPECT_EQ(g.place, (PgnPlace{0, 1, 1}));
}

TEST(Pgn, ReadsWhatPeopleWrite) {
  for (const std::string_view pgn : {
           "1.e4 e5 2.Nf3 Nc6 *",
           "e4 e5 Nf3 Nc6 *",
           "7. e4 9... e5 1. Nf3 Nc6 *",
           "1. e4 e5\n\n\n2. Nf3 Nc6\n\n*",
           "1. e4 e5\r\n2. Nf3\rNc6 *",
           "\xef\xbb\xbf 1. e4 e5 2. Nf3 Nc6 *",
           "%escape { (\n1. e4 e5 \n% ) }\n2. Nf3 Nc6 *",
           "1. e4 ; rest } ) of line\ne5 2. Nf3;x\nNc6 *",
           "1. e4 {a ( b ; \n\n [Event \"no\"] 1-0} e5 2. Nf3{}Nc6*",
           "1. e4! e5?! $1 $99999999999999999999 $-1 2. Nf3 !? +- Nc6 = *",
           "1. e4 (1. d4 (1. c4) d5 {)} ; )\n) e5 2. Nf3 (2. f4)Nc6 *",
           "1. e2-e4 e7e5 2. g1f3 Nb8c6 *",
           "1. e4 e5 99999999999999999999. Nf3 Nc6 *",
           "1. e4 e5 2. Nf3 ... Nc6 *",
           "1e4 e5 2Nf3 Nc6 *",
       }) {
    EXPECT_EQ(moves_of(only(pgn)), kSpanish) << pgn;
  }
}

// Only where a line begins: anywhere else a % is not of the standard, and may hide a move.
TEST(Pgn, AnIndentedEscapeIsRefused) {
  EXPECT_TRUE(read("1. e4\n %foo e5\nd5 *").at(0).is_refused);
  EXPECT_TRUE(read("1. e4 %foo e5\nd5 *").at(0).is_refused);
}

TEST(Pgn, ReadsPromotionsInEveryForm) {
  for (const std::string_view move :
       {"e8=Q", "e8Q", "e8(Q)", "e8/Q", "e7e8q", "e8(q)+", "e8=Q+!"}) {
    const std::string pgn =
        concat({"[FEN \"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. ", move, " *"});
    EXPECT_EQ(moves_of(only(pgn)), "e7e8q") << move;
  }
  EXPECT_EQ(moves_of(only("[FEN \"7k/R7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ra8(Ra6) *")), "a7a8");
  EXPECT_EQ(moves_of(only("1. e4 d5 2. e5 f5 3. exf6 e.p. *")), "e2e4 d7d5 e4e5 f7f5 e5f6");
}

TEST(Pgn, ReadsTagsAsTheyStand) {
  const auto value = [](std::string_view tag) {
    const auto games = read(concat({tag, "\n*\n"}));
    return games.size() == 1 && games[0].tags.size() == 1 ? games[0].tags[0].second : "?";
  };
  EXPECT_EQ(value("[White \"a\"]"), "a");
  EXPECT_EQ(value("[ White  \"a\" ]"), "a");
  EXPECT_EQ(value("[White\n\"a\"]"), "a");
  EXPECT_EQ(value("[White \"a\r\nb\"]"), "a b");
  EXPECT_EQ(value("[White \"\"]"), "");
  EXPECT_EQ(value(R"([White "a \"b\" \\ c\d"])"), R"(a "b" \ c\d)");
  EXPECT_EQ(value(R"([White "The "King" here"])"), R"(The "King" here)");
  EXPECT_EQ(value(R"([White "Club "Victory""])"), R"(Club "Victory")");
  EXPECT_EQ(value(R"([White "Tournament \"])"), R"(Tournament \)");
  EXPECT_EQ(value(R"([White "closing ] opening"])"), "closing ] opening");
  EXPECT_EQ(value("[White \"\xe9\xff\"]"), "\xe9\xff");
  const PgnGame g = only("[A \"1\"][B \"2\"] [C \"3\"]\n\n[D \"4\"] e4 *");
  EXPECT_EQ(g.tags.size(), 4U);
  EXPECT_EQ(g.moves.size(), 1U);
}

TEST(Pgn, EndsGamesWhereTheyEnd) {
  const auto count = [](std::string_view pgn) { return read(pgn).size(); };
  EXPECT_EQ(count(""), 0U);
  EXPECT_EQ(count(" \n\r\n\t\n"), 0U);
  EXPECT_EQ(count("{a comment alone} ; and another\n%"), 0U);
  EXPECT_EQ(count("1. e4 *\n1. d4 *"), 2U);
  EXPECT_EQ(count("1. e4\n\n1... e5 *"), 1U) << "a blank line ends nothing";
  EXPECT_EQ(count("[Event \"a\"]\n\n1. e4\n[Event \"b\"]\n\n1. d4"), 2U);
  EXPECT_EQ(count("[Event \"a\"]\n\n1. e4 {\n[Event \"b\"]\n} *"), 1U);
  EXPECT_EQ(count("[Event \"a\"]\n\n[Site \"b\"]\n\n*"), 1U) << "a blank line between tags";
  EXPECT_EQ(count("[Event \"a\"]\n[Event \"b\"]\n"), 2U) << "header-only games";
  EXPECT_EQ(count("[FEN \"a\"]\n\n[FEN \"b\"]\n"), 2U);
  EXPECT_EQ(count("[Result \"1-0\"] e4 *\n[Result \"0-1\"] e4 *"), 2U);
  EXPECT_EQ(count("* * 1-0"), 3U);
}

TEST(Pgn, TheMarkerWinsOverTheTagAndSaysSo) {
  const auto games = read("[Result \"1-0\"]\n\n1. e4 e5 0-1");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].outcome, Outcome::kSecond);
  ASSERT_EQ(games[0].faults.size(), 1U);
  EXPECT_FALSE(games[0].faults[0].is_refusal);
  EXPECT_FALSE(games[0].is_refused);
  EXPECT_EQ(read("[Result \"1/2-1/2\"]\n\n1. e4")[0].outcome, Outcome::kDraw);
}

TEST(Pgn, ABadMoveRefusesTheRestOfItsGameWithItsPlace) {
  const std::string_view pgn =
      "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 *";
  const auto games = read(pgn);
  ASSERT_EQ(games.size(), 2U);
  EXPECT_TRUE(games[0].is_refused);
  EXPECT_EQ(moves_of(games[0]), "e2e4 e7e5");
  EXPECT_EQ(games[0].outcome, Outcome::kFirst);
  ASSERT_EQ(games[0].faults.size(), 1U);
  const PgnFault& f = games[0].faults[0];
  EXPECT_EQ(f.code, ErrorCode::kIllegal);
  EXPECT_EQ(f.place, (PgnPlace{pgn.find("Ke3"), 4, 1}));
  EXPECT_EQ(f.ply, 2);
  EXPECT_TRUE(games[1].faults.empty());
  EXPECT_EQ(games[1].place, (PgnPlace{pgn.find("[Event \"b\""), 6, 2}));
}

TEST(Pgn, RefusesWhatItCannotUnderstand) {
  const auto code = [](std::string_view pgn) {
    const PgnFault f = fault_of(pgn);
    EXPECT_TRUE(f.is_refusal) << pgn;
    return f.code;
  };
  EXPECT_EQ(code("1. e4 e5 2. Sf3 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code(std::string_view("1. e4 e5 2. N\0f3 *", 18)), ErrorCode::kSyntax);
  EXPECT_EQ(code("1. e4 {a {nested} comment} e5 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("1. e4 e5 } 2. Nf3 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("1. e4 e5 {open 2. Nf3 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("1. e4 e5 (open 2. Nf3 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("1. e4 e5 [%clk 1] 2. Nf3 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("1. e4 -- 2. Nf3 *"), ErrorCode::kUnsupported);
  EXPECT_EQ(code("1. e4 Z0 2. Nf3 *"), ErrorCode::kUnsupported);
  EXPECT_EQ(code("1. e4 0000 2. Nf3 *"), ErrorCode::kUnsupported);
  EXPECT_EQ(code("[White \"open\n\n1. e4 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("[White]\n\n1. e4 *"), ErrorCode::kSyntax);
  EXPECT_EQ(code("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *"), ErrorCode::kInvalid);
  EXPECT_EQ(code("[Variant \"Atomic\"]\n\n1. e4 *"), ErrorCode::kUnsupported);
  EXPECT_EQ(code("[FEN \"4k3/8/8/8/8/8/4K3/R6R w - - 0 1\"]\n\n1. Rd1 *"), ErrorCode::kAmbiguous);
  EXPECT_EQ(code("\xff\xfe[\0E\0"), ErrorCode::kUnsupported);
  EXPECT_EQ(code("1. e4 " + std::string(256, 'x') + " *"), ErrorCode::kLimit);
  EXPECT_EQ(code("1. e4 " + std::string(255, 'x') + " *"), ErrorCode::kSyntax);
}

TEST(Pgn, NamesTheVariantThatItRefuses) {
  EXPECT_NE(fault_of("[Variant \"Crazyhouse\"]\n\n1. e4 *").detail.find("Crazyhouse"),
            std::string::npos);
}

TEST(Pgn, AnUnclosedTagDoesNotSwallowTheNextGame) {
  const auto games = read("[Event \"x\n[Event \"t\"]\n[Site \"?\"]\n\n1. e4 e5 1-0\n");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_TRUE(games[0].is_refused);
  EXPECT_FALSE(games[1].is_refused);
  EXPECT_EQ(games[1].moves.size(), 2U);
}

TEST(Pgn, NotesAStrayBracketAndGoesOn) {
  const auto games = read("1. e4 e5 2. Nf3 Nc6 )) 1-0");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_FALSE(games[0].is_refused);
  EXPECT_EQ(games[0].faults.size(), 2U);
  EXPECT_EQ(moves_of(games[0]), kSpanish);
}

TEST(Pgn, StartsWhereTheFenSays) {
  const PgnGame g = only("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 4 9\"]\n\n9. O-O *");
  EXPECT_EQ(to_fen(g.start), "4k3/8/8/8/8/8/8/4K2R w K - 4 9");
  EXPECT_EQ(to_fen(g.last), "4k3/8/8/8/8/8/8/5RK1 b - - 5 9");
  EXPECT_EQ(moves_of(only("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 4 9\"]\n\n9. 0-0 *")), "e1g1");
}

TEST(Pgn, ReadsChess960) {
  for (const std::string_view variant :
       {"Chess960", "Fischerandom", "chess 960", "Fischer Random"}) {
    const PgnGame g = only(concat(
        {"[Variant \"", variant, "\"]\n[FEN \"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1\"]\n\n1. O-O *"}));
    EXPECT_EQ(moves_of(g), "b1g1");
    EXPECT_TRUE(g.start.is_chess960());
  }
  EXPECT_TRUE(only("[Variant \"Chess960\"]\n\n1. e4 *").start.is_chess960());
}

TEST(Pgn, LetsNullMovesPassWhenAsked) {
  PgnOptions options;
  options.null_moves = true;
  const auto games = read("1. e4 -- 2. d4 Z0 3. Nf3 *", options);
  ASSERT_EQ(games.size(), 1U);
  EXPECT_TRUE(games[0].faults.empty());
  EXPECT_EQ(games[0].moves.size(), 5U);
  EXPECT_EQ(games[0].moves[1], Move::none());
  EXPECT_EQ(to_fen(games[0].last), "rnbqkbnr/pppppppp/8/8/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 2 3");
}

TEST(Pgn, HearsEvaluationsAndClocksOfTheMainLine) {
  const PgnGame g = only(
      "[Event \"a\"]\n{ [%eval 0.05] } 1. e4 { [%eval 0.17] [%clk 0:03:00] } (1. d4 {[%eval 9]}) "
      "1... c5 "
      "2. Nf3 { text [%clk 1:02:03.5] [%eval #-3] } d6 {[%eval -0.005,18]} *");
  EXPECT_EQ(g.evals, (std::vector<std::int16_t>{5, 17, kNoEval, -31'997, -1}));
  ASSERT_EQ(g.clocks.size(), 4U);
  EXPECT_EQ(g.clocks[0], 180);
  EXPECT_TRUE(g.clocks[1] != g.clocks[1]);
  EXPECT_EQ(g.clocks[2], 3723.5);
  EXPECT_TRUE(read("1. e4 {[%eval 0.17]} *", {})[0].evals.empty()) << "only when asked";
}

TEST(Pgn, ReadsEveryEvaluationToTheCentipawn) {
  const auto eval = [](const std::string& text) {
    const auto games = read("1. e4 {[%eval " + text + "]} *");
    return games[0].evals.empty() ? kNoEval : games[0].evals[1];
  };
  EXPECT_EQ(eval("0.0"), 0);
  EXPECT_EQ(eval("-12.34"), -1234);
  EXPECT_EQ(eval("+3"), 300);
  EXPECT_EQ(eval(".5"), 50);
  EXPECT_EQ(eval("310.01"), kMaxEval);
  EXPECT_EQ(eval("-99999999999999999999"), -kMaxEval);
  EXPECT_EQ(eval("#1"), kMateEval - 1);
  EXPECT_EQ(eval("#-12"), -(kMateEval - 12));
  EXPECT_EQ(eval("#99999"), kMaxEval + 1);
  for (const char* junk : {"", "x", "1.2.3", "#", "-", "1e5", "nan"})
    EXPECT_EQ(eval(junk), kNoEval);
}

TEST(Pgn, SkipsAGameAfterItsTags) {
  struct Skipper : test::PgnTranscript {
    bool end_tags(const Position&) override { return false; }
  } skipper;
  PgnParser parser(skipper);
  parser.feed("[Event \"a\"]\n\n1. e4 {1-0} (1-0) ; *\nKe9 1-0 1. d4 *");
  parser.finish();
  EXPECT_EQ(skipper.text,
            "game 1@0:1\ntag Event=a\nend 1-0 0 42 463b96181691fc9c skipped unkept 0 0 0\n"
            "game 2@43:4\nend * 0 50 463b96181691fc9c skipped unkept 0 0 0\n");
}

constexpr std::string_view kTricky =
    "\xef\xbb\xbf%x\r\n[Event \"a \"b\" \\\"]\r\n[Site \"two\r\nlines\"]\r\n\r\n1.e4 {[%eval 0.3] "
    "[%clk 0:01:02]}\r e5 (1... c5 (1... e6)) $14 2. Nf3 !? 1/2-1/2\n\n[Event \"x\n[Event \"t\"]\n"
    "[FEN \"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8(Q)+ ; c )\nKg7 2. Zz 0-1\n%\n[Result "
    "\"*\"] "
    "d4 0000 1-0\n[Event \"c\"]\n\n[Event \"d\"]\n[FEN \"\"]\n\n1... -- ) } *\n\n1. a4 (a5 "
    "{\n[Event ";

TEST(Pgn, TellsTheSameHoweverTheInputIsCut) {
  const std::string whole = test::transcript(kTricky);
  for (std::size_t piece = 1; piece < 60; ++piece) {
    ASSERT_EQ(test::transcript(kTricky, piece), whole) << piece;
  }
  for (std::size_t cut = 0; cut <= kTricky.size(); ++cut) {
    test::PgnTranscript t;
    PgnParser parser(t, test::kAllPgn);
    parser.feed(kTricky.substr(0, cut));
    parser.feed(kTricky.substr(cut));
    parser.finish();
    ASSERT_EQ(t.text, whole) << cut;
  }
}

TEST(Pgn, AnotherParserMayGoOnAtABorder) {
  const std::string whole = test::transcript(kTricky);
  int borders = 0;
  for (std::size_t cut = kTricky.find("\n[Event "); cut != kTricky.npos;
       cut = kTricky.find("\n[Event ", cut + 1)) {
    test::PgnTranscript t;
    PgnParser first(t, test::kAllPgn);
    first.feed(kTricky.substr(0, cut + 1));
    if (!first.is_border()) continue;
    ++borders;
    const PgnPlace place = first.next_place();
    EXPECT_EQ(place.offset, cut + 1);
    first.finish();
    PgnParser second(t, test::kAllPgn, place);
    second.feed(kTricky.substr(cut + 1));
    second.finish();
    ASSERT_EQ(t.text, whole) << cut;
  }
  EXPECT_GE(borders, 2);
}

TEST(Pgn, FindsTheLastLikelyGame) {
  const std::string_view two = "[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n";
  EXPECT_EQ(two.substr(last_game_start(two)), "[Event \"b\"]\n\n*\n");
  EXPECT_EQ(last_game_start("[Event \"a\"]\n"), 0U);
}

TEST(Pgn, CountsWhatNobodyKeeps) {
  const auto unkept = [](std::string_view moves) {
    const std::string all = test::transcript(concat({"[Event \"a\"]\n\n", moves, " *"}));
    const std::size_t at = all.rfind("unkept ") + 7;
    return all.substr(at, all.find('\n', at) - at);
  };
  EXPECT_EQ(unkept("1. e4 {[%eval 0.1] [%clk 0:01:00]} e5 {} 2. Nf3"), "0 0 0");
  EXPECT_EQ(unkept("{start} 1. e4 {[%eval 0.1] good} e5 {[%emt 0:00:01]} 2. Nf3 ; line\n Nc6"),
            "4 0 0");
  EXPECT_EQ(unkept("1. e4! $1 e5 $2 !? 2. Nf3?! +-"), "0 0 6");
  // What lies in a variation goes with it.
  EXPECT_EQ(unkept("1. e4 $1 (1. d4 $2 {no} (1. c4 $3) ; no\n) (1. Nf3!) e5 $4"), "0 2 2");
}

TEST(PgnComments, AreToldWithoutTheirCommandsOnOneLine) {
  const auto told = [](std::string_view moves) {
    const std::string all = test::transcript(concat({"[Event \"a\"]\n\n", moves, " *"}));
    std::string comments;
    for (std::size_t at = 0; (at = all.find("comment ", at)) != all.npos; ++at) {
      comments += concat({all.substr(at + 8, all.find('\n', at) - at - 8), "|"});
    }
    return comments;
  };
  EXPECT_EQ(told("{ a\n  start } 1. e4 {[%eval 0.1] good [%clk 0:01:00]\tmove} e5"),
            "a start|good move|");
  EXPECT_EQ(told("1. e4 {[%clk 0:01:00]} e5 {} (1... c5 {not this})"), "");
  EXPECT_EQ(told("1. e4 {[%cal Ga1a2] [a] [%open}"), "[a] [%open|");
  // Commands without an end are looked for once.
  std::string many = "1. e4 {";
  for (int i = 0; i < 100'000; ++i) many += "[%";
  EXPECT_EQ(told(many + "}").size(), 200'001U);
}

}  // namespace
}  // namespace intarsia::chess
