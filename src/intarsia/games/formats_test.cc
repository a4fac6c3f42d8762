#include "intarsia/games/formats.h"

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {
namespace {

constexpr std::string_view kFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The format's name, or nothing if there was an error.
std::string found(std::string_view text, Reading reading = Reading::kGames,
                  std::string_view name = "file") {
  const auto f = find_format("", name, text, reading);
  return f ? std::string(f->format.name) : "";
}

// Each format with texts that are of it.
struct Sample {
  std::string_view format;
  std::string_view game;
  std::vector<std::string> texts;
};

const std::vector<Sample>& samples() {
  const std::string fen(kFen);
  static const std::vector<Sample> kAll = {
      {"pgn",
       "chess",
       {"[Event \"x\"]\n\n1. e4 *\n", "1. e4 e5 1-0", "1.e4 e5", "e4 e5 *", "Nf3 *", "O-O", "*\n",
        "1/2-1/2\n", "1-0", "{a comment} 1. e4 *", "; a comment\n1. e4 *", "% an escape\n*",
        "{[%clk 1:00]} e4 *", "[ Event \"x\" ]\n*"}},
      {"epd", "chess", {"8/8/8/8/8/8/8/k1K5 w - - bm Kc2; ce 5;", fen + " id \"x\";"}},
      {"plain",
       "chess",
       {"fen " + fen + "\nmove e2e4\nscore 5\nply 0\nresult 0\ne\n",
        "fen " + fen + "\r\nscore 5\r\ne\r\n"}},
      {"trmph",
       "hex",
       {"#11,a2b3\n", "http://www.trmph.com/hex/board#5,a1b2", "#3,a1a1b2 r",
        "https://hexworld.org/board/#11nc1,a2:s"}},
      {"sgf", "hex", {"(;GM[11]SZ[5];B[a1])", "(\n;SZ[3])"}},
      {"c4", "connect4", {"4453 1\n", "6x5 3344 d\n", "1122334\n"}},
      {"lines",
       "chess",
       {fen, fen + " | 12 | 1-0", "startpos", "startpos moves e2e4", "fen " + fen,
        "fen " + fen + "\nfen " + fen, "8/8/8/8/8/8/8/k1K5 w - -"}},
  };
  return kAll;
}

TEST(Formats, AreNamedOnceAndAllHaveASample) {
  const auto names = format_names();
  ASSERT_EQ(names.size(), samples().size());
  for (const Sample& s : samples()) {
    EXPECT_EQ(std::count(names.begin(), names.end(), s.format), 1) << s.format;
  }
}

TEST(Formats, AreFoundByTheirText) {
  for (const Sample& s : samples()) {
    for (const std::string& text : s.texts) {
      for (const std::string& before :
           {std::string(), std::string("\xef\xbb\xbf"), std::string("# a comment\n\n"),
            std::string("\r\n  \r\n#\r\n"), std::string("\xef\xbb\xbf# a comment\r\n")}) {
        const auto f = find_format("", "file", before + text);
        ASSERT_TRUE(f) << text << ": " << f.error().detail;
        EXPECT_EQ(f->format.name, s.format) << before << text;
        ASSERT_NE(f->type, nullptr) << text;
        EXPECT_EQ(f->type->name, s.game) << before << text;
      }
    }
  }
}

TEST(Formats, AreFoundByNameWhateverTheTextIs) {
  for (const GameType* type : all_games()) {
    for (const game::Format& f : type->formats) {
      ASSERT_FALSE(f.endings.empty()) << f.name;
      for (const std::string_view ending : f.endings) {
        std::string upper(ending);
        for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        for (const std::string& end : {std::string(ending), upper}) {
          for (const char* packed : {"", ".zst", ".gz", ".GZ"}) {
            const std::string name = concat({"dir.d/file", end, packed});
            for (const std::string_view text : {std::string_view(), kFen, std::string_view("{")}) {
              const auto found = find_format("", name, text);
              ASSERT_TRUE(found) << name;
              EXPECT_EQ(found->format.name, f.name) << name;
              EXPECT_EQ(found->type, type) << name;
            }
            EXPECT_TRUE(has_game_name(name)) << name;
          }
        }
      }
      EXPECT_FALSE(has_game_name(f.name)) << "a name without an ending";
    }
  }
  for (const char* name : {"", "a", "a.txt", "a.zst", ".gz", "a.fen", "a.zst.txt"}) {
    EXPECT_FALSE(has_game_name(name)) << name;
  }
}

TEST(Formats, ThatAreWantedAreTakenWhateverNameAndTextAre) {
  for (const std::string_view name : format_names()) {
    for (const Sample& s : samples()) {
      const auto f = find_format(name, "a.pgn", s.texts.front());
      ASSERT_TRUE(f) << name;
      EXPECT_EQ(f->format.name, name);
      ASSERT_NE(f->type, nullptr);
    }
  }
  const auto none = find_format("png", "a.pgn", "*");
  ASSERT_FALSE(none);
  for (const std::string_view name : format_names()) {
    EXPECT_NE(none.error().detail.find(name), std::string::npos) << none.error().detail;
  }
}

TEST(Formats, OfOtherThingsAreRefusedWithAList) {
  const std::string zip("PK\x03\x04\x14\0\0\0\x08\0", 10);
  const std::string garbage("\x00\x01\xfe\xff\x80garbage\x00\n\x7fxyz", 18);
  const std::vector<std::string> others = {
      "{\"fen\": \"8/8/8/8/8/8/8/k1K5 w - -\"}\n{\"fen\": \"startpos\"}\n",
      R"([{"game": 1}, {"game": 2}])",
      "[1, 2, 3]",
      "[\n  {\n    \"a\": 1\n  }\n]\n",
      "{\n  \"a\": 1\n}\n",
      "{}",
      "[]",
      "[[1, 2], [3, 4]]",
      "[\"a\", \"b\"]",
      R"({"fen":"8/8/8/8/8/8/8/k1K5 w - - 0 1","evals":[]})",
      R"(["8/8/8/8/8/8/8/k1K5 w - - 0 1", "8/8/8/8/8/8/8/k1K5 b - - 0 1"])",
      "[\n  \"8/8/8/8/8/8/8/k1K5 w - - 0 1\"\n]",
      R"({"url":"http://www.trmph.com/hex/board#5,a1b2"})",
      zip,
      garbage,
      "<!DOCTYPE html>\n<html><body>Not found</body></html>\n",
      "<html>\n<style>\na {\n color:#333;\n}\n</style>\n<a href=\"#top\">\n#5,a1\n</html>\n",
      "<?xml version=\"1.0\"?>\n",
      "\x89PNG\r\n\x1a\n",
      "\x93NUMPY\x01",
      "id,moves,result\n1,e4 e5,1-0\n",
      "#include <vector>\n",
      "## A heading\n\nand text\n",
      "color:#333;",
      "2026-11-16 10:00:00 started\n",
      "0.5 0.25 0.125\n",
      "42\n",
      "lorem ipsum dolor sit amet"};
  for (const std::string& text : others) {
    const auto f = find_format("", "data.bin", text);
    ASSERT_FALSE(f) << in_quotes(text) << " is " << f->format.name;
    EXPECT_EQ(f.error().code, ErrorCode::kUnsupported);
    EXPECT_NE(f.error().detail.find("data.bin"), std::string::npos) << f.error().detail;
    for (const std::string_view name : format_names()) {
      EXPECT_NE(f.error().detail.find(name), std::string::npos) << f.error().detail;
    }
    for (const char c : f.error().detail) EXPECT_GE(c, ' ') << "no bytes for the terminal";
  }
}

TEST(Formats, OfNothingAreLines) {
  for (const char* text : {"", "\n", "# a comment\n", "\xef\xbb\xbf", " \r\n\t\n#\n"}) {
    EXPECT_EQ(found(text), "lines") << in_quotes(text);
    EXPECT_NE(find_format("", "file", text)->type, nullptr);
  }
}

TEST(Formats, OfPositionsMayBeginWithABrokenLine) {
  for (const char* broken :
       {"nonsense", "what is this | 1 | 1-0", "<<<<<<< HEAD", "8//8/ x - - 0"}) {
    EXPECT_EQ(found(concat({broken, "\n", kFen, "\n"})), "lines") << broken;
    EXPECT_EQ(found(concat({"# a\n", broken, "\n", broken, "\n# b\n", kFen, " | 1 | 1-0"})),
              "lines");
  }
  const auto hex = find_format("", "file", "nonsense\nhex 5 moves a1\n");
  ASSERT_TRUE(hex);
  EXPECT_EQ(hex->type->name, "hex");
}

// Lines of Hex are games as well as positions: the verb decides.
TEST(Formats, OfLinesThatAreGamesAreWhatTheReaderWants) {
  for (const char* text : {"#5,a1b2", "hex 5 moves a1", "http://www.trmph.com/hex/board#5,a1b2"}) {
    EXPECT_EQ(found(text), "trmph") << text;
    EXPECT_EQ(found(text, Reading::kPositions), "lines") << text;
    EXPECT_EQ(found(text, Reading::kPositions, "a.trmph"), "trmph") << text;
  }
  for (const Sample& s : samples()) {
    if (s.format == "trmph") continue;
    EXPECT_EQ(found(s.texts.front(), Reading::kPositions), s.format);
  }
}

}  // namespace
}  // namespace intarsia::games
