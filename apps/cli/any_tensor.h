// What reading tensors back needs to know of each game: its decoder, and who moves by name.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/hex/tensor/decode.h"

namespace intarsia::cli {

struct ChessTensors {
  using Decoder = chess::Decoder;
  using Decoded = chess::Decoded;
  using State = chess::State;
  using Turn = std::optional<chess::Color>;

  // What --turn says; nothing for an empty text.
  static Result<Turn> turn(std::string_view text);

  // Why no tensor of the one layout can become one of the other's, if that is so.
  static std::optional<Error> refuse(const layout::Layout& from, const layout::Layout& to,
                                     const Turn& turn);
};

struct HexTensors {
  using Decoder = hex::Decoder;
  using Decoded = hex::Decoded;
  using State = hex::State;
  using Turn = hex::TurnChoice;

  static Result<Turn> turn(std::string_view text);
  static std::optional<Error> refuse(const layout::Layout& from, const layout::Layout& to,
                                     const Turn& turn);
};

inline constexpr char kTurnHelp[] =
    "Who moves in tensors that do not show it: white or black; Hex: blue, red, or infer (from the "
    "number of stones; infer-swap, infer-no-swap where there are as many of both)";
inline const std::vector<std::string> kTurns = {"white", "black",      "blue",         "red",
                                                "infer", "infer-swap", "infer-no-swap"};

inline bool is_hex(const layout::Layout& l) { return l.catalogue->game == "hex"; }

// A position of another game than the layout's.
Error wrong_game(std::string_view found, const layout::Layout& l);

// visit(ChessTensors{}) or visit(HexTensors{}), as the layout's game says.
template <class Visit>
auto with_game(const layout::Layout& l, Visit visit) {
  return is_hex(l) ? visit(HexTensors{}) : visit(ChessTensors{});
}

}  // namespace intarsia::cli
