// The symmetry of Connect Four: left and right may be exchanged.
//
// Players, turns, outcomes and values stay; cells and columns are mirrored.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "intarsia/connect4/game.h"
#include "intarsia/connect4/record.h"

namespace intarsia::connect4 {

class Symmetry {
 public:
  constexpr Symmetry() = default;  // the identity
  static constexpr Symmetry mirrored() { return Symmetry(true); }

  // First this, then the other. Each is its own inverse.
  constexpr Symmetry then(Symmetry other) const {
    return Symmetry(is_mirrored_ != other.is_mirrored_);
  }
  friend constexpr bool operator==(Symmetry, Symmetry) = default;

  constexpr Cell operator()(Cell c, Board b) const { return is_mirrored_ ? b.mirrored(c) : c; }
  constexpr Cells operator()(const Cells& cells, Board b) const {
    return is_mirrored_ ? b.mirrored(cells) : cells;
  }
  constexpr Move operator()(Move m, Board b) const {
    return is_mirrored_ && !m.is_none() ? Move(b.mirrored(m.column())) : m;
  }
  Position operator()(const Position& p) const;
  State operator()(const State& s) const;
  Game operator()(const Game& g) const;
  // A record that `check` accepts, and the same unpacked: the move goes along.
  Record operator()(const Record& r) const;
  Unpacked operator()(const Unpacked& u) const;

  // A number for each column: a policy or a mask. `out` must be another array of the same size.
  template <class T>
  void policy(std::span<const T> in, std::span<T> out, Board b) const {
    for (int c = 0; c < b.columns(); ++c) {
      out[static_cast<std::size_t>(is_mirrored_ ? b.mirrored(c) : c)] =
          in[static_cast<std::size_t>(c)];
    }
  }

 private:
  constexpr explicit Symmetry(bool is_mirrored) : is_mirrored_(is_mirrored) {}

  bool is_mirrored_ = false;
};

struct NamedSymmetry {
  std::string_view name;
  Symmetry symmetry;
};
inline constexpr std::array<NamedSymmetry, 2> kSymmetries = {{
    {"identity", Symmetry()},
    {"mirrored", Symmetry::mirrored()},
}};

}  // namespace intarsia::connect4
