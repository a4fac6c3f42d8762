#include "intarsia/hex/tensor/decode.h"

#include <cassert>
#include <string>

#include "intarsia/base/text.h"
#include "intarsia/hex/tensor/internal/absorb.h"

namespace intarsia::hex {

namespace {

Error unknown_turn(std::string_view why) {
  return Error{ErrorCode::kAmbiguous, 0,
               concat({why, ": say who moves, blue or red, or have it inferred"})};
}

}  // namespace

Decoder::Decoder(const layout::Plan& plan)
    : n_(plan.layout().catalogue->rows),
      frame_(plan.layout().frame),
      depends_on_turn_(depends_on_turn(plan.layout())),
      needs_(plan),
      reader_(plan),
      gathered_(*plan.layout().catalogue) {
  absorbers_.reserve(reader_.ages().size());
  for (std::size_t age = 0; age < reader_.ages().size(); ++age) {
    absorbers_.emplace_back(reader_, age, n_);
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
  if (!*turn && depends_on_turn_) return unknown_turn("the tensor shows the mover's view");
  plies_.clear();
  if (reader_.ages().empty() || reader_.ages()[0] != 0) {
    plies_.push_back({.turn = *turn});  // a layout that shows the past alone
  }
  bool is_over = false;  // before a ply that is not known none is
  for (std::size_t age = 0; age < reader_.ages().size(); ++age) {
    if (!reader_.is_known(age)) {
      is_over |= absorbers_[age].never_empty();
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
  const bool shows_now = !reader_.ages().empty() && reader_.ages()[0] == 0;
  const auto shown = shows_now ? absorbers_[0].turn(reader_.bank(0)) : std::nullopt;
  if (shown && choice.turn && *choice.turn != *shown) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"the tensor shows ", name(*shown), " to move, not ", name(*choice.turn)})};
  }
  if (shown) return shown;
  if (choice.turn) return choice.turn;
  return shows_now && choice.is_inferred ? infer(choice.has_swap) : std::optional<Color>{};
}

// The one colour with whose move the stones agree: in the mover's view they are counted for each.
Result<std::optional<Color>> Decoder::infer(std::optional<bool> has_swap) const {
  std::optional<Color> found;
  bool is_ambiguous = false;
  for (Color c : {kBlue, kRed}) {
    const auto draft = absorbers_[0].absorb(reader_, View(frame_, c, n_), c);
    if (!draft) continue;
    const auto turn = infer_turn(draft->stones[0].size(), draft->stones[1].size(), has_swap);
    is_ambiguous |= turn == Inference::kAmbiguous || (found && color_of(turn) == c);
    if (color_of(turn) == c) found = c;
  }
  if (is_ambiguous) {
    return Error{ErrorCode::kAmbiguous, 0,
                 "the stones do not tell who moves: say blue or red, or whether a swap was played: "
                 "infer-swap, infer-no-swap"};
  }
  if (!found) return unknown_turn("no game has these numbers of stones");
  return found;
}

std::optional<Error> Decoder::decode_ply(std::size_t age, std::optional<Color> now) {
  const int ago = reader_.ages()[age];
  const Color mover = now.value_or(kBlue);
  const Color turn = ago % 2 == 0 ? mover : !mover;
  const View view(frame_, mover, n_);
  const auto draft =
      absorbers_[age].absorb(reader_, view, now ? std::optional<Color>(turn) : std::nullopt);
  if (!draft) return draft.error();
  Decoded& ply = plies_.emplace_back(Decoded{.ago = ago, .stones = draft->stones});
  if (now) ply.turn = turn;
  // Stones that do not overlap are always a position: two complete chains would have to cross.
  const auto position = Position::from_stones(n_, ply.stones[0], ply.stones[1], turn);
  assert(position);
  const State state{*position, draft->last};
  if (!draft->has_all_stones()) return check_half_board(age, view, *draft, state, now.has_value());
  ply.state = state;
  gather(state, view, needs_, gathered_);
  return reader_.compare(age, gathered_);
}

// Half a board cannot be checked against the rules, only against itself.
std::optional<Error> Decoder::check_half_board(std::size_t age, const View& view,
                                               const internal::Draft& draft, const State& state,
                                               bool has_turn) {
  layout::Bank known = reader_.bank(age);
  gather(state, view, Needs::all(), gathered_);
  absorbers_[age].retell(draft, view, gathered_, has_turn, known);
  return reader_.compare(age, known);
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
    return Error{ErrorCode::kUnsupported, 0, "the tensor's layout does not show all stones"};
  }
  if (!plies.front().turn && depends_on_turn(*wanted.layout)) {
    return unknown_turn("the tensor does not show who moves");
  }
  layout::fill_line(wanted, known, line);
  return std::nullopt;
}

}  // namespace intarsia::hex
