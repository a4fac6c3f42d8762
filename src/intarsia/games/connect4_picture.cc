// The board of Connect Four as it is drawn: yellow and red discs in a blue frame.

#include <array>

#include "intarsia/base/text.h"
#include "intarsia/game/picture_of.h"
#include "intarsia/games/connect4.h"

namespace intarsia::games {

namespace {

namespace c4 = connect4;

constexpr draw::Color kFrame = {0x2f, 0x5d, 0x9e};
constexpr draw::Color kLine = {0x1b, 0x37, 0x5f};
constexpr std::string_view kDisc = "M22.5 6.5a16 16 0 1 0 0 32a16 16 0 1 0 0 -32z";
constexpr draw::Mark kDiscs[] = {
    {"yellow disc", kDisc, "", {0xf2, 0xc1, 0x2e}, {0x9a, 0x76, 0x0f}, {}, "X", "●", true},
    {"red disc", kDisc, "", {0xc4, 0x3c, 0x34}, {0x7a, 0x22, 0x1d}, {}, "O", "●", true}};

draw::Board board_of(c4::Board board, const std::array<c4::Cells, 2>& discs,
                     std::optional<bool> is_second_to_move, std::string caption) {
  draw::Board out{.columns = static_cast<std::size_t>(board.columns()),
                  .cells = {},
                  .labels = {},
                  .edges = {},
                  .line = kLine,
                  .caption = std::move(caption),
                  .players = draw::Players{kDiscs[0].fill, kDiscs[1].fill, is_second_to_move}};
  for (int cell = 0; cell < board.cells(); ++cell) {
    const auto c = static_cast<Cell>(cell);
    const double x = board.column_of(c);
    const double y = board.row_of(c);
    draw::Cell drawn{.name = c4::cell_name(c, board),
                     .outline = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}},
                     .shade = kFrame};
    for (std::size_t i = 0; i < 2; ++i) {
      if (discs[i].contains(c)) drawn.mark = kDiscs[i];
    }
    out.cells.push_back(std::move(drawn));
  }
  for (int i = 0; i < board.columns(); ++i) {
    out.labels.push_back({std::to_string(i + 1), {i + 0.5, board.rows() + 0.4}, board.rows()});
  }
  return out;
}

std::string caption_of(const c4::Position& p) {
  if (const auto winner = p.winner()) return concat({title(*winner), " has won"});
  return p.is_full() ? "A draw" : concat({title(p.turn()), " to move"});
}

draw::Board board_of_position(const c4::Position& p) {
  return board_of(p.board(), {p.discs(c4::kFirst), p.discs(c4::kSecond)}, p.turn() == c4::kSecond,
                  caption_of(p));
}

}  // namespace

// A disc may be let go anywhere above the cell where it comes to lie.
void Connect4::show_cells(const Position& before, Move m, game::ShownMove& shown) {
  const c4::Board board = before.board();
  const Cell to = before.landing(m);
  shown.to = c4::cell_name(to, board);
  for (int row = 0; row < board.row_of(to); ++row) {
    shown.or_to.push_back(c4::cell_name(board.cell_at(row, m.column()), board));
  }
}

// Both frames show the same cells.
draw::Board Connect4::board_of(const Connect4Line& line, layout::FrameId,
                               game::PictureOptions options) {
  const auto& [p, last] = line.state();
  draw::Board board = board_of_position(p);
  if (last) board.cells[*last].is_last = true;
  for (const Cell c : p.winning_cells()) board.cells[c].is_winning = true;
  if (options.has_numbers) {
    const std::vector<int> numbers = game::numbers_by_last(line);
    for (const Cell c : p.occupied()) board.cells[c].number = numbers[c];
  }
  return board;
}

draw::Board Connect4::half_board(const Decoded* d, int size, game::Turn, layout::FrameId) {
  const c4::Board board = c4::Board::of_size(size);
  if (d == nullptr) return board_of_position(Position(board));
  return games::board_of(board, d->discs, std::nullopt, "not all discs are shown");
}

}  // namespace intarsia::games
