#include "intarsia/hex/tensor/internal/absorb.h"

#include <algorithm>
#include <type_traits>

#include "intarsia/hex/tensor/internal/drawn_board.h"

namespace intarsia::hex::internal {

Absorber::Absorber(const layout::Reader& reader, std::size_t age, int n)
    : age_(age),
      words_(catalogue(n).words()),
      has_last_(reader.shows(age, kLastMove)),
      has_occupied_(reader.shows(age, kOccupied)),
      never_empty_(reader.shows(age, kOnes) || reader.shows(age, kBorder) ||
                   (reader.shows(age, kTurnBlue) && reader.shows(age, kTurnRed))) {
  for (int whose = 0; whose < kOwners; ++whose) {
    if (reader.shows(age, stones_fact(whose))) stones_.push_back(Whose(whose));
  }
  for (FactId fact : {kTurnPlayer, kTurnRed, kTurnBlue}) {
    if (turn_ == kNone && reader.shows(age, fact)) turn_ = fact;
  }
}

std::optional<Color> Absorber::turn(const layout::Bank& bank) const {
  if (turn_ == kNone) return std::nullopt;
  const bool is_set = bank.values[turn_] != 0;
  return is_set == (turn_ != kTurnBlue) ? kRed : kBlue;
}

Cells Absorber::undrawn(const layout::Bank& bank, const View& view, int fact) const {
  std::remove_cvref_t<decltype(Cells{}.words())> words{};
  const std::uint64_t* const mask = bank.masks.data() + static_cast<std::size_t>(fact) * words_;
  for (std::size_t w = 0; w < words_; ++w) words[w] = mask[w];
  return view.drawn(Cells::from_words(words));
}

Result<Draft> Absorber::absorb(const layout::Reader& reader, const View& view,
                               std::optional<Color> turn) const {
  Draft d{};
  for (Whose whose : stones_) {
    const Color c = color_of(whose, view.us());
    if (d.is_shown[index(c)]) continue;  // Blue's stones may be shown as ours, too
    d.is_shown[index(c)] = true;
    const FactId fact = stones_fact(whose);
    d.stones[index(c)] = undrawn(reader.bank(age_), view, fact);
    const Cells twice = d.stones[0] & d.stones[1];
    if (!twice.empty()) {
      return reader.error_at(age_, fact, view.cell(twice.first()), "a second stone on this cell");
    }
  }
  if (auto error = read_last(reader, view, turn, d)) return *std::move(error);
  return d;
}

std::optional<Error> Absorber::read_last(const layout::Reader& reader, const View& view,
                                         std::optional<Color> turn, Draft& draft) const {
  if (!has_last_) return std::nullopt;
  const Cells last = undrawn(reader.bank(age_), view, kLastMove);
  if (last.empty()) return std::nullopt;
  draft.last = last.first();
  const auto can_be = [&](Color c) {
    return !draft.is_shown[index(c)] || draft.stones[index(c)].contains(*draft.last);
  };
  const bool is_movers = turn && draft.stones[index(*turn)].contains(*draft.last);
  const bool can_stand = turn ? can_be(!*turn) : can_be(kBlue) || can_be(kRed);
  if (can_stand && !is_movers) return std::nullopt;
  return reader.error_at(age_, kLastMove, view.cell(*draft.last),
                         "the last move is no stone of the player who made it");
}

void Absorber::retell(const Draft& d, const View& view, const layout::Bank& gathered, bool has_turn,
                      layout::Bank& bank) const {
  const auto mask_of = [this](auto& b, int fact) {
    return b.masks.data() + static_cast<std::size_t>(fact) * words_;
  };
  const auto copy = [&](int fact) {
    std::copy_n(mask_of(gathered, fact), words_, mask_of(bank, fact));
  };
  for (int whose = 0; whose < kOwners; ++whose) {
    if (!d.is_shown[index(color_of(Whose(whose), view.us()))]) continue;
    copy(stones_fact(whose));
    for (int edge = 0; edge < kEdgesEach; ++edge) copy(edge_fact(whose, edge));
  }
  copy(kBorder);
  copy(kLastMove);
  for (FactId fact : {kTurnPlayer, kTurnBlue, kTurnRed}) {
    if (has_turn) bank.values[fact] = gathered.values[fact];
  }
  // Stones that are shown stand on cells that are occupied, and no cell is both that and empty.
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t stones = mask_of(gathered, kOccupied)[w];
    const std::uint64_t board = stones | mask_of(gathered, kEmpty)[w];
    mask_of(bank, kOccupied)[w] |= stones;
    mask_of(bank, kEmpty)[w] &= ~stones;
    if (has_occupied_) mask_of(bank, kEmpty)[w] = board & ~mask_of(bank, kOccupied)[w];
  }
}

}  // namespace intarsia::hex::internal
