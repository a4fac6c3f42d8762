#include "intarsia/games/registry.h"

#include <gtest/gtest.h>

#include "intarsia/games/layout_json.h"
#include "intarsia/layout/describe.h"

namespace intarsia::games {
namespace {

TEST(Registry, GamesHaveSizes) {
  EXPECT_EQ((*find_game("chess"))->catalogue(8).rows, 8);
  EXPECT_TRUE((*find_game("chess"))->sizes.is_one());
  const GameType& hex = **find_game("hex");
  EXPECT_EQ(hex.catalogue(hex.sizes.usual).rows, hex.sizes.usual);
  EXPECT_EQ((*find_game("hex", 19))->catalogue(19).rows, 19);
  EXPECT_EQ(find_game("hex", 27).error().detail, "hex is played on boards of size 1 to 26, not 27");
  EXPECT_EQ(find_game("chess", 10).error().detail, "chess is played on boards of size 8, not 10");
  EXPECT_NE(find_game("go").error().detail.find("there are: chess hex"), std::string::npos);
}

TEST(Registry, ATextOfNoGameIsAnsweredWithTheFormsThatAreRead) {
  for (const char* text : {"Connect4 44", "6x5 33", "4453", "games/may.pgn", "e2e4 e7e5"}) {
    const auto read = read_line(text, {});
    ASSERT_FALSE(read) << text;
    for (const GameType* type : all_games()) {
      EXPECT_NE(read.error().detail.find(type->words.positions), std::string::npos) << text;
    }
  }
  const auto fen = read_line("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq -", {});
  ASSERT_FALSE(fen);
  EXPECT_NE(fen.error().detail.find("placement at 13"), std::string::npos) << fen.error().detail;
}

TEST(Registry, ALayoutIsFoundForASize) {
  using Shape = std::vector<std::size_t>;
  EXPECT_EQ(find_layout("hex/3nxn", 13)->shape(), (Shape{3, 13, 13}));
  EXPECT_EQ(find_layout("chess/planes25")->shape(), (Shape{25, 8, 8}));
  EXPECT_FALSE(find_layout("hex/3nxn", 0));
  EXPECT_FALSE(find_layout("hex/4nxn"));
}

TEST(Registry, PassportsOfEverySizeReadBack) {
  for (const GameType* type : all_games()) {
    for (const int n : type->sizes.all) {
      for (const layout::Layout& l : type->layouts(n)) {
        const std::string passport = layout::to_passport(*layout::Plan::make(l));
        const auto again = read_layout(passport);
        ASSERT_TRUE(again) << again.error().detail << passport;
        ASSERT_EQ(again->layout().catalogue, l.catalogue);
        ASSERT_EQ(layout::to_passport(*again), passport);
        ASSERT_EQ(static_cast<bool>(read_layout(passport, 8)), n == 8);
      }
    }
  }
}

TEST(Registry, AUsersLayoutTakesTheSizeThatIsWanted) {
  constexpr std::string_view kTiny =
      R"({"game": "hex", "frame": "mover", "features": ["us.stones", "them.stones", "us.edges"]})";
  EXPECT_EQ(read_layout(kTiny, 14)->layout().catalogue->rows, 14);
  EXPECT_EQ(read_layout(kTiny)->layout().catalogue->rows, (*find_game("hex"))->sizes.usual);
  EXPECT_FALSE(read_layout(kTiny, 99));
  EXPECT_FALSE(read_layout(R"({"game": "hex", "size": 0, "features": ["us.stones"]})"));
  EXPECT_FALSE(read_layout(R"({"game": "chess", "size": 9, "features": ["ones"]})"));
}

}  // namespace
}  // namespace intarsia::games
