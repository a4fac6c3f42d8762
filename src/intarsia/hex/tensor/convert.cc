#include "intarsia/hex/tensor/convert.h"

#include <algorithm>

#include "intarsia/hex/tensor/internal/drawn_board.h"

namespace intarsia::hex {

using namespace internal;  // NOLINT: the index of the catalogue

bool BoardConverter::fits(const layout::Plan& from, const layout::Plan& to) {
  const auto is_plain = [](const layout::Plan& plan) {
    const layout::Layout& l = plan.layout();
    const Needs needs(plan);
    return l.frame == kBlueFrame && is_of_board(needs) && !needs.has(family::kLastMove) &&
           std::all_of(l.features.begin(), l.features.end(),
                       [](const layout::Feature& f) { return f.ago == 0; });
  };
  if (!is_plain(from) || !is_plain(to)) return false;
  const auto shows = [reader = layout::Reader(from)](int whose) {
    return reader.shows(0, stones_fact(whose));
  };
  return (shows(kOfBlue) && shows(kOfRed)) || (shows(kOfUs) && shows(kOfThem));
}

BoardConverter::BoardConverter(const layout::Plan& from, const layout::Plan& to)
    : n_(from.layout().catalogue->rows),
      words_(words_of(n_)),
      needs_turn_(depends_on_turn(from.layout()) || depends_on_turn(to.layout())),
      needs_(Needs(from) | Needs(to)),
      reader_(from),
      absorber_(reader_, 0, n_),
      encoder_(to) {
  for (int whose = 0; whose < kOwners; ++whose) {
    is_shown_[static_cast<std::size_t>(whose)] = reader_.shows(0, stones_fact(whose));
  }
}

const std::uint64_t* BoardConverter::stones(Color c, Color us) const {
  const bool is_shown_by_color = is_shown_[kOfBlue] && is_shown_[kOfRed];
  const Whose whose =
      is_shown_by_color ? (c == kBlue ? kOfBlue : kOfRed) : (c == us ? kOfUs : kOfThem);
  return reader_.bank(0).masks.data() + stones_fact(whose) * words_;
}

// False for whatever needs a second look.
bool BoardConverter::fill(const std::byte* tensor, const TurnChoice& choice, layout::Bank& bank) {
  if (reader_.read(tensor)) return false;
  const auto shown = absorber_.turn(reader_.bank(0));
  const auto known = shown ? shown : choice.turn;
  if (!known && (needs_turn_ || choice.is_inferred)) return false;
  if (shown && choice.turn && *shown != *choice.turn) return false;
  const Color turn = known.value_or(kBlue);
  const DrawnBoard board{.n = n_,
                         .words = words_,
                         .stones = {stones(kBlue, turn), stones(kRed, turn)},
                         .us = turn,
                         .turn = turn};
  std::uint64_t twice = 0;
  for (std::size_t w = 0; w < words_; ++w) twice |= board.stones[0][w] & board.stones[1][w];
  if (twice != 0) return false;
  gather_board(board, needs_, bank);
  return reader_.agrees(0, bank);
}

}  // namespace intarsia::hex
