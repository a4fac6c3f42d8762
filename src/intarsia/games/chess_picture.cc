// The board of chess as it is drawn.

#include <array>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/glyphs.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/games/chess.h"
#include "intarsia/games/internal/chess_drawing.h"

namespace intarsia::games {

namespace {

using chess::Square;
using draw::Color;

// Maple and walnut; ivory and ebony.
constexpr Color kLightSquare = {0xec, 0xd9, 0xb8};
constexpr Color kDarkSquare = {0xb5, 0x8a, 0x60};
constexpr Color kIvory = {0xff, 0xfd, 0xf6};
constexpr Color kEbony = {0x2b, 0x25, 0x21};
constexpr Color kEbonyRim = {0x17, 0x13, 0x10};
constexpr Color kEbonyLine = {0xf3, 0xe7, 0xd0};

constexpr int kSide = 8;

draw::Cell cell_of(const chess::Board& b, Square s, double x, double y) {
  const bool is_light = (chess::file_of(s) + chess::rank_of(s)) % 2 != 0;
  draw::Cell cell{.name = {},
                  .outline = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}},
                  .shade = is_light ? kLightSquare : kDarkSquare};
  chess::append_square(cell.name, s);
  if (const auto piece = b.piece_at(s)) cell.mark = mark_of(*piece);
  return cell;
}

std::string caption_of(chess::Color turn, layout::FrameId frame, bool is_mirrored) {
  return std::string(frame == chess::kWhiteFrame ? "White's view" : "The mover's view") +
         (is_mirrored ? ", rank 1 on top; " : ", rank 8 on top; ") +
         (turn == chess::kWhite ? "White to move" : "Black to move");
}

}  // namespace

draw::Mark mark_of(chess::Piece piece) {
  const chess::Glyph& glyph = chess::glyph(piece.kind);
  const bool is_white = piece.color == chess::kWhite;
  return {.name = chess::name(piece),
          .shape = glyph.shape,
          .detail = glyph.detail,
          .fill = is_white ? kIvory : kEbony,
          .outline = is_white ? kEbony : kEbonyRim,
          .detail_color = is_white ? kEbony : kEbonyLine,
          .symbol = chess::symbol(piece),
          .solid = chess::symbol({chess::kBlack, piece.kind})};
}

draw::Board draw_setup(const chess::Setup& s, layout::FrameId frame) {
  const chess::View view(frame, s.turn);
  const bool is_mirrored = view.cell(chess::kA1) == 0;
  draw::Board board{.columns = kSide,
                    .cells = {},
                    .labels = {},
                    .edges = {},
                    .line = std::nullopt,
                    .caption = caption_of(s.turn, frame, is_mirrored),
                    .players = draw::Players{kIvory, kEbony, s.turn == chess::kBlack}};
  for (int row = 0; row < kSide; ++row) {
    const int rank = is_mirrored ? row : kSide - 1 - row;
    board.labels.push_back({std::string(1, chess::rank_digit(rank)), {-0.45, row + 0.5}, row});
    for (int file = 0; file < kSide; ++file) {
      board.cells.push_back(cell_of(s.board, chess::square_at(file, rank), file, row));
    }
  }
  for (int file = 0; file < kSide; ++file) {
    board.labels.push_back(
        {std::string(1, chess::file_letter(file)), {file + 0.5, kSide + 0.4}, kSide});
  }
  return board;
}

namespace {

// From where to where; of a castling the king's way.
std::array<Square, 2> squares_of(const chess::Position& before, chess::Move m) {
  const bool is_castling = before.board().pieces(before.turn()).contains(m.to());
  return {m.from(),
          is_castling ? chess::Castling(before.turn(), m.from(), m.to()).king_to : m.to()};
}

// By square the number of the move, as players count them, with which the man there came to it.
std::array<int, chess::kSquares> numbers_of(const ChessLine& line) {
  std::array<int, chess::kSquares> numbers{};
  for (int ago = line.ply(); ago > 0; --ago) {
    const chess::Position before = line.state(ago).position;
    const chess::Board after = line.state(ago - 1).position.board();
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      const auto man = after.piece_at(Square(s));
      if (man && man != before.board().piece_at(Square(s))) numbers[s] = before.fullmove();
    }
  }
  return numbers;
}

}  // namespace

void Chess::show_cells(const Position& before, Move m, game::ShownMove& shown) {
  const auto [from, to] = squares_of(before, m);
  chess::append_square(shown.from, from);
  chess::append_square(shown.to, to);
  if (to != m.to()) chess::append_square(shown.or_to.emplace_back(), m.to());
  if (m.is_promotion()) shown.kind = chess::name(m.promotion());
}

draw::Board Chess::board_of(const ChessLine& line, layout::FrameId frame,
                            game::PictureOptions options) {
  const Position p = line.position();
  draw::Board board = draw_setup(p.setup(), frame);
  const chess::View view(frame, p.turn());
  const auto cell = [&](Square s) -> draw::Cell& {
    return board.cells[static_cast<std::size_t>(view.cell(s))];
  };
  if (line.ply() > 0) {
    for (Square s : squares_of(line.state(1).position, line.played().back())) {
      cell(s).is_last = true;
    }
  }
  if (options.has_numbers) {
    const auto numbers = numbers_of(line);
    for (Square s : p.board().occupied()) cell(s).number = numbers[s];
  }
  return board;
}

draw::Board Chess::half_board(const Decoded* d, int, game::Turn turn, layout::FrameId frame) {
  if (d != nullptr) return draw_setup(d->setup, frame);
  chess::Setup empty;
  empty.turn = turn_of(turn).value_or(chess::kWhite);
  return draw_setup(empty, frame);
}

}  // namespace intarsia::games
