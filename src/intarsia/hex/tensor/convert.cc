#include "intarsia/hex/tensor/convert.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "intarsia/hex/tensor/internal/drawn_board.h"

namespace intarsia::hex {

using namespace internal;  // NOLINT: the index of the catalogue
using kernels::kCellStates;
using kernels::StateCodes;

namespace {

// Whether the facts are about the board as it is now, drawn in Blue's view, and each cell's are about
// that cell.
bool is_plain(const layout::Plan& plan) {
  const layout::Layout& l = plan.layout();
  const Needs needs(plan);
  return l.frame == kBlueFrame && l.order != layout::Order::kHwc && is_of_board(needs) &&
         !needs.has(family::kLastMove) &&
         std::all_of(l.features.begin(), l.features.end(), [&](const layout::Feature& f) {
           return f.ago == 0 && l.elements(f) == static_cast<std::size_t>(l.catalogue->cells());
         });
}

// Boards with the same state in every cell (empty, Blue's, Red's), with Blue to move and with Red.
constexpr std::size_t kFilledBoards = kColors * kCellStates;

std::vector<std::byte> filled_boards(const layout::Plan& plan) {
  const int n = plan.layout().catalogue->rows;
  const Cells none;
  const auto gather = [&](std::size_t i, int, layout::Bank& bank) {
    const std::size_t state = i % kCellStates;
    const Color turn = i < kCellStates ? kBlue : kRed;
    const Cells& blue = state == 1 ? board_cells(n) : none;
    const Cells& red = state == 2 ? board_cells(n) : none;
    gather_board({.n = n,
                  .words = words_of(n),
                  .stones = {blue.words().data(), red.words().data()},
                  .us = turn,
                  .turn = turn},
                 Needs(plan), bank);
    return true;
  };
  std::vector<std::byte> out(kFilledBoards * plan.bytes());
  layout::encode(plan, kFilledBoards, gather, out.data(),
                 static_cast<std::ptrdiff_t>(plan.bytes()));
  return out;
}

std::uint32_t element_at(const std::byte* tensor, std::size_t i, std::size_t bytes) {
  std::uint32_t out = 0;
  std::memcpy(&out, tensor + i * bytes, bytes);
  return out;
}

}  // namespace

// No rule about facts is written here: what a plane holds is read off boards that are encoded. A
// plane that differs from cell to cell of such a board, as the rim does, fits no code.
std::optional<BoardConverter::Codes> BoardConverter::Codes::make(const layout::Plan& plan) {
  if (!is_plain(plan)) return std::nullopt;
  const std::size_t bytes = layout::info(plan.layout().dtype).bytes;
  const std::size_t cells = plan.layout().catalogue->cells();
  Codes out{.planes = {}, .element_bytes = static_cast<std::uint8_t>(bytes)};
  for (auto& planes : out.planes) planes.resize(plan.layout().features.size());
  const std::vector<std::byte> boards = filled_boards(plan);
  const std::byte* plane = boards.data();
  for (std::size_t board = 0; board < kFilledBoards; ++board) {
    for (StateCodes& codes : out.planes[board / kCellStates]) {
      const std::byte* const end = plane + cells * bytes;
      if (!std::equal(plane + bytes, end, plane)) return std::nullopt;
      codes[board % kCellStates] = element_at(plane, 0, bytes);
      plane = end;
    }
  }
  return out;
}

bool BoardConverter::Codes::tells_states_apart() const {
  const auto differ = [](const auto& of_turn, std::size_t a, std::size_t b) {
    return std::any_of(of_turn.begin(), of_turn.end(),
                       [=](const StateCodes& plane) { return plane[a] != plane[b]; });
  };
  return std::all_of(planes.begin(), planes.end(), [&](const auto& of_turn) {
    return differ(of_turn, 0, 1) && differ(of_turn, 0, 2) && differ(of_turn, 1, 2);
  });
}

std::optional<std::size_t> BoardConverter::Codes::plane_of_turn() const {
  for (std::size_t p = 0; p < planes[0].size(); ++p) {
    const auto is_filled = [](const StateCodes& c) { return c[0] == c[1] && c[0] == c[2]; };
    if (is_filled(planes[0][p]) && is_filled(planes[1][p]) && planes[0][p] != planes[1][p]) {
      return p;
    }
  }
  return std::nullopt;
}

std::optional<BoardConverter> BoardConverter::make(const layout::Plan& from,
                                                   const layout::Plan& to) {
  auto codes = Codes::make(from);
  if (!codes || !codes->tells_states_apart()) return std::nullopt;
  auto others = Codes::make(to);
  if (!others) return std::nullopt;
  return BoardConverter(from.layout().catalogue->rows, *std::move(codes), *std::move(others));
}

BoardConverter::BoardConverter(int n, Codes from, Codes to)
    : cells_(static_cast<std::size_t>(cell_count(n))),
      from_(std::move(from)),
      to_(std::move(to)),
      plane_of_turn_(from_.plane_of_turn()),
      needs_turn_(from_.depends_on_turn() || to_.depends_on_turn()) {}

std::optional<Color> BoardConverter::find_turn(const std::byte* tensor) const {
  if (!plane_of_turn_) return needs_turn_ ? std::nullopt : std::optional(kBlue);
  const std::uint32_t shown = element_at(tensor, *plane_of_turn_ * cells_, from_.element_bytes);
  const bool is_blue = shown == from_.planes[index(kBlue)][*plane_of_turn_][0];
  return is_blue ? kBlue : kRed;
}

bool BoardConverter::convert(const std::byte* tensor, const TurnChoice& choice,
                             std::byte* out) const {
  if (choice.is_inferred && !plane_of_turn_) return false;
  const auto turn = choice.turn ? choice.turn : find_turn(tensor);
  return turn && kernels::recode(cells_, from_.of(*turn), tensor, to_.of(*turn), out);
}

}  // namespace intarsia::hex
