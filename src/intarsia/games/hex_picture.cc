// The board of Hex as it is drawn. Cells keep their names and edges their colours when it is
// transposed.

#include <array>

#include "intarsia/base/text.h"
#include "intarsia/game/picture_of.h"
#include "intarsia/games/hex.h"
#include "intarsia/games/internal/hex_parts.h"
#include "intarsia/hex/tensor/facts.h"

namespace intarsia::games {

namespace {

using draw::Color;
using draw::Point;

constexpr Color kWood = {0xec, 0xd9, 0xb8};
constexpr Color kGrain = {0xb5, 0x8a, 0x60};
constexpr Color kBlueStone = {0x2f, 0x5d, 0x9e};
constexpr Color kBlueRim = {0x1b, 0x37, 0x5f};
constexpr Color kRedStone = {0xc4, 0x3c, 0x34};
constexpr Color kRedRim = {0x7a, 0x22, 0x1d};

// Hexagons with a corner up are one unit wide; rows lie 3/4 of their height apart, each half a cell
// further to the right.
constexpr double kHeight = 1.1547005383792515;  // 2 / sqrt(3)
constexpr double kRowStep = 0.75 * kHeight;

constexpr std::string_view kDisc =
    "M22.5 6.5a16 16 0 1 0 0 32a16 16 0 1 0 0 -32z";  // in a box of 45

Color color_of(hex::Color c) { return c == hex::kBlue ? kBlueStone : kRedStone; }

// The six corners from the top one clockwise.
std::vector<Point> outline_of(int row, int column) {
  const double x = column + row * 0.5 + 0.5;
  const double y = row * kRowStep + kHeight / 2;
  const double q = kHeight / 4;
  return {{x, y - 2 * q}, {x + 0.5, y - q}, {x + 0.5, y + q},
          {x, y + 2 * q}, {x - 0.5, y + q}, {x - 0.5, y - q}};
}

// What is drawn: a position, or what a tensor says of one.
struct Drawn {
  int n;
  std::array<hex::Cells, hex::kColors> stones;
  std::optional<hex::Color> turn;
  std::optional<hex::Color> winner;
  hex::Cells chain = {};  // the winner's
};

draw::Cell cell_of(const Drawn& d, const hex::View& view, int row, int column) {
  const int n = d.n;
  const Cell c = view.cell(hex::cell_at(row, column, n));
  draw::Cell cell{.name = hex::cell_name(c, n), .outline = outline_of(row, column), .shade = kWood};
  for (hex::Color color : {hex::kBlue, hex::kRed}) {
    if (d.stones[index(color)].contains(c)) cell.mark = mark_of(color);
  }
  cell.is_winning = d.chain.contains(c);
  return cell;
}

// The rims as lines along the outer corners of their cells: top, bottom, left, right.
std::vector<draw::Edge> edges_of(int n, bool is_transposed) {
  const Color vertical = color_of(is_transposed ? hex::kRed : hex::kBlue);
  const Color horizontal = color_of(is_transposed ? hex::kBlue : hex::kRed);
  std::vector<draw::Edge> edges = {
      {{}, vertical}, {{}, vertical}, {{}, horizontal}, {{}, horizontal}};
  for (int i = 0; i < n; ++i) {
    const auto top = outline_of(0, i);
    const auto bottom = outline_of(n - 1, i);
    const auto left = outline_of(i, 0);
    const auto right = outline_of(i, n - 1);
    for (int corner : {5, 0, 1}) edges[0].line.push_back(top[static_cast<std::size_t>(corner)]);
    for (int corner : {4, 3, 2}) edges[1].line.push_back(bottom[static_cast<std::size_t>(corner)]);
    for (int corner : {5, 4, 3}) edges[2].line.push_back(left[static_cast<std::size_t>(corner)]);
    for (int corner : {0, 1, 2}) edges[3].line.push_back(right[static_cast<std::size_t>(corner)]);
  }
  return edges;
}

// Letters above the columns and numbers beside the rows; the other way round when transposed.
std::vector<draw::Label> labels_of(int n, bool is_transposed) {
  std::vector<draw::Label> labels;
  labels.reserve(2 * static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    std::string letter(1, static_cast<char>('a' + i));
    std::string number = std::to_string(i + 1);
    if (is_transposed) std::swap(letter, number);
    labels.push_back({std::move(letter), {i + 0.5, -0.5}, -1});
    labels.push_back({std::move(number), {i * 0.5 - 0.6, i * kRowStep + kHeight / 2}, i});
  }
  return labels;
}

std::string caption_of(const Drawn& d, layout::FrameId frame, bool is_transposed) {
  std::string text = frame == hex::kBlueFrame ? "Blue's view" : "The mover's view";
  text += is_transposed ? ", transposed; " : "; ";
  if (d.winner) return text + concat({hex::title(*d.winner), " has won"});
  return text + (d.turn ? concat({hex::title(*d.turn), " to move"}) : "who moves is not known");
}

draw::Players players_of(std::optional<hex::Color> turn) {
  draw::Players players{kBlueStone, kRedStone, std::nullopt};
  if (turn) players.is_second_to_move = *turn == hex::kRed;
  return players;
}

draw::Board board_of(const Drawn& d, layout::FrameId frame) {
  const hex::View view(frame, d.turn.value_or(hex::kBlue), d.n);
  draw::Board board{.columns = static_cast<std::size_t>(d.n),
                    .cells = {},
                    .labels = labels_of(d.n, view.is_transposed()),
                    .edges = edges_of(d.n, view.is_transposed()),
                    .line = kGrain,
                    .caption = caption_of(d, frame, view.is_transposed()),
                    .players = players_of(d.turn)};
  board.cells.reserve(static_cast<std::size_t>(hex::cell_count(d.n)));
  for (int row = 0; row < d.n; ++row) {
    for (int column = 0; column < d.n; ++column) {
      board.cells.push_back(cell_of(d, view, row, column));
    }
  }
  return board;
}

}  // namespace

draw::Mark mark_of(hex::Color c) {
  const bool is_blue = c == hex::kBlue;
  return {.name = is_blue ? "blue stone" : "red stone",
          .shape = kDisc,
          .detail = "",
          .fill = color_of(c),
          .outline = is_blue ? kBlueRim : kRedRim,
          .detail_color = is_blue ? kBlueRim : kRedRim,
          .symbol = is_blue ? "B" : "R",
          .solid = "●",
          .has_room = true};
}

void Hex::show_cells(const Position& before, Move m, game::ShownMove& shown) {
  if (!m.is_swap()) shown.to = hex::cell_name(m.cell(), before.size());
}

draw::Board Hex::board_of(const HexLine& line, layout::FrameId frame,
                          game::PictureOptions options) {
  const auto& [p, last] = line.state();
  draw::Board board = games::board_of({.n = p.size(),
                                       .stones = {p.stones(hex::kBlue), p.stones(hex::kRed)},
                                       .turn = p.turn(),
                                       .winner = hex::winner(p),
                                       .chain = hex::winning_chain(p)},
                                      frame);
  const hex::View view(frame, p.turn(), p.size());
  if (last) board.cells[view.cell(*last)].is_last = true;
  if (options.has_numbers) {
    const std::vector<int> numbers = game::numbers_by_last(line);
    for (const Cell c : p.occupied()) board.cells[view.cell(c)].number = numbers[c];
  }
  return board;
}

// Of the board alone where a tensor does not show who moves or all stones.
draw::Board Hex::half_board(const Decoded* d, int size, game::Turn turn, layout::FrameId frame) {
  Drawn drawn{.n = size, .stones = {}, .turn = turn_of(turn).turn, .winner = {}};
  if (d != nullptr) {
    drawn.stones = d->stones;
    drawn.turn = d->turn;
    if (d->state) {
      drawn.winner = hex::winner(d->state->position);
      drawn.chain = hex::winning_chain(d->state->position);
    }
  }
  return games::board_of(drawn, frame);
}

}  // namespace intarsia::games
