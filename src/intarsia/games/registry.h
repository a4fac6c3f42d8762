// The games by name, and every layout and policy code that is built in.

#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/layout/layout.h"
#include "intarsia/layout/targets.h"

namespace intarsia::games {

// The sizes of boards that a game is played on.
struct Sizes {
  int least, most;
  int usual;  // what is shown where none is named

  bool is_one() const { return least == most; }
};

// A game on a board of one size.
struct Game {
  std::string_view name;
  Sizes sizes;
  const layout::Catalogue* catalogue;
  const std::vector<layout::Layout>* layouts;  // in the order of the documentation
  std::vector<layout::PolicyInfo> policies;    // the same
};

// All of them, on their usual boards.
const std::vector<Game>& games();

// On a board of the size, or on the usual one. An unknown name is answered with the nearest and with
// all there are.
Result<Game> find_game(std::string_view name, std::optional<int> size = std::nullopt);
Result<layout::Layout> find_layout(std::string_view id, std::optional<int> size = std::nullopt);
Result<layout::PolicyInfo> find_policy(std::string_view id, std::optional<int> size = std::nullopt);

}  // namespace intarsia::games
