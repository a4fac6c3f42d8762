// The planes of a tensor as a list to look at: names, meanings, ranges and numbers.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/draw/board.h"
#include "intarsia/layout/layout.h"

namespace intarsia::draw {

// A code of a plane and the colour of the player whose man it is.
struct CodeColor {
  float value;
  Color color;
};

struct Plane {
  std::size_t index;  // among the features of the layout
  std::string name;   // "us.pawn@3"
  std::string meaning;
  double lo, hi;              // of the values
  bool is_scalar;             // one number instead of one per cell
  std::size_t first, stride;  // cell c is element first + c * stride of the tensor
  std::vector<float> values;
  // Of cells that are one player's; and of piece codes. Others have the colours of their signs.
  std::optional<Color> color = std::nullopt;
  std::vector<CodeColor> code_colors = {};

  bool is_in_range(float value) const;  // NaN is not
  bool is_constant() const;
  bool is_binary() const;

  bool has_colors() const { return color || !code_colors.empty(); }
  // The colour of a player's man or value; nothing for 0 and for what is nobody's or out of range.
  std::optional<Color> color_of(float value) const;

  // How much a value differs from 0, from 0 to 1 at the end of the range. What is not 0 can be seen:
  // it has at least kFaintest.
  static constexpr double kFaintest = 0.2;
  double strength(float value) const;

  // What is in it, in a few words: "8 of 64", "all 0.33333334", "-6 to 6", "2 out of range".
  std::string summary() const;
};

// Every feature of the layout, from one position's tensor in float32; in the colours of the players,
// if they are known.
std::vector<Plane> planes_of(const layout::Layout& l, std::span<const float> tensor,
                             const std::optional<Players>& players = std::nullopt);

// Those that a list of names and indices asks for ("us.pawn,12"), in its order. A wrong name is
// answered with the nearest.
Result<std::vector<Plane>> choose_planes(const std::vector<Plane>& all, std::string_view list);

// The index as text.
std::string index_text(const Plane& p);

// The shortest text that reads back as the same number.
std::string number_text(float value);
std::string number_text(double value);

// A value in a few columns: whole numbers as they are, others with two decimals (".33").
std::string short_text(float value);

// "0.33333334 to 1".
std::string range_text(const Plane& p);

// The place of an element in a tensor of that shape: "[6, 4, 0]".
std::string place_text(std::span<const std::size_t> shape, std::size_t element);

// A dotted name in lines of at most `width` letters, cut after dots where that is possible.
std::vector<std::string_view> wrapped(std::string_view name, std::size_t width);

}  // namespace intarsia::draw
