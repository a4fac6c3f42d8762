// Real games of Hex: the sample beside the tests, and the whole corpus where INTARSIA_CORPUS names it.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "intarsia/hex/position_line.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "tests/support/data.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// What must hold for every game that was read: its positions follow from its moves, a chain agrees
// with the winner, no swap is lost, and both text forms give it back.
void check_game(const Reading& r, const std::string& where) {
  const Game& g = r.game;
  const Replay replay = replay_of(g, static_cast<int>(g.moves.size()));
  ASSERT_EQ(replay.position().key(), replay.position().fresh_key()) << where;
  ASSERT_EQ(winner(replay.position()), replay.winner()) << where;
  ASSERT_TRUE(g.setup || replay.position().is_swapped() == g.is_swapped()) << where;
  ASSERT_EQ(g.winner, replay.winner() ? replay.winner() : g.winner) << where;
  const auto by_sgf = read_sgf(to_sgf(g));
  ASSERT_TRUE(by_sgf) << where;
  ASSERT_EQ(by_sgf->game, g) << where;
  if (g.setup) return;
  const auto by_trmph = read_trmph(to_trmph(g));
  ASSERT_TRUE(by_trmph) << where;
  ASSERT_EQ(by_trmph->game.moves, g.moves) << where;
  ASSERT_EQ(by_trmph->game.winner, g.winner) << where;
  ASSERT_EQ(to_trmph(by_sgf->game), to_trmph(g)) << where;
}

struct Counts {
  int games = 0, swaps = 0, chains = 0;
  std::vector<std::string> refused;

  void add(const Reading& r) {
    ++games;
    swaps += r.game.is_swapped() ? 1 : 0;
    chains += replay_of(r).winner() ? 1 : 0;
  }
};

void check_trmph(const fs::path& path, Counts& counts) {
  int number = 0;
  for (const std::string& line : lines_of(path)) {
    ++number;
    if (is_comment(line)) continue;
    const std::string where = path.filename().string() + ":" + std::to_string(number);
    const auto r = read_trmph(line);
    if (!r) {
      counts.refused.push_back(concat({where, ": ", r.error().detail, ": ", line}));
      continue;
    }
    check_game(*r, where);
    counts.add(*r);
    // The text of the line itself comes back: no move is lost, swaps included. A winner may be added.
    const std::string written = to_trmph(r->game, r->alphabet.value_or(Alphabet::kLetters));
    const std::string moves(trimmed(std::string_view(line).substr(line.find('#'))));
    ASSERT_TRUE(!r->notes.empty() || written.starts_with(moves)) << where;
  }
}

TEST(RealHexGames, TheSampleIsReadAndWrittenBack) {
  Counts counts;
  check_trmph(test::data_path("hex/selfplay13.trmph"), counts);
  EXPECT_EQ(counts.refused, std::vector<std::string>{});
  EXPECT_EQ(counts.games, 5);
}

// "b a1,w a2,…,w resign,B": the engine Wolve against itself on 10 x 10.
std::optional<Reading> read_wolve(const std::string& line) {
  GameBuilder builder(10, SwapRule::kTransposed);
  std::istringstream in(line);
  std::optional<Color> winner;
  for (std::string item; std::getline(in, item, ',');) {
    if (item == "B" || item == "W") winner = item == "B" ? kBlue : kRed;
    if (item.size() < 3 || item.substr(2) == "resign") continue;
    if (item[0] != (builder.ply() % 2 == 0 ? 'b' : 'w')) return std::nullopt;
    TextCursor cell(std::string_view(item).substr(2));
    const auto c = read_cell(cell, 10);
    if (!c || builder.add(Move(*c), 0)) return std::nullopt;
  }
  auto reading = std::move(builder).finish(winner, 0);
  if (!reading || reading->game.moves.empty()) return std::nullopt;
  return *std::move(reading);
}

class HexCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("INTARSIA_CORPUS");
    if (folder == nullptr || *folder == 0) GTEST_SKIP() << "INTARSIA_CORPUS is not set";
    root_ = fs::path(folder);
  }
  fs::path root_;
};

