#include "intarsia/hex/tensor/convert.h"

#include <algorithm>
#include <cassert>
#include <cstring>

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
  return l.frame == kBlueFrame && is_of_board(needs) && !needs.has(family::kLastMove) &&
         std::all_of(l.features.begin(), l.features.end(), [&](const layout::Feature& f) {
           return f.ago == 0 && l.elements(f) == static_cast<std::size_t>(l.catalogue->cells());
         });
}

// Boards with the same state in every cell (empty, Blue's, Red's), with Blue to move and with Red.
constexpr std::size_t kFilledBoards = kColors * kCellStates;

// Their planes one after the other, whatever the layout's order.
std::vector<std::byte> filled_boards(const layout::Plan& plan) {
  if (plan.layout().order == layout::Order::kHwc) {
    const auto plane_first = layout::Plan::make(plan.layout(), layout::Order::kChw);
    assert(plane_first);
    return filled_boards(*plane_first);
  }
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

template <class T>
std::uint32_t element_as(const std::byte* at) {
  T element;
  std::memcpy(&element, at, sizeof element);
  return element;
}

std::uint32_t element_at(const std::byte* at, std::size_t bytes) {
  if (bytes == 1) return element_as<std::uint8_t>(at);
  return bytes == 2 ? element_as<std::uint16_t>(at) : element_as<std::uint32_t>(at);
}

bool tells_states_apart(const kernels::CodedPlanes& coded) {
  const auto differ = [&](std::size_t a, std::size_t b) {
    return std::any_of(coded.planes.begin(), coded.planes.end(),
                       [=](const StateCodes& plane) { return plane[a] != plane[b]; });
  };
  return differ(0, 1) && differ(0, 2) && differ(1, 2);
}

}  // namespace

// No rule about facts is written here: what a plane holds is read off boards that are encoded. A
// plane that differs from cell to cell of such a board, as the rim does, fits no code.
std::optional<BoardConverter::Codes> BoardConverter::codes_of(const layout::Plan& plan) {
  if (!is_plain(plan)) return std::nullopt;
  const std::size_t bytes = layout::info(plan.layout().dtype).bytes;
  const std::size_t plane_bytes = plan.layout().catalogue->cells() * bytes;
  const kernels::CodedPlanes unknown{
      .element_bytes = static_cast<std::uint8_t>(bytes),
      .order = plan.shape().order,
      .planes = std::vector<StateCodes>(plan.layout().features.size())};
  Codes out{unknown, unknown};
  const std::vector<std::byte> boards = filled_boards(plan);
  const std::byte* plane = boards.data();
  for (std::size_t board = 0; board < kFilledBoards; ++board) {
    for (StateCodes& codes : out[board / kCellStates].planes) {
      const bool is_even = std::memcmp(plane + bytes, plane, plane_bytes - bytes) == 0;
      if (!is_even) return std::nullopt;
      codes[board % kCellStates] = element_at(plane, bytes);
      plane += plane_bytes;
    }
  }
  return out;
}

// Where nothing but one filled plane tells who moves, and nothing that is written depends on it.
bool BoardConverter::can_be_of_either(const Codes& from, const Codes& to) {
  const auto& [blue, red] = from;
  int different = 0;
  for (std::size_t p = 0; p < blue.planes.size(); ++p) {
    if (blue.planes[p] == red.planes[p]) continue;
    if (!kernels::is_filled(blue.planes[p]) || !kernels::is_filled(red.planes[p])) return false;
    ++different;
  }
  return different == 1 && to[0].planes == to[1].planes;
}

std::optional<BoardConverter::TurnElement> BoardConverter::find_turn_element(std::size_t cells,
                                                                             const Codes& codes) {
  const auto& [with_blue, with_red] = codes;
  for (std::size_t p = 0; p < with_blue.planes.size(); ++p) {
    const StateCodes& blue = with_blue.planes[p];
    const StateCodes& red = with_red.planes[p];
    if (kernels::is_filled(blue) && kernels::is_filled(red) && blue != red) {
      return TurnElement{with_blue.at(p, 0, cells), with_blue.element_bytes, blue[0]};
    }
  }
  return std::nullopt;
}

std::optional<BoardConverter> BoardConverter::make(const layout::Plan& from,
                                                   const layout::Plan& to) {
  // Stones that can be worked out alone, from those of one player and the empty cells, are none to
  // the decoder.
  const layout::Layout& l = from.layout();
  if (!layout::shows(l, *l.catalogue->find_part("stones"))) return std::nullopt;
  const auto read = codes_of(from);
  if (!read || !tells_states_apart((*read)[0]) || !tells_states_apart((*read)[1])) {
    return std::nullopt;
  }
  const auto written = codes_of(to);
  if (!written) return std::nullopt;
  return BoardConverter(l.catalogue->cells(), *read, *written);
}

BoardConverter::BoardConverter(std::size_t cells, const Codes& from, const Codes& to)
    : recoders_{kernels::Recoder(cells, from[0], to[0]), kernels::Recoder(cells, from[1], to[1])},
      turn_element_(find_turn_element(cells, from)),
      reads_by_turn_(from[0].planes != from[1].planes),
      writes_by_turn_(to[0].planes != to[1].planes) {
  if (can_be_of_either(from, to)) of_either_turn_.emplace(cells, from[0], from[1], to[0]);
}

Color BoardConverter::shown_turn(const std::byte* tensor) const {
  const std::uint32_t shown = element_at(tensor + turn_element_->at, turn_element_->bytes);
  return shown == turn_element_->blue ? kBlue : kRed;
}

// Stones that are ours and theirs have to be counted for both players: that is left to the decoder.
std::optional<Color> BoardConverter::infer(const std::byte* tensor,
                                           std::optional<bool> has_swap) const {
  if (reads_by_turn_) return std::nullopt;
  const auto [empty, blue, red] = recoders_[0].count_states(tensor);
  return color_of(infer_turn(static_cast<int>(blue), static_cast<int>(red), has_swap));
}

std::optional<Color> BoardConverter::common_turn(const TurnChoice& choice) const {
  if (choice.turn) return choice.turn;
  const bool is_needed = turn_element_ || choice.is_inferred || reads_by_turn_ || writes_by_turn_;
  return is_needed ? std::nullopt : std::optional(kBlue);
}

std::optional<Color> BoardConverter::find_turn(const std::byte* tensor,
                                               const TurnChoice& choice) const {
  if (turn_element_) return shown_turn(tensor);
  return choice.is_inferred ? infer(tensor, choice.has_swap) : std::nullopt;
}

// Where the turn is shown, tensors are taken to be of the same turn as the one before: another is
// refused at its first board, and looked at again.
std::size_t BoardConverter::convert(const kernels::BoardRows& rows, const TurnChoice& choice) {
  if (const auto turn = common_turn(choice)) return recoders_[index(*turn)].recode(rows);
  if (of_either_turn_) return of_either_turn_->recode(rows);
  std::size_t done = 0;
  while (done < rows.count) {
    const auto turn = find_turn(rows.tensor(done), choice);
    if (!turn) break;
    const std::size_t tried = turn_element_ ? rows.count - done : 1;
    const std::size_t good = recoders_[index(*turn)].recode(rows.part(done, tried));
    if (good == 0) break;
    done += good;
  }
  return done;
}

}  // namespace intarsia::hex
