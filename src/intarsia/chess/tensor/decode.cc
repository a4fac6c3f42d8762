#include "intarsia/chess/tensor/decode.h"

#include <string>

#include "intarsia/chess/tensor/internal/absorb.h"

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

std::optional<Fault> first_of(Faults faults) {
  for (const FaultInfo& i : fault_table()) {
    if (faults.contains(i.fault)) return i.fault;
  }
  return std::nullopt;
}

// What is wrong with half a board too: the faults of men that are shown.
std::optional<Fault> half_board_fault(const internal::Draft& d) {
  Faults faults = faults_of(d.setup);
  for (Fault f : {Fault::kBoard, Fault::kOppositeCheck, Fault::kCastling, Fault::kEnPassant,
                  Fault::kFullmove}) {
    faults.remove(f);
  }
  if (!d.shows(kWhite, kKing)) faults.remove(Fault::kWhiteKings);
  if (!d.shows(kBlack, kKing)) faults.remove(Fault::kBlackKings);
  return first_of(faults);
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

Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

Result<std::span<const Decoded>> Decoder::decode(layout::ElementsIn tensor,
                                                 std::optional<Color> turn) & {
  if (auto error = tensor.refuse(reader_.layout(), 1)) return *std::move(error);
  return decode(tensor.data(), turn);
}

Result<std::span<const Decoded>> Decoder::decode(const std::byte* tensor,
                                                 std::optional<Color> turn) & {
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
  bool is_over = false;  // before a ply that is not known none is
  for (std::size_t age = 0; age < reader_.ages().size(); ++age) {
    if (!reader_.is_known(age)) {
      is_over |= absorbers_[age].never_empty();
    } else if (is_over) {
      return reader_.error_of(age, "is shown, but a later ply is not");
    } else if (auto error = decode_ply(age, now)) {
      return error;
    }
  }
  return std::nullopt;
}

std::optional<Error> Decoder::decode_ply(std::size_t age, Color now) {
  const int ago = reader_.ages()[age];
  const View view(frame_, now);
  const auto draft = absorbers_[age].absorb(reader_, view, ago % 2 == 0 ? now : !now);
  if (!draft) return draft.error();
  Decoded& ply = plies_.emplace_back(Decoded{
      .ago = ago, .setup = draft->setup, .occurrences = draft->occurrences, .position = {}});
  if (!draft->has_all_pieces()) return check_half_board(age, view, *draft);
  Faults faults;
  ply.position = Position::from_setup(ply.setup, &faults);
  if (!ply.position) return fault_error(age, view, *first_of(faults), ply.setup);
  ply.setup = ply.position->setup();
  gather(ply.state(), view, needs_, gathered_);
  return reader_.compare(age, gathered_);
}

std::optional<Error> Decoder::check_half_board(std::size_t age, const View& view,
                                               const internal::Draft& d) {
  if (const auto fault = half_board_fault(d)) return fault_error(age, view, *fault, d.setup);
  gathered_ = reader_.bank(age);
  absorbers_[age].retell(d, view, gathered_);
  return reader_.compare(age, gathered_);
}

Error Decoder::fault_error(std::size_t age, const View& view, Fault fault, const Setup& s) const {
  const Square at = place_of(fault, s);
  const Piece man = shown_by(fault, s);
  return reader_.error_at(
      age, absorbers_[age].man(view, man.color, man.kind),
      at == kNoSquare ? std::nullopt : std::optional<std::size_t>(view.cell(at)),
      std::string(info(fault).meaning));
}

std::optional<Error> line_of(std::span<const Decoded> plies, const layout::LineNeeds& wanted,
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
