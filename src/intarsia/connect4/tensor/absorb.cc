#include "intarsia/connect4/tensor/internal/absorb.h"

namespace intarsia::connect4::internal {

namespace {

Color mover_after(int ply) { return ply % 2 == 0 ? kFirst : kSecond; }

Cells cells_of(const layout::Bank& bank, int fact) { return Cells(bank.masks[fact]); }

}  // namespace

Absorber::Absorber(const layout::Reader& reader, std::size_t age, Board b) : age_(age), board_(b) {
  for (int f = 0; f < kFactCount; ++f) shows_[f] = reader.shows(age, static_cast<FactId>(f));
  for (int whose = 0; whose < kOwners; ++whose) {
    if (shows_[discs_fact(whose)]) owners_.push_back(Whose(whose));
  }
  ends_line_ = shows_[kOnes] || shows_[kTurnSign] || (shows_[kTurnFirst] && shows_[kTurnSecond]) ||
               shows_[kOccupied] || shows_[kPly] || shows_[discs_fact(kOfFirst)] ||
               (shows_[discs_fact(kOfUs)] && shows_[discs_fact(kOfThem)]);
}

std::optional<Color> Absorber::turn(const layout::Bank& bank) const {
  if (shows_[kTurnFirst]) return bank.values[kTurnFirst] != 0 ? kFirst : kSecond;
  if (shows_[kTurnSecond]) return bank.values[kTurnSecond] != 0 ? kSecond : kFirst;
  if (shows_[kTurnSign]) return bank.values[kTurnSign] < 0 ? kSecond : kFirst;
  if (shows_[kPly]) return mover_after(bank.values[kPly]);
  if (const auto cells = occupied(bank)) return mover_after(cells->size());
  return std::nullopt;
}

std::optional<Cells> Absorber::occupied(const layout::Bank& bank) const {
  if (shows_[kOccupied]) return cells_of(bank, kOccupied);
  if (shows_[kEmpty]) return board_.all_cells() - cells_of(bank, kEmpty);
  return std::nullopt;
}

Result<Draft> Absorber::absorb(const layout::Reader& reader, Color us) const {
  Draft d{};
  const layout::Bank& bank = reader.bank(age_);
  for (Whose whose : owners_) {
    const Color c = color_of(whose, us);
    if (d.is_shown[index(c)]) continue;  // first's discs may be shown as ours, too
    d.is_shown[index(c)] = true;
    d.discs[index(c)] = cells_of(bank, discs_fact(whose));
    const Cells twice = d.discs[0] & d.discs[1];
    if (!twice.empty()) {
      return reader.error_at(age_, discs_fact(whose), twice.first(), "a second disc on this cell");
    }
  }
  const Cells last = shows_[kLastMove] ? cells_of(bank, kLastMove) : Cells();
  if (!last.empty()) d.last = last.first();
  return d;
}

Error Absorber::error_at(const layout::Reader& reader, const Draft& d, Color us, Cell c,
                         const std::string& detail) const {
  for (Whose whose : owners_) {
    if (!d.discs[index(color_of(whose, us))].contains(c)) continue;
    return reader.error_at(age_, discs_fact(whose), c, detail);
  }
  return reader.error_of(age_, detail);
}

std::optional<Error> Absorber::check_half_board(const layout::Reader& reader, const Draft& d,
                                                Color us, std::optional<Color> turn) const {
  layout::Bank bank = reader.bank(age_);
  const Cells all = occupied(bank).value_or(Cells());
  const Cells floating = all - board_.supported_cells(all);
  if (!floating.empty()) {
    return reader.error_at(age_, shows_[kOccupied] ? kOccupied : kEmpty, floating.first(),
                           "a disc with nothing below it");
  }
  if (auto error = check_last(reader, d, turn)) return error;
  for (Whose whose : owners_) {
    bank.masks[discs_fact(whose)] = d.discs[index(color_of(whose, us))].word();
  }
  if (turn) {
    bank.values[kTurnFirst] = *turn == kFirst;
    bank.values[kTurnSecond] = *turn == kSecond;
    bank.values[kTurnSign] = *turn == kFirst ? 1 : -1;
  }
  if (!has_fitting_number(d, bank, turn)) {
    return reader.error_of(age_, "the number of discs does not fit the other planes");
  }
  retell_board(d, bank);
  retell_lines(d, us, bank);
  return reader.compare(age_, bank);
}

// First begins, so the number of all discs gives those of each player, and who moves.
bool Absorber::has_fitting_number(const Draft& d, const layout::Bank& bank,
                                  std::optional<Color> turn) const {
  const auto all = occupied(bank);
  if (!all && !shows_[kPly]) return true;
  const int ply = all ? all->size() : bank.values[kPly];
  if (ply > board_.cells() || (turn && mover_after(ply) != *turn)) return false;
  const auto fits = [&](Color c, int discs) {
    return !d.is_shown[index(c)] || d.discs[index(c)].size() == discs;
  };
  return fits(kFirst, (ply + 1) / 2) && fits(kSecond, ply / 2);
}

// The player who is not to move made the last move, into the top of a column.
std::optional<Error> Absorber::check_last(const layout::Reader& reader, const Draft& d,
                                          std::optional<Color> turn) const {
  if (!d.last) return std::nullopt;
  const auto can_be = [&](Color c) {
    return (!turn || *turn != c) && (!d.is_shown[index(c)] || d.discs[index(c)].contains(*d.last));
  };
  const bool is_movers = turn && d.discs[index(*turn)].contains(*d.last);
  const Cells known = occupied(reader.bank(age_)).value_or(d.all_discs());
  const bool is_covered =
      *d.last >= board_.columns() && known.contains(static_cast<Cell>(*d.last - board_.columns()));
  if ((can_be(kFirst) || can_be(kSecond)) && !is_movers && !is_covered) return std::nullopt;
  return reader.error_at(age_, kLastMove, *d.last, "this cannot be the last move");
}

// Discs that are shown lie on cells that are occupied, and the other cells follow from those.
void Absorber::retell_board(const Draft& d, layout::Bank& bank) const {
  if (d.last) bank.masks[kLastMove] = Cells::of(*d.last).word();
  Cells known = d.all_discs();
  if (d.last) known.insert(*d.last);
  const auto shown = occupied(bank);
  if (!shown) {
    bank.masks[kPlayable] = (cells_of(bank, kPlayable) - known).word();
    return;
  }
  const Position p = Position::from_checked(board_, *shown | known, {});
  bank.masks[kOccupied] = p.occupied().word();
  bank.masks[kEmpty] = p.empty_cells().word();
  bank.masks[kPlayable] = p.playable_cells().word();
  bank.values[kPly] = p.ply();
}

// Threats need three discs that are shown and an empty cell; a line of four that is shown has won.
void Absorber::retell_lines(const Draft& d, Color us, layout::Bank& bank) const {
  const auto all = occupied(bank);
  Cells won;
  for (Color c : {kFirst, kSecond}) {
    if (!d.is_shown[index(c)]) continue;
    won |= cells_of_fours(d.discs[index(c)], board_);
    const int fact = c == us ? kUsThreats : kThemThreats;
    const Cells able = completing_cells(d.discs[index(c)], board_) - all.value_or(d.all_discs());
    bank.masks[fact] = (all ? able : able & cells_of(bank, fact)).word();
  }
  bank.masks[kWinning] = (won.empty() ? cells_of(bank, kWinning) - d.all_discs() : won).word();
}

}  // namespace intarsia::connect4::internal
