// Lines of text files that say nothing.

#pragma once

#include <string_view>

#include "intarsia/base/text.h"

namespace intarsia {

// A comment, or one that begins with # and a word: people write both. A number behind the # is
// TRMPH (#13,a1), right or wrong.
constexpr bool is_remark(std::string_view line) {
  if (is_comment(line)) return true;
  return line[0] == '#' && !is_digit(line[1]) && line[1] != '-' && line[1] != '+';
}

}  // namespace intarsia
