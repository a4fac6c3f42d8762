// Positions and records of a game as tensors and back, by plan: the type of the game is decided once
// for each of these objects.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/json_text.h"
#include "intarsia/base/result.h"
#include "intarsia/game/line.h"
#include "intarsia/game/options.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/moments.h"
#include "intarsia/layout/targets.h"

namespace intarsia::game {

// Who moves in a tensor that does not show it: a number in GameType::turns, 0 if nobody says it.
using Turn = std::uint8_t;

// Collects positions, then encodes all of them.
class Encoder {
 public:
  virtual ~Encoder() = default;

  // The line as it was after `ply` moves, with the history that the layout wants. Its game and board
  // must be the layout's.
  virtual void add(const Line& line, int ply) = 0;
  // A position as text: the same as reading the line and adding it, without a line in between where
  // that is slower. `note` hears what was put right: moves behind a game's end are
  // cut, rights that cannot be are dropped.
  [[nodiscard]] virtual std::optional<Error> add_text(std::string_view text, const Options& options,
                                                      std::optional<Error>* note = nullptr) = 0;
  virtual std::size_t count() const = 0;
  // Makes room for so many more.
  virtual void reserve(std::size_t more) = 0;

  // One tensor for each, `stride` bytes apart; or its layers, from number `first` on. Both forget
  // the positions.
  virtual void encode(std::byte* out, std::ptrdiff_t stride,
                      layout::Stores stores = layout::Stores::kBySize) = 0;
  virtual void stack(std::size_t first, layout::Stack& out) = 0;
  virtual void clear() = 0;
};

// Encodes records that were checked, again and again.
class RecordEncoder {
 public:
  virtual ~RecordEncoder() = default;
  virtual void encode(std::span<const layout::RecordMoment> moments, std::byte* out,
                      std::ptrdiff_t stride, layout::Stores stores) = 0;
  // Their layers, from number `first` on.
  virtual void stack(std::span<const layout::RecordMoment> moments, std::size_t first,
                     layout::Stack& out) = 0;
};

// Reads one tensor after the other.
class Decoder {
 public:
  virtual ~Decoder() = default;

  [[nodiscard]] virtual std::optional<Error> decode(const std::byte* tensor, Turn turn) = 0;

  // Of the last tensor: the plies that it shows, the position itself first.
  virtual std::size_t plies() const = 0;
  virtual int ago(std::size_t ply) const = 0;
  virtual std::string text(std::size_t ply, const Options& writing) const = 0;
  // As keys and values of an object that is open.
  virtual void add_json(std::size_t ply, JsonText& out, const Options& writing) const = 0;
  // What the text cannot say; empty if it says all.
  virtual std::string_view unsaid(std::size_t ply) const = 0;
  // The position, if the tensor shows enough for one; else null.
  virtual LinePtr line(std::size_t ply) const = 0;

  // Adds the position to an encoder of the same game and board, with what the other layout wants of
  // the plies before. An error says what the tensor does not show.
  [[nodiscard]] virtual std::optional<Error> add_to(Encoder& other) const = 0;
};

// Who moves in each of some tensors: one for all (step 0), or one for each (step 1).
struct TurnList {
  const Turn* first;
  std::size_t step;
  Turn operator[](std::size_t i) const { return first[i * step]; }
};

// Tensors of one layout as another's, without positions in between: what is usual is fast, anything
// else is left to a Decoder.
class Converter {
 public:
  virtual ~Converter() = default;

  // `count` tensors, `from_stride` and `stride` bytes apart, up to the first one that is left to
  // others: returns its number, or the count. What was written from there on means nothing.
  virtual std::size_t convert(const std::byte* from, std::ptrdiff_t from_stride, TurnList turns,
                              std::size_t count, std::byte* out, std::ptrdiff_t stride,
                              layout::Stores stores) = 0;
};

// Moves as numbers, in one code and one frame.
class Policy {
 public:
  virtual ~Policy() = default;

  // The number of a legal move, and the move of a number as text. Where promotions share a number,
  // the one to `promotion`.
  virtual Result<std::int32_t> index(const Line& line, std::string_view move) const = 0;
  virtual Result<std::string> move(const Line& line, std::int32_t index,
                                   std::string_view promotion) const = 0;
  // 1 at the number of every legal move, else 0.
  [[nodiscard]] virtual std::optional<Error> mask(const Line& line,
                                                  std::span<std::uint8_t> out) const = 0;
  [[nodiscard]] virtual std::optional<Error> mask_of_text(
      std::string_view text, std::span<std::uint8_t> out,
      std::optional<Error>* note = nullptr) const = 0;

  // Of records that were checked: the number of the move played, kNoPolicy where there is none; and
  // 1 at the number of every legal move, `size` elements a record.
  [[nodiscard]] virtual std::optional<Error> indices(std::span<const layout::RecordMoment> records,
                                                     std::int32_t* out) const = 0;
  [[nodiscard]] virtual std::optional<Error> masks(std::span<const layout::RecordMoment> records,
                                                   std::uint8_t* out, std::size_t size) const = 0;
};

// What a record is worth, and who moves in it.
struct RecordWorth {
  layout::Worth worth;
  bool is_second_to_move;
};

}  // namespace intarsia::game
