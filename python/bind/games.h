// What batches need to know of each game: they are written once, over these.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "intarsia/chess/record.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/hex/record.h"
#include "intarsia/hex/tensor/decode.h"
#include "intarsia/hex/tensor/encode.h"
#include "python/bind/hex_line.h"
#include "python/bind/line.h"
#include "python/bind/setup_object.h"

namespace intarsia::bind {

// Functions that append give the states of a position, oldest first, and answer how many stand
// before the last. None but `append_now` and `taken_line` need Python's lock.
class ChessBatch {
 public:
  using State = chess::State;
  using Encoder = chess::Encoder;
  using Decoder = chess::Decoder;
  using Converter = chess::Converter;
  using Turn = std::optional<chess::Color>;
  using Line = bind::Line;
  using Object = std::variant<PositionObject, SetupObject>;

  explicit ChessBatch(const layout::Plan& plan) : layout_(&plan.layout()) {}

  // The line of an object that cannot change, or nothing.
  static const Line* fixed_line(nb::handle item);
  // Of any other, as it stands now; what is no position raises TypeError.
  Result<int> append_now(nb::handle item, std::vector<State>& out) const;

  Result<int> append(std::string_view text, std::vector<State>& out) const;
  Result<int> append(const Line& line, std::vector<State>& out) const {
    return line.append_states(layout_->history(), out);
  }

  static constexpr std::size_t record_bytes() { return sizeof(chess::Record); }
  static Result<int> append_record(std::span<const std::uint8_t> bytes, std::vector<State>& out);

  // w, b, or - where nobody says it.
  static Turn turn(char letter);
  static Object object_of(const chess::Decoded& ply);

 private:
  const layout::Layout* layout_;
};

class HexBatch {
 public:
  using State = hex::State;
  using Encoder = hex::Encoder;
  using Decoder = hex::Decoder;
  using Converter = hex::Converter;
  using Turn = hex::TurnChoice;
  using Line = HexLine;
  using Object = std::variant<HexPositionObject, HexSetupObject>;

  explicit HexBatch(const layout::Plan& plan) : layout_(&plan.layout()) {}

  static const Line* fixed_line(nb::handle item);
  // A bare number is a size to games, but no position.
  static Line taken_line(nb::handle item);
  Result<int> append_now(nb::handle item, std::vector<State>& out) const;

  // Boards of another size than the layout's are refused.
  Result<int> append(std::string_view text, std::vector<State>& out) const;
  Result<int> append(const Line& line, std::vector<State>& out) const;

  std::size_t record_bytes() const { return hex::record_shape(size()).bytes; }
  Result<int> append_record(std::span<const std::uint8_t> bytes, std::vector<State>& out) const;

  // b, r, - where nobody says it, i to infer it, s or n to infer it with or without a swap.
  static Turn turn(char letter);
  Object object_of(const hex::Decoded& ply) const;

 private:
  int size() const { return layout_->catalogue->rows; }
  std::optional<Error> refuse(int found) const;

  const layout::Layout* layout_;
};

// visit(ChessBatch) or visit(HexBatch), as the plan's game says.
template <class Visit>
auto with_game(const layout::Plan& plan, Visit visit) {
  return plan.layout().catalogue->game == "hex" ? visit(HexBatch(plan)) : visit(ChessBatch(plan));
}

}  // namespace intarsia::bind
