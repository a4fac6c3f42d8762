// What one move changes, in words: for games that put pieces on cells.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/keys.h"

namespace intarsia::games {

struct MoveText {
  // What stood on a cell and what stands there; empty for nothing.
  struct Edit {
    std::string cell;
    std::string_view before, after;
  };

  std::string move;
  std::string before, after;  // the positions
  std::vector<Edit> edits = {};
  std::array<std::string, 2> turns;  // who moved, who moves
  std::array<Key, 2> keys;
  std::array<Key, 2> identities;
};

std::string to_text(const MoveText& m);
std::string to_json(const MoveText& m);  // one line

// Lines of such a text: "san         e4"; "clock       3 -> 4", or the value alone where it stays.
void append_line(std::string& out, std::string_view what, std::string_view text);
void append_change(std::string& out, std::string_view what, std::string_view before,
                   std::string_view after);

}  // namespace intarsia::games
