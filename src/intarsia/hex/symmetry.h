// The symmetries of Hex: exactly four. They are what data can be multiplied by.
//
//   identity
//   rotated          by 180 degrees, colours kept
//   transposed       rows and columns exchanged, colours exchanged
//   anti-transposed  both
//
// Mirrors and quarter turns change who is a neighbour of whom or whose edge is
// where; they do not exist here. An exchange of colours also exchanges the player
// to move, the player who began, the winner and the sign of a value.

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "intarsia/hex/game.h"
#include "intarsia/hex/record.h"

namespace intarsia::hex {

class Symmetry {
 public:
  constexpr Symmetry() = default;  // the identity
  static constexpr Symmetry rotated() { return Symmetry(true, false); }
  static constexpr Symmetry transposed() { return Symmetry(false, true); }
  static constexpr Symmetry anti_transposed() { return Symmetry(true, true); }

  constexpr bool exchanges_colors() const { return is_transposed_; }
  // Whether a first edge (top, left) becomes a second one (bottom, right).
  constexpr bool exchanges_edges() const { return is_rotated_; }
  // What it is in the mover's view, which shows a transposed board as it was.
  constexpr Symmetry in_movers_view() const { return Symmetry(is_rotated_, false); }

  // First this, then the other. Each is its own inverse.
  constexpr Symmetry then(Symmetry other) const {
    return {is_rotated_ != other.is_rotated_, is_transposed_ != other.is_transposed_};
  }
  friend constexpr bool operator==(Symmetry, Symmetry) = default;

  constexpr Color operator()(Color c) const { return is_transposed_ ? !c : c; }
  constexpr Cell operator()(Cell c, int n) const {
    const Cell moved = is_transposed_ ? hex::transposed(c, n) : c;
    return is_rotated_ ? static_cast<Cell>(cell_count(n) - 1 - moved) : moved;
  }
  constexpr Move operator()(Move m, int n) const {
    return m.is_cell() ? Move((*this)(m.cell(), n)) : m;
  }
  Cells operator()(const Cells& cells, int n) const;
  Position operator()(const Position& p) const;
  State operator()(const State& s) const;
  // A record, unpacked: the move and the winner go along.
  Unpacked operator()(const Unpacked& u) const;

  constexpr std::optional<Color> operator()(std::optional<Color> winner) const {
    if (!winner) return std::nullopt;
    return (*this)(*winner);
  }
  // A value from Blue's view, +1 to -1; and the training form, 0 Blue wins to 1 Red wins.
  constexpr float value(float v) const { return is_transposed_ ? -v : v; }
  constexpr float training(float w) const { return is_transposed_ ? 1 - w : w; }

  // A number per cell in Blue's frame: a policy or a mask. A number for the swap may follow the cells
  // and stays. `out` must be another array of the same size.
  template <class T>
  void policy(std::span<const T> in, std::span<T> out, int n) const {
    const auto cells = static_cast<std::size_t>(cell_count(n));
    for (std::size_t c = 0; c < cells; ++c) out[(*this)(static_cast<Cell>(c), n)] = in[c];
    for (std::size_t i = cells; i < in.size(); ++i) out[i] = in[i];
  }

 private:
  constexpr Symmetry(bool is_rotated, bool is_transposed)
      : is_rotated_(is_rotated), is_transposed_(is_transposed) {}

  bool is_rotated_ = false;
  bool is_transposed_ = false;
};

struct NamedSymmetry {
  std::string_view name;
  Symmetry symmetry;
};
inline constexpr std::array<NamedSymmetry, 4> kSymmetries = {{
    {"identity", Symmetry()},
    {"rotated", Symmetry::rotated()},
    {"transposed", Symmetry::transposed()},
    {"anti_transposed", Symmetry::anti_transposed()},
}};

}  // namespace intarsia::hex
