#include "intarsia/game/line_parser.h"

#include <gtest/gtest.h>

#include "intarsia/base/text.h"

namespace intarsia::game {
namespace {

// Keeps what a parser reports, as one text.
class Kept : public GameSink {
 public:
  void take(ParsedGame& game) override {
    const Fault& f = game.read.faults.front();
    text += concat({place(game.place), " ", f.error.detail, " at ", place(f.place), " column ",
                    std::to_string(f.column), "\n"});
  }
  std::string text;

 private:
  static std::string place(const Place& p) {
    return concat({std::to_string(p.source), ":", std::to_string(p.offset), ":",
                   std::to_string(p.line), ":", std::to_string(p.game)});
  }
};

// Refuses every line with its text. The offset of its fault is that of an x.
class Echo : public LineParser {
 public:
  Echo(const Place& first, GameSink& sink) : LineParser(first, sink) {}

 private:
  void line(std::string_view text) override {
    if (text == "skipped") return;
    const std::size_t at = text.find('x');
    refuse(next_game(), Error{ErrorCode::kSyntax, at == text.npos ? 0 : at, in_quotes(text)});
  }
};

std::string read(std::string_view text, std::size_t chunk, const Place& first = {}) {
  Kept kept;
  Echo parser(first, kept);
  for (std::size_t at = 0; at < text.size(); at += chunk) parser.feed(text.substr(at, chunk));
  parser.finish();
  return kept.text + std::to_string(parser.begun());
}

const std::string kMark(kByteOrderMark);

TEST(LineParser, ReportsTheSameInChunksOfEverySize) {
  const std::vector<std::string> texts = {"",
                                          "\n",
                                          "a",
                                          "a\n",
                                          "a\nbxb\r\n\r\n# c\n#d\n  \t\n e\nskipped\n\rf\r",
                                          kMark + "a\nb",
                                          concat({kMark, kMark, "a\n", kMark, "b"}),
                                          kMark.substr(0, 2),
                                          "\n\n\nskipped"};
  for (const std::string& text : texts) {
    const std::string whole = read(text, text.size() + 1);
    for (std::size_t chunk = 1; chunk <= text.size(); ++chunk) {
      ASSERT_EQ(read(text, chunk), whole) << in_quotes(text) << " by " << chunk;
    }
  }
}

TEST(LineParser, LinesHaveTheirPlacesAndNoEnds) {
  EXPECT_EQ(read("a\r\n\nskipped\nbbx", 64),
            "0:0:1:1 \"a\" at 0:0:1:1 column 1\n"
            "0:12:4:2 \"bbx\" at 0:14:4:2 column 3\n2");
  EXPECT_EQ(read("ax\n", 64, {.source = 3, .offset = 100, .line = 7, .game = 5}),
            "3:100:7:5 \"ax\" at 3:101:7:5 column 2\n1");
}

TEST(LineParser, CommentsSayNothing) {
  EXPECT_EQ(read("# a\n#b\n   \n\t\r\n#\n", 64), "0");
  EXPECT_EQ(read("# a\n#\n#5,a1\n #c\n", 64),
            "0:6:3:1 \"#5,a1\" at 0:6:3:1 column 1\n"
            "0:12:4:2 \" #c\" at 0:12:4:2 column 1\n2")
      << "a TRMPH line is none";
}

TEST(LineParser, AByteOrderMarkStandsAtTheSourcesStartAlone) {
  EXPECT_EQ(read(kMark + "a\n", 64), "0:0:1:1 \"a\" at 0:0:1:1 column 1\n1");
  EXPECT_NE(read(kMark + "a\n", 64, {.offset = 9}).find("\\xef"), std::string::npos);
  EXPECT_NE(read(concat({"b\n", kMark, "a\n"}), 64).find("\\xef"), std::string::npos);
}

TEST(LineParser, ALongLineIsRefusedAndTheNextOneRead) {
  const std::string most(kMaxLineBytes, 'a');
  for (const std::size_t chunk : {std::size_t{1000}, std::size_t{1} << 16, kMaxLineBytes - 1,
                                  kMaxLineBytes, kMaxLineBytes + 1, 8 * kMaxLineBytes}) {
    for (const char* end : {"", "\n"}) {
      EXPECT_EQ(read(concat({most, end}), chunk).find("at most"), std::string::npos);
      const std::string more = read(concat({most, "a", end}), chunk);
      EXPECT_NE(more.find("a line has at most 1048576 bytes"), std::string::npos);
    }
    const std::string text = concat({"b\n", most, most, most, "\nx\n"});
    const std::string found = read(text, chunk);
    EXPECT_TRUE(found.ends_with("0:3145731:3:3 \"x\" at 0:3145731:3:3 column 1\n3")) << found;
    EXPECT_EQ(found, read(text, text.size()));
  }
}

TEST(LineParser, BordersAreBetweenLinesAndKnowTheNextPlace) {
  Kept kept;
  Echo parser({.source = 2}, kept);
  EXPECT_TRUE(parser.is_border());
  parser.feed("a\nskipped\n");
  ASSERT_TRUE(parser.is_border());
  EXPECT_EQ(parser.next_place(), (Place{.source = 2, .offset = 10, .line = 3, .game = 2}));
  parser.feed("b");
  EXPECT_FALSE(parser.is_border());
  parser.feed(std::string(kMaxLineBytes, 'b'));
  EXPECT_FALSE(parser.is_border()) << "in a line that is too long";
  parser.feed("\n");
  EXPECT_TRUE(parser.is_border());
}

// As sources are split for threads: another parser goes on at a border, and nothing changes.
TEST(LineParser, AnotherParserMayGoOnAtABorder) {
  const std::string_view text = "a\n\n# c\nbx\nskipped\nc\r\nd";
  const std::string whole = read(text, 64);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Kept kept;
    Echo first({}, kept);
    first.feed(text.substr(0, cut));
    if (!first.is_border()) continue;
    first.finish();
    Echo second(first.next_place(), kept);
    second.feed(text.substr(cut));
    second.finish();
    EXPECT_EQ(kept.text + std::to_string(first.begun() + second.begun()), whole) << cut;
  }
}

}  // namespace
}  // namespace intarsia::game
