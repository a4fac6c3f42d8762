// The main line of an SGF game tree as text: properties by name, no meaning yet.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "intarsia/base/result.h"

namespace intarsia::hex::internal {

struct SgfProperty {
  std::string_view name;
  std::string_view raw;  // the value between its brackets, escapes and all
  std::size_t offset;    // of the name, or of a further value
  bool is_root;          // of the first node
};

struct SgfTree {
  // Of the main line, in order: moves, set-up stones (each value is one more), who moves, and what the
  // first node says. Of other properties only the first value is kept.
  std::vector<SgfProperty> properties;
  std::size_t start = 0;
  std::size_t end = 0;  // the byte after the tree
  // What is not kept: comments (C) of the main line, and variations of it.
  std::size_t comments = 0;
  std::size_t variations = 0;
};

struct SgfFault {
  Error error;
  std::size_t resume;  // where another game may begin
};

// The tree that begins at `start`, where a bracket stands, or what is wrong with it.
std::variant<SgfTree, SgfFault> read_sgf_tree(std::string_view text, std::size_t start);

// Where a game begins, `(` and `;`, from `at` on; else the text's end.
std::size_t find_sgf_game(std::string_view text, std::size_t at);

// The value without its escapes.
std::string unescaped(std::string_view raw);
std::string escaped(std::string_view value);

}  // namespace intarsia::hex::internal
