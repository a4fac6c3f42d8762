// The layout that --layout names, and how tensors are to be written.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/verb.h"
#include "intarsia/base/result.h"
#include "intarsia/layout/encode.h"

namespace intarsia::cli {

// A built-in id or a JSON file. An unknown name is answered with the nearest and the list of all.
// Without a size it is the layout on the game's usual board.
Result<layout::Layout> find_layout(std::string_view name, std::optional<int> size = std::nullopt);

// --layout, --size, --order and --dtype.
struct LayoutChoice {
  std::string layout = {};
  std::optional<int> size = std::nullopt;
  std::string order = {};
  std::string dtype = {};

  void add_to(CLI::App& verb, bool with_bits = false);

  // `--dtype bits`: sets of cells instead of elements.
  bool is_bits() const { return dtype == "bits"; }

  Result<layout::Plan> plan() const;
};

// A whole small file, or why not.
Result<std::string> read_text_file(const std::string& path, std::size_t most_bytes);

}  // namespace intarsia::cli
