// Lines and columns of a text, asked for from the front to the back.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace intarsia::game {

class LineCounter {
 public:
  struct Spot {
    std::uint64_t line;    // from 1
    std::uint64_t column;  // from 1, in bytes
  };

  explicit LineCounter(std::string_view text) : text_(text) {}

  Spot spot(std::uint64_t offset) {
    if (offset < line_start_) *this = LineCounter(text_);
    for (std::size_t end; (end = text_.find('\n', line_start_)) != text_.npos && end < offset;) {
      line_start_ = end + 1;
      ++line_;
    }
    return {line_, offset - line_start_ + 1};
  }

 private:
  std::string_view text_;
  std::size_t line_start_ = 0;
  std::uint64_t line_ = 1;
};

}  // namespace intarsia::game
