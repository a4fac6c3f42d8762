// Lines of terminal text that know their width, and colours for them.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/draw/board.h"

namespace intarsia::draw::internal {

// Escape sequences for 24-bit colours.
std::string foreground(Color c);
std::string background(Color c);

// A name fit for a terminal: an escape sequence in a layout's id must not reach it.
std::string printable(std::string_view text);

// A line that grows to the right and counts its columns, colours left out.
class Line {
 public:
  Line() = default;
  explicit Line(std::string_view text) { add(text); }

  std::size_t columns() const { return columns_; }

  void add(std::string_view text);
  void add(const Line& other);
  void add_colored(std::string_view color, std::string_view text);
  void pad_to(std::size_t column);

  // The text without blanks at its end.
  std::string_view text() const;

 private:
  std::string text_;
  std::size_t columns_ = 0;
};

using Block = std::vector<Line>;

std::size_t width_of(const Block& block);

}  // namespace intarsia::draw::internal
