// The built-in chess layouts by name.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "intarsia/chess/layouts.h"

namespace intarsia::test {

inline const layout::Layout& chess_layout(std::string_view id) {
  for (const layout::Layout& l : chess::layouts()) {
    if (l.id == id) return l;
  }
  throw std::runtime_error("no layout " + std::string(id));
}

}  // namespace intarsia::test
