// No game is lost, wherever a source is cut into chunks and wherever it ends.

#include <algorithm>

#include <gtest/gtest.h>

#include "intarsia/data/pipeline.h"
#include "intarsia/games/game_files.h"
#include "tests/support/data_set.h"

namespace intarsia {
namespace {

using games::BuildOptions;

struct Text {
  std::string_view name;  // of the case
  std::string_view format;
  std::string text;
};

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

const std::vector<Text>& texts() {
  static const std::vector<Text> kAll = {
      {"tags", "pgn",
       "[Event \"a\"]\n\n1. e4 e5 2. Nf3 {a [Event \"b\"]\n} *\n\n[Event \"c\"]\n\n1. d4 1-0\n"},
      {"no tags", "pgn", repeated("1. e4 e5 2. Nf3 0-1\n", 4)},
      {"no result", "pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"},
      {"one long game", "pgn", "1. e4 {" + std::string(60, 'x') + "} e5 2. Nf3 *"},
      {"refused", "pgn", "1. e4 e5 2. Ke3 *\n\n[Event \"b\"]\n\n1. d4 d5 *"},
      {"junk", "pgn", "lorem ipsum dolor sit amet, consectetur"},
      {"zeros", "pgn", std::string(50, '\0')},
      {"lines", "lines",
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 | 1-0\nstartpos moves "
       "e2e4\n"},
      {"epd", "epd",
       "8/8/8/8/8/8/8/k1K5 w - - bm Kc2; ce 5;\n8/8/8/8/8/8/8/k1K5 b - - ce -5; id \"x\";\n"},
      {"plain", "plain",
       repeated("fen 8/8/8/8/8/8/8/k1K5 w - - 0 1\nmove c1c2\nscore 5\nply 0\nresult 0\ne\n", 2)},
      {"trmph", "trmph", "#5,a1b2c3 b\n#3,a1a1b2 r\n#5,a1a9\nhttp://trmph.com/hex/board#3,b2\n"},
      {"sgf", "sgf", "(;GM[11]SZ[5];B[a1];W[b2])\n(;GM[11]SZ[3];B[b2])(;GM[11]SZ[3];B[z9])"},
  };
  return kAll;
}

// With up to three bytes less at its end, and one more.
std::vector<std::string> ends_of(const std::string& text) {
  std::vector<std::string> ends = {text + "\n"};
  for (std::size_t less = 0; less <= 3; ++less) ends.push_back(text.substr(0, text.size() - less));
  return ends;
}

// Every size that cuts it anywhere, and those around its whole length and the growth of a chunk.
std::vector<std::size_t> chunk_sizes(std::size_t length) {
  std::vector<std::size_t> sizes;
#ifdef INTARSIA_SLOW_BUILD
  for (std::size_t n : {1U, 2U, 3U, 5U, 8U, 13U, 21U}) sizes.push_back(n);
#else
  for (std::size_t n = 1; n <= 24; ++n) sizes.push_back(n);
#endif
  for (std::size_t parts = 1; parts <= data::kMaxGrowth; ++parts) {
    for (std::size_t off : {0U, 1U})
      sizes.push_back(std::max<std::size_t>(length / parts, 1) + off);
  }
  return sizes;
}

BuildOptions options_for(const Text& t, const std::string& input, const std::string& out) {
  BuildOptions o{.inputs = {input}, .folder = out};
  o.format = t.format;
  o.force = true;
  o.run.threads = 2;
  return o;
}

struct Counts {
  std::uint64_t good = 0;
  std::uint64_t refused = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Counts& c) {
    return out << c.good << ", " << c.refused;
  }
};

// As `check` and `ia.read` read it.
Counts read_alone(const Text& t, const std::string& path) {
  Counts counts;
  const auto file = games::GameFile::open(path, {.format = std::string(t.format)});
  EXPECT_TRUE(file) << file.error().detail;
  while (const auto item = (*file)->next()) ++(item->is_refused() ? counts.refused : counts.good);
  EXPECT_FALSE((*file)->error());
  return counts;
}

Counts built(const data::Manifest& m) { return {m.read - m.rejected_games(), m.rejected_games()}; }

TEST(DataSet, IsTheSameHoweverItsSourceIsCut) {
  const test::TempFolder folder;
  for (const Text& t : texts()) {
    for (const std::string& text : ends_of(t.text)) {
      const std::string input = folder.file("games." + std::string(t.format), text);
      const auto whole = games::build(options_for(t, input, folder / "whole"));
      ASSERT_TRUE(whole) << t.name << ": " << whole.error().detail;
      ASSERT_EQ(built(whole->manifest), read_alone(t, input)) << t.name << " of " << text.size();
      const auto files = test::files_of(folder / "whole");
      for (const std::size_t bytes : chunk_sizes(text.size())) {
        BuildOptions o = options_for(t, input, folder / "cut");
        o.run.chunk_bytes = bytes;
        const auto r = games::build(o);
        ASSERT_TRUE(r) << t.name << " in chunks of " << bytes << ": " << r.error().detail;
        ASSERT_EQ(test::files_of(folder / "cut"), files)
            << t.name << " of " << text.size() << " bytes in chunks of " << bytes;
      }
    }
  }
}

// A gzip file that was cut behind its text, which is stored in it as it is (RFC 1952, RFC 1951 3.2.4).
std::string cut_gzip(const std::string& text) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff\0", 11);
  const auto length = static_cast<std::uint16_t>(text.size());
  for (const int n : {length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff}) {
    out += static_cast<char>(n);
  }
  return out + text;
}

// What comes before the damage is stored, whatever the format. A game that it cut is told as refused.
TEST(DataSet, TellsEveryGameBeforeDamage) {
  const test::TempFolder folder;
  for (const Text& t : texts()) {
    const std::string name = "games." + std::string(t.format);
    const auto whole =
        games::build(options_for(t, folder.file(name, t.text), folder / "whole"))->manifest;
    for (const std::size_t bytes : {std::size_t{7}, std::size_t{1000}}) {
      const std::string input = folder.file(name + ".gz", cut_gzip(t.text));
      BuildOptions o = options_for(t, input, folder / "out");
      o.run.chunk_bytes = bytes;
      EXPECT_FALSE(games::build(o)) << "damage";
      o.skip_damage = true;
      const auto r = games::build(o);
      ASSERT_TRUE(r) << t.name << ": " << r.error().detail;
      ASSERT_EQ(r->damage.size(), 1U) << t.name;
      const std::uint64_t told = r->manifest.read - 1;  // but for the damage itself
      EXPECT_TRUE(told == whole.read || told + 1 == whole.read)
          << t.name << ": " << told << " of " << whole.read;
      if (t.format == "sgf") {
        EXPECT_EQ(r->manifest.games, whole.games);
      }
    }
  }
}

}  // namespace
}  // namespace intarsia
