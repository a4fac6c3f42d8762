// The layout that --layout names, and how tensors are to be written.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/verb.h"
#include "intarsia/base/result.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/encode.h"

namespace intarsia::cli {

// That a flag is needed, with what it may be.
Error nothing_chosen(std::string_view flag);

// A built-in id or a JSON file. An unknown name is answered with the nearest and the list of all.
// Without a size it is the layout on the game's usual board.
Result<layout::Layout> find_layout(std::string_view name, std::optional<int> size = std::nullopt);

// --layout, --size, --order and --dtype.
struct LayoutChoice {
  std::string layout = {};
  std::optional<int> size = std::nullopt;
  std::string order = {};
  std::string dtype = {};

  void add_to(CLI::App& verb);

  // `--dtype bits`: layers of masks and values instead of elements.
  layout::Form form() const {
    return dtype == layout::kBitsName ? layout::Form::kBits : layout::Form::kElements;
  }

  Result<layout::Plan> plan() const;
};

}  // namespace intarsia::cli