TEST_F(HexCorpus, EveryTrmphLineOfARealGameIsRead) {
  Counts counts;
  for (const auto& entry : fs::directory_iterator(root_ / "hex/trmph")) {
    const auto name = entry.path().filename().string();
    if (entry.path().extension() == ".trmph" && name.starts_with("lg")) {
      check_trmph(entry.path(), counts);
    }
  }
  EXPECT_EQ(counts.refused, std::vector<std::string>{});
  EXPECT_GT(counts.games, 4'600);
  EXPECT_GT(counts.swaps, 2'000);
  EXPECT_GT(counts.chains, 20);
}

TEST_F(HexCorpus, SelfPlayIsReadToo) {
  Counts counts;
  check_trmph(root_ / "hex/trmph/snowflake_selfplay13.trmph", counts);
  check_trmph(root_ / "hex/trmph/snowflake_selfplay13_prefixes.txt", counts);
  EXPECT_EQ(counts.refused, std::vector<std::string>{});
  // Literals of that project's own tests: some are wrong on purpose.
  Counts literals;
  check_trmph(root_ / "hex/trmph/snowflake_literals.trmph", literals);
  EXPECT_GE(literals.games, 35);
  for (const std::string& line : literals.refused) SUCCEED() << line;
}

TEST_F(HexCorpus, TheIndexAgreesWithTheGames) {
  std::ifstream in(root_ / "hex/other/random_games.jsonl");
  const auto field = [](const std::string& line, const std::string& name) {
    const auto at = line.find("\"" + name + "\":") + name.size() + 3;
    const bool is_text = line[at] == '"';
    const auto from = at + (is_text ? 1 : 0);
    return line.substr(from, line.find_first_of(is_text ? "\"" : ",}", from) - from);
  };
  int games = 0;
  for (std::string line; std::getline(in, line); ++games) {
    const auto r = read_trmph(field(line, "trmph"));
    ASSERT_TRUE(r) << line;
    ASSERT_TRUE(r->notes.empty()) << line;
    const Color wanted = field(line, "winner") == "first" ? kBlue : kRed;
    ASSERT_EQ(r->game.winner, wanted) << line;
    const Replay replay = replay_of(*r);
    ASSERT_EQ(std::to_string(*replay.winning_ply()), field(line, "win_ply"));
    // The rest fills the board and changes nothing.
    Position full = replay.position();
    const std::string text = field(line, "rest");
    TextCursor cells(text);
    while (!cells.at_end()) full = full.after(Move(*read_cell(cells, full.size())));
    ASSERT_TRUE(full.empty_cells().empty());
    ASSERT_EQ(winner(full), wanted);
  }
  EXPECT_EQ(games, 300);
}

TEST_F(HexCorpus, EverySgfFileIsRead) {
  Counts counts;
  int set_up = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root_ / "hex/sgf")) {
    if (entry.path().extension() != ".sgf") continue;
    const auto r = read_sgf(text_of(entry.path()));
    const std::string where = entry.path().filename().string();
    ASSERT_TRUE(r) << where << ": " << r.error().detail;
    check_game(*r, where);
    counts.add(*r);
    set_up += r->game.setup ? 1 : 0;
  }
  EXPECT_EQ(counts.games, 175);
  EXPECT_EQ(set_up, 130) << "129 puzzles, and a game that White begins";
  EXPECT_EQ(counts.swaps, 2);  // the olympiad's 20 are swap-sides
}

TEST_F(HexCorpus, TheGamesOfWolveEndAsTheySay) {
  for (const char* name : {"wolve10_first2500.txt", "wolve10_with_merge_markers_head40.txt"}) {
    Counts counts;
    int others = 0;
    for (const std::string& line : lines_of(root_ / "hex/other" / name)) {
      const auto r = read_wolve(line);
      if (r) check_game(*r, line);
      if (r) counts.add(*r);
      others += r ? 0 : 1;
    }
    const bool has_markers = std::string_view(name).find("markers") != std::string_view::npos;
    EXPECT_EQ(others > 0, has_markers) << others;
    EXPECT_GE(counts.games, has_markers ? 30 : 2'500);
    EXPECT_GT(counts.chains, counts.games * 9 / 10);  // most lines say resign all the same
  }
}

TEST_F(HexCorpus, HostileLinesBehaveAsTheirManifestSays) {
  std::ifstream in(root_ / "hostile/lines.trmph", std::ios::binary);
  const auto expected = lines_of(root_ / "hostile/lines.expect.jsonl");
  std::string line;
  for (std::size_t i = 0; std::getline(in, line); ++i) {
    const std::string& manifest = expected[i];
    const auto wants = [&](std::string_view what) {
      return manifest.find("\"expect\": \"" + std::string(what)) != std::string::npos;
    };
    const bool is_skipped = is_comment(line);
    const bool is_read = !is_skipped && read_trmph(line);
    const bool may_differ = wants("ok as swap or error");
    EXPECT_TRUE(is_read || !wants("ok") || may_differ) << manifest;
    EXPECT_TRUE(!is_read || !wants("error")) << manifest;
    EXPECT_TRUE(!is_skipped || !wants("error\"")) << manifest;
    EXPECT_EQ(is_skipped, wants("skipped") || wants("error or documented\", \"note\": \"space"))
        << manifest;
  }
}

TEST_F(HexCorpus, HostileSgfFilesBehaveAsTheirManifestSays) {
  const auto read = [&](const char* name) { return read_sgf(text_of(root_ / "hostile" / name)); };
  ASSERT_TRUE(read("sgf_ok.sgf"));
  EXPECT_TRUE(read("sgf_ok.sgf")->game.is_swapped());
  EXPECT_TRUE(read("sgf_escape.sgf"));
  EXPECT_EQ(read("sgf_nested.sgf").error().code, ErrorCode::kLimit);
  EXPECT_EQ(read("sgf_go_not_hex.sgf").error().code, ErrorCode::kUnsupported);
  for (const char* name : {"sgf_unterminated.sgf", "sgf_size0.sgf", "sgf_size_huge.sgf",
                           "sgf_out_of_range.sgf", "sgf_taken.sgf", "sgf_rect.sgf"}) {
    EXPECT_FALSE(read(name)) << name;
  }
}

}  // namespace
}  // namespace intarsia::hex
