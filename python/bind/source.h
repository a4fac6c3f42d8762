// Positions as Python hands them over, readable without its lock.

#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>

#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"
#include "intarsia/game/tensors.h"

namespace intarsia::bind {

namespace nb = nanobind;

// The positions to be encoded. The objects are kept alive, and from changing, by the caller's tuple:
// texts and positions are immutable. Of games and boards, which may change, the line is taken when they
// are added.
class Source {
 public:
  // All must be of the game and the board, and of the layout, if there is one: what can be seen at once
  // is raised, texts are read later.
  Source(const layout::Layout& l, nb::tuple positions);
  Source(const game::GameType& type, int size, nb::tuple positions);

  std::size_t size() const { return items_.size(); }
  const game::GameType& type() const { return type_; }

  // Adds position i to an encoder of the layout. Without Python's lock.
  [[nodiscard]] std::optional<Error> add(std::size_t i, game::Encoder& encoder) const;

  // Marks the legal moves of position i. Likewise.
  [[nodiscard]] std::optional<Error> mask(std::size_t i, const game::Policy& policy,
                                          std::span<std::uint8_t> out) const;

  // Writes the record of position i, without targets. Likewise.
  [[nodiscard]] std::optional<Error> pack(std::size_t i, std::byte* out) const;

  // In how many texts something was put right, and of the first of them its row, byte and words; None
  // if there were none. With Python's lock.
  nb::object mended() const;

 private:
  void note_mended(std::size_t i, const Error& note) const;
  void take(nb::handle item);
  void check(const game::Line& line) const;
  // The error of a text that was refused: perhaps it is another game's, or of another board.
  Error explained(std::string_view text, Error error) const;
  Error wrong_board(int size) const;

  Source(const game::GameType& type, int size, const layout::Layout* l, nb::tuple positions);

  const game::GameType& type_;
  int size_;  // of the board
  const layout::Layout* layout_;
  nb::tuple positions_;
  std::vector<std::variant<std::string_view, const game::Line*>> items_;
  std::vector<game::LinePtr> taken_;
  // What threads find while they read.
  mutable std::mutex noting_;
  mutable std::size_t mended_ = 0;
  mutable std::size_t first_mended_row_ = 0;
  mutable Error first_mended_ = {};
};

}  // namespace intarsia::bind
