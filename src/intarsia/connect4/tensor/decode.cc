#include "intarsia/connect4/tensor/decode.h"

#include <string>

#include "intarsia/base/text.h"
#include "intarsia/connect4/tensor/internal/absorb.h"

namespace intarsia::connect4 {

Decoder::Decoder(const layout::Plan& plan)
    : board_(board_of(*plan.layout().catalogue)),
      depends_on_turn_(depends_on_turn(plan.layout())),
      needs_(plan),
      reader_(plan),
      gathered_(*plan.layout().catalogue) {
  absorbers_.reserve(reader_.ages().size());
  for (std::size_t age = 0; age < reader_.ages().size(); ++age) {
    absorbers_.emplace_back(reader_, age, board_);
  }
}

Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

Result<std::span<const Decoded>> Decoder::decode(layout::ElementsIn tensor,
                                                 const TurnChoice& choice) & {
  if (auto error = tensor.refuse(reader_.layout(), 1)) return *std::move(error);
  return decode(tensor.data(), choice);
}

Result<std::span<const Decoded>> Decoder::decode(const std::byte* tensor,
                                                 const TurnChoice& choice) & {
  if (auto error = reader_.read(tensor)) return *std::move(error);
  const auto turn = find_turn(choice);
  if (!turn) return turn.error();
  if (!*turn && depends_on_turn_) {
    return Error{ErrorCode::kAmbiguous, 0,
                 "the tensor shows the mover's view and too few discs to tell who moves: say first "
                 "or second"};
  }
  plies_.clear();
  if (!shows_now()) plies_.push_back({.turn = *turn});  // a layout that shows the past alone
  bool is_over = false;                                 // before a ply that is not known none is
  for (std::size_t age = 0; age < reader_.ages().size(); ++age) {
    if (!reader_.is_known(age)) {
      is_over |= absorbers_[age].ends_line();
    } else if (is_over) {
      return reader_.error_of(age, "is shown, but a later ply is not");
    } else if (auto error = decode_ply(age, *turn)) {
      return *std::move(error);
    }
  }
  return std::span<const Decoded>(plies_);
}

// What the tensor shows, else what the caller says.
Result<std::optional<Color>> Decoder::find_turn(const TurnChoice& choice) const {
  std::optional<Color> shown;
  if (shows_now()) {
    shown = absorbers_[0].turn(reader_.bank(0));
    if (!shown) {
      const auto counted = count_turn();
      if (!counted) return counted.error();
      shown = *counted;
    }
  }
  if (shown && choice.turn && *choice.turn != *shown) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"the tensor shows ", name(*shown), " to move, not ", name(*choice.turn)})};
  }
  return shown ? shown : choice.turn;
}

// The one player with whose move the discs agree; nothing if too few are shown. Whose are ours
// depends on who moves, so they are counted for each.
Result<std::optional<Color>> Decoder::count_turn() const {
  std::optional<Color> found;
  std::optional<Error> error;
  bool is_known = true;
  for (Color c : {kFirst, kSecond}) {
    const auto draft = absorbers_[0].absorb(reader_, c);
    if (!draft) {
      error = draft.error();
      continue;
    }
    is_known = is_known && draft->has_all_discs();
    const int ahead = draft->discs[0].size() - draft->discs[1].size();
    if (ahead == (c == kFirst ? 0 : 1)) found = c;
  }
  if (!is_known) return std::optional<Color>{};
  if (found) return found;
  return error ? *error : reader_.error_of(0, "no game has these numbers of discs");
}

std::optional<Error> Decoder::decode_ply(std::size_t age, std::optional<Color> now) {
  const internal::Absorber& absorber = absorbers_[age];
  const int ago = reader_.ages()[age];
  const Color us = now.value_or(kFirst);  // where it is not known, nothing depends on it
  const auto draft = absorber.absorb(reader_, us);
  if (!draft) return draft.error();
  Decoded ply{.ago = ago, .discs = draft->discs};
  if (now) ply.turn = ago % 2 == 0 ? *now : !*now;
  if (!draft->has_all_discs()) {
    plies_.push_back(ply);
    return absorber.check_half_board(reader_, *draft, us, ply.turn);
  }
  const auto position = Position::from_discs(board_, draft->discs[0], draft->discs[1]);
  if (!position) {
    const auto cell = static_cast<Cell>(position.error().offset);
    return absorber.error_at(reader_, *draft, us, cell, position.error().detail);
  }
  ply.state = State{*position, draft->last};
  gather(*ply.state, us, needs_, gathered_);
  if (auto error = reader_.compare(age, gathered_)) return error;
  if (ply.turn && *ply.turn != position->turn()) {
    return reader_.error_of(age, "the number of discs does not fit the player to move");
  }
  if (auto error = check_state(age, *ply.state)) return error;
  ply.turn = position->turn();
  plies_.push_back(ply);
  return std::nullopt;
}

// What the planes of one ply cannot tell: whether the last disc can be that, and whether the game
// can have gone on to the later plies.
std::optional<Error> Decoder::check_state(std::size_t age, const State& state) const {
  const Position& p = state.position;
  if (state.last && !p.can_be_last(*state.last)) {
    return reader_.error_at(age, internal::kLastMove, *state.last, "this cannot be the last move");
  }
  const int ago = reader_.ages()[age];
  if (ago == 0) return std::nullopt;
  if (plies_.empty() || !plies_.back().state) return std::nullopt;
  const Decoded& later = plies_.back();
  const int plies = ago - later.ago;
  const bool is_early = plies == 1 && later.state->last && !p.is_empty(*later.state->last);
  if (comes_from(later.state->position, p, plies) && !is_early) return std::nullopt;
  return reader_.error_of(age, "shows a board from which the later one does not come");
}

std::optional<Error> line_of(std::span<const Decoded> plies, const layout::LineNeeds& wanted,
                             std::vector<State>& line) {
  const auto known = [&](int ago) -> const State* {
    for (const Decoded& d : plies) {
      if (d.ago == ago && d.state) return &*d.state;
    }
    return nullptr;
  };
  if (!known(0)) {
    return Error{ErrorCode::kUnsupported, 0, "the tensor's layout does not show all discs"};
  }
  layout::fill_line(wanted, known, line);
  return std::nullopt;
}

}  // namespace intarsia::connect4
