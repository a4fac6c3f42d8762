#include <gtest/gtest.h>

#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/games/chess.h"

namespace intarsia::games {
namespace {

game::LinePtr line_of(std::string_view text) {
  return std::move(chess_game().read_line(text, {})->line);
}

Result<draw::Picture> picture_of(std::string_view text, const layout::Layout& l) {
  return chess_game().picture(*line_of(text), l, {});
}

layout::Layout layout_of(std::vector<layout::Feature> features, layout::FrameId frame) {
  return {.id = "test",
          .catalogue = &chess::catalogue(),
          .frame = frame,
          .order = layout::Order::kChw,
          .dtype = layout::Dtype::kFloat32,
          .features = std::move(features)};
}

layout::Feature feature(std::string_view name, std::uint16_t ago = 0) {
  return {*chess::catalogue().find(name), 1, ago};
}

const draw::Cell& cell(const draw::Board& b, std::string_view name) {
  for (const draw::Cell& c : b.cells) {
    if (c.name == name) return c;
  }
  ADD_FAILURE() << name;
  return b.cells.front();
}

TEST(ChessPicture, BoardAndPlanesAgreeCellByCellInEveryFrame) {
  for (std::string_view text : {"startpos", "startpos moves e2e4",
                                "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23"}) {
    for (const chess::FrameIndex frame : {chess::kWhiteFrame, chess::kMoverFrame}) {
      const chess::Position position = ChessLine::of(*line_of(text)).position();
      const auto p = picture_of(text, layout_of({feature("codes.signed")}, frame));
      ASSERT_TRUE(p);
      for (std::size_t c = 0; c < 64; ++c) {
        const auto piece = position.board().piece_at(*chess::square_from(p->board.cells[c].name));
        const int code = !piece ? 0 : (piece->color == chess::kWhite ? 1 : -1) * (piece->kind + 1);
        EXPECT_EQ(static_cast<int>(p->planes[0].values[c]), code) << text;
        EXPECT_EQ(p->board.cells[c].mark.has_value(), piece.has_value());
      }
    }
  }
}

TEST(ChessPicture, MoverFramesShowBlackFromBelow) {
  const game::LinePtr line = line_of("startpos moves e2e4");
  const draw::Board mover = Chess::board_of(ChessLine::of(*line), chess::kMoverFrame, {});
  EXPECT_EQ(mover.cells.front().name, "a1");
  EXPECT_EQ(mover.caption, "The mover's view, rank 1 on top; Black to move");
  const draw::Board white = Chess::board_of(ChessLine::of(*line), chess::kWhiteFrame, {});
  EXPECT_EQ(white.cells.front().name, "a8");
  EXPECT_EQ(white.caption, "White's view, rank 8 on top; Black to move");
  for (const draw::Board& b : {mover, white}) {
    EXPECT_EQ(cell(b, "e4").mark->name, "white pawn");
    EXPECT_EQ(cell(b, "e8").mark->symbol, "♚");
    EXPECT_EQ(cell(b, "a1").shade, cell(b, "h8").shade);
    EXPECT_NE(cell(b, "a1").shade, cell(b, "h1").shade);
  }
}

// The names of the cells of the last move.
std::string last_of(const draw::Board& b) {
  std::string out;
  for (const draw::Cell& c : b.cells) {
    if (c.is_last) out += c.name + " ";
  }
  return out;
}

TEST(ChessPicture, TheLastMoveIsTheWayOfTheManThatMoved) {
  const auto last = [](std::string_view text) {
    return last_of(chess_game().board_picture(*line_of(text), {}).board);
  };
  EXPECT_EQ(last("startpos"), "");
  EXPECT_EQ(last("startpos moves e2e4"), "e4 e2 ");
  EXPECT_EQ(last("4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"), "e1 g1 ") << "the king's way";
  EXPECT_EQ(last("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5d6"), "d6 e5 ") << "en passant";
}

TEST(ChessPicture, NumbersAreThoseOfTheMovesAsPlayersCountThem) {
  const draw::Board b =
      chess_game()
          .board_picture(*line_of("4k3/8/8/8/8/8/8/4K2R w K - 0 12 moves e1g1 e8e7 f1f2"), {true})
          .board;
  EXPECT_EQ(cell(b, "g1").number, 12);
  EXPECT_EQ(cell(b, "e7").number, 12);
  EXPECT_EQ(cell(b, "f2").number, 13) << "the rook that castled went on";
  EXPECT_EQ(cell(b, "f1").number, 0);
}

TEST(ChessPicture, HistoryIsThatOfTheMoves) {
  const layout::Layout l = layout_of({feature("white.pawn"), feature("white.pawn", 1),
                                      feature("white.pawn", 2), feature("fullmove", 3)},
                                     chess::kWhiteFrame);
  const auto p = picture_of("startpos moves e2e4 e7e5", l);
  ASSERT_TRUE(p);
  constexpr std::size_t kE4 = 36, kE2 = 52;
  EXPECT_EQ(p->planes[1].values[kE4], 1);
  EXPECT_EQ(p->planes[2].values[kE4], 0);
  EXPECT_EQ(p->planes[2].values[kE2], 1);
  EXPECT_EQ(p->planes[3].summary(), "all 0") << "before the start nothing is known";
  EXPECT_EQ(p->notes.back().text, "2 of 3 plies known");
}

TEST(ChessPicture, EveryBuiltInLayoutKeepsItsRanges) {
  for (const layout::Layout& l : chess::layouts()) {
    const auto p = picture_of("startpos moves e2e4 c7c5 e4e5 d7d5", l);
    ASSERT_TRUE(p) << l.id;
    EXPECT_EQ(p->planes.size(), l.features.size());
    for (const draw::Plane& plane : p->planes) {
      for (float v : plane.values) EXPECT_TRUE(plane.is_in_range(v)) << l.id << " " << plane.name;
    }
  }
}

TEST(ChessPicture, ATensorSaysWhyItIsNoPosition) {
  constexpr game::Turn kBlackMoves = 2;
  const auto plan = layout::Plan::make(layout_of({feature("us.king")}, chess::kMoverFrame),
                                       std::nullopt, layout::Dtype::kUint8);
  const std::vector<std::byte> tensor(plan->bytes(), std::byte{7});
  const draw::Picture drawn = chess_game().tensor_picture(*plan, tensor.data(), kBlackMoves);
  EXPECT_EQ(drawn.position, "no position");
  EXPECT_EQ(drawn.notes.back().name, "fault");
  EXPECT_EQ(drawn.planes[0].summary(), "64 out of range");
  EXPECT_EQ(drawn.board.cells.front().name, "a1") << "Black's view, as was said";
}

}  // namespace
}  // namespace intarsia::games
