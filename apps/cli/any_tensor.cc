#include "apps/cli/any_tensor.h"

#include "intarsia/base/text.h"

namespace intarsia::cli {

namespace {

Error unknown_turn(std::string_view text, std::string_view known) {
  return Error{ErrorCode::kSyntax, 0, concat({"--turn ", text, ": expected ", known})};
}

}  // namespace

Error wrong_game(std::string_view found, const layout::Layout& l) {
  return Error{
      ErrorCode::kInvalid, 0,
      concat({"a position of ", found, ", but ", l.id, " is a layout of ", l.catalogue->game})};
}

Result<ChessTensors::Turn> ChessTensors::turn(std::string_view text) {
  if (text.empty()) return Turn{};
  for (chess::Color c : {chess::kWhite, chess::kBlack}) {
    if (text == name(c)) return Turn{c};
  }
  return unknown_turn(text, "white or black");
}

std::optional<Error> ChessTensors::refuse(const layout::Layout& from, const layout::Layout&,
                                          const Turn&) {
  if (layout::shows(from, chess::all_pieces())) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0, concat({from.id, " does not show all pieces"})};
}

Result<HexTensors::Turn> HexTensors::turn(std::string_view text) {
  if (text.empty()) return Turn{};
  if (text == "infer") return Turn{.is_inferred = true};
  if (text == "infer-swap") return Turn{.is_inferred = true, .has_swap = true};
  if (text == "infer-no-swap") return Turn{.is_inferred = true, .has_swap = false};
  for (hex::Color c : {hex::kBlue, hex::kRed}) {
    if (text == name(c)) return Turn{.turn = c};
  }
  return unknown_turn(text, "blue, red or infer");
}

std::optional<Error> HexTensors::refuse(const layout::Layout& from, const layout::Layout& to,
                                        const Turn& turn) {
  const bool is_shown = layout::shows(from, *from.catalogue->find_part("turn"));
  if (is_shown || turn.turn || turn.is_inferred || !hex::depends_on_turn(to)) return std::nullopt;
  return Error{ErrorCode::kAmbiguous, 0,
               concat({from.id, " does not show who moves, and ", to.id,
                       " does: say --turn blue, red or infer"})};
}

}  // namespace intarsia::cli
