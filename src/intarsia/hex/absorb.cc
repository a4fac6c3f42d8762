#include "intarsia/hex/internal/absorb.h"

#include <bit>

namespace intarsia::hex::internal {

namespace {

Color color_of(Whose whose, Color us) {
  return whose == kOfBlue ? kBlue : whose == kOfRed ? kRed : whose == kOfUs ? us : !us;
}

}  // namespace

Absorber::Absorber(const layout::Reader& reader, std::size_t age, int n)
    : age_(age), words_(catalogue(n).words()), has_last_(reader.shows(age, kLastMove)) {
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
  Cells cells;
  const std::uint64_t* const mask = bank.masks.data() + static_cast<std::size_t>(fact) * words_;
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::uint64_t rest = mask[w]; rest != 0; rest &= rest - 1) {
      cells.insert(static_cast<Cell>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
  return view.drawn(cells);
}

Result<Absorber::Draft> Absorber::absorb(const layout::Reader& reader, const View& view,
                                         Color turn) const {
  Draft d{};
  std::array<bool, kColors> seen{};  // Blue's stones may be shown as ours, too
  for (Whose whose : stones_) {
    const Color c = color_of(whose, view.us());
    if (seen[index(c)]) continue;
    seen[index(c)] = true;
    const FactId fact = stones_fact(whose);
    d.stones[index(c)] = undrawn(reader.bank(age_), view, fact);
    const Cells twice = d.stones[0] & d.stones[1];
    if (!twice.empty()) {
      return reader.error_at(age_, fact, view.cell(twice.first()), "a second stone on this cell");
    }
  }
  d.has_all_stones = seen[0] && seen[1];
  if (auto error = read_last(reader, view, turn, d)) return *std::move(error);
  return d;
}

std::optional<Error> Absorber::read_last(const layout::Reader& reader, const View& view, Color turn,
                                         Draft& draft) const {
  if (!has_last_) return std::nullopt;
  const Cells last = undrawn(reader.bank(age_), view, kLastMove);
  if (last.empty()) return std::nullopt;
  draft.last = last.first();
  if (!draft.has_all_stones || draft.stones[index(!turn)].contains(*draft.last))
    return std::nullopt;
  return reader.error_at(age_, kLastMove, view.cell(*draft.last),
                         "the last move is no stone of the player who made it");
}

}  // namespace intarsia::hex::internal
