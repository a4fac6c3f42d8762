// The main line of an SGF game tree as text: properties by name, no meaning yet.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"

namespace intarsia::hex::internal {

struct SgfProperty {
  std::string_view name;
  std::string_view raw;  // the first value between its brackets, escapes and all
  std::size_t offset;    // of the name
  bool is_root;          // of the first node
};

struct SgfTree {
  std::vector<SgfProperty> properties;  // of the main line, in order
  std::size_t start = 0;
  std::size_t end = 0;  // the byte after the tree
};

// The tree that begins at `start`, where a bracket stands. After an error nothing is known of its end.
Result<SgfTree> read_sgf_tree(std::string_view text, std::size_t start);

// The value without its escapes.
std::string unescaped(std::string_view raw);
std::string escaped(std::string_view value);

}  // namespace intarsia::hex::internal
