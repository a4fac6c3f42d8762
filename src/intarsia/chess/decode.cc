#include "intarsia/chess/decode.h"

#include <string>

#include "intarsia/chess/layouts.h"
#include "intarsia/layout/line.h"

namespace intarsia::chess {

namespace {

// The colour and kind of men on whose plane a fault shows best.
Piece shown_by(Fault f, const Setup& s) {
  switch (f) {
    case Fault::kWhiteKings:
      return {kWhite, kKing};
    case Fault::kBlackKings:
      return {kBlack, kKing};
    case Fault::kOppositeCheck:
      return {!s.turn, kKing};
    default: {
      const Square at = place_of(f, s);
      return at == kNoSquare ? Piece{kWhite, kPawn} : *s.board.piece_at(at);
    }
  }
}

Fault first_refused(Faults faults) {
  for (const FaultInfo& i : fault_table()) {
    if (faults.contains(i.fault)) return i.fault;
  }
  return Fault::kBoard;
}

}  // namespace

Decoder::Decoder(const layout::Plan& plan)
    : frame_(plan.layout().frame),
      needs_(plan),
      reader_(plan),
      gathered_(*plan.layout().catalogue) {
  absorbers_.reserve(reader_.ages().size());
  for (std::size_t age = 0; age < reader_.ages().size(); ++age)
    absorbers_.emplace_back(reader_, age);
}

Result<std::span<const Decoded>> Decoder::decode(const std::byte* tensor,
                                                 std::optional<Color> turn) {
  if (auto error = reader_.read(tensor)) return *std::move(error);
  const auto known = shown_turn(turn);
  if (!known) return known.error();
  if (auto error = decode_for(known->value_or(kWhite))) {
    // Where nothing says who moves, a position that only Black can have is Black's.
    if (*known || decode_for(kBlack)) return *std::move(error);
  }
  return std::span<const Decoded>(plies_);
}

// The side to move: what the tensor shows, else what the caller says.
Result<std::optional<Color>> Decoder::shown_turn(std::optional<Color> wanted) const {
  if (reader_.ages().empty() || reader_.ages()[0] != 0) return wanted;
  const auto shown = absorbers_[0].turn(reader_.bank(0));
  if (!shown) return wanted;
  if (wanted && *wanted != *shown) {
    return Error{ErrorCode::kInvalid, 0,
                 "the tensor shows " + std::string(name(*shown)) + " to move, not " +
                     std::string(name(*wanted))};
  }
  return shown;
}

std::optional<Error> Decoder::decode_for(Color now) {
  plies_.clear();
  if (reader_.ages().empty() || reader_.ages()[0] != 0) {
    plies_.emplace_back().setup.turn = now;  // a layout that shows the past alone
  }
  for (std::size_t age = 0; age < reader_.ages().size(); ++age) {
    if (!reader_.is_known(age)) continue;
    if (auto error = decode_ply(age, now)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Decoder::decode_ply(std::size_t age, Color now) {
  const internal::Absorber& absorber = absorbers_[age];
  const int ago = reader_.ages()[age];
  const View view(frame_, now);
  const auto draft = absorber.absorb(reader_, view, ago % 2 == 0 ? now : !now);
  if (!draft) return draft.error();
  Decoded& ply = plies_.emplace_back(Decoded{
      .ago = ago, .setup = draft->setup, .occurrences = draft->occurrences, .position = {}});
  // Half a board cannot be checked against the rules, only against itself.
  if (!draft->has_all_pieces) return reader_.compare(age, reader_.bank(age));
  Faults faults;
  ply.position = Position::from_setup(ply.setup, &faults);
  if (!ply.position) {
    const Fault fault = first_refused(faults);
    const Square at = place_of(fault, ply.setup);
    const Piece man = shown_by(fault, ply.setup);
    return reader_.error_at(
        age, absorber.man(view, man.color, man.kind),
        at == kNoSquare ? std::nullopt : std::optional<std::size_t>(view.cell(at)),
        std::string(info(fault).meaning));
  }
  ply.setup = ply.position->setup();
  gather(ply.state(), view, needs_, gathered_);
  return reader_.compare(age, gathered_);
}

Converter::Converter(const layout::Plan& from, const layout::Plan& to) : decoder_(from), to_(to) {}

std::optional<Error> Converter::convert(const std::byte* tensor, std::byte* out,
                                        std::optional<Color> turn) {
  const auto plies = decoder_.decode(tensor, turn);
  if (!plies) return plies.error();
  if (auto error = line_of(*plies, to_.layout(), line_)) return error;
  const Moment moment{&line_.back(), static_cast<int>(line_.size()) - 1};
  encode(to_, {&moment, 1}, out, static_cast<std::ptrdiff_t>(to_.bytes()));
  return std::nullopt;
}

std::optional<Error> line_of(std::span<const Decoded> plies, const layout::Layout& wanted,
                             std::vector<State>& line) {
  const auto known = [&](int ago) -> std::optional<State> {
    for (const Decoded& d : plies) {
      if (d.ago == ago && d.position) return d.state();
    }
    return std::nullopt;
  };
  if (!known(0)) {
    return Error{ErrorCode::kUnsupported, 0, "the tensor's layout does not show all pieces"};
  }
  layout::fill_line(wanted, known, line);
  return std::nullopt;
}

}  // namespace intarsia::chess
