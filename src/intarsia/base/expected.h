// What readers of small texts share: numbers with a sign, and the error that says what would be right.

#pragma once

#include <optional>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/base/text.h"

namespace intarsia {

// A whole number, with + or - before it or without.
inline std::optional<long> read_signed(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return read_number<long>(text);
}

inline Error expected(std::size_t offset, std::string_view text, std::string_view what) {
  return Error{ErrorCode::kSyntax, offset, concat({in_quotes(text), ": expected ", what})};
}

}  // namespace intarsia
