// The games by name, and every layout that is built in.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/layout/layout.h"

namespace intarsia::games {

struct Game {
  std::string_view name;
  const layout::Catalogue* catalogue;
  const std::vector<layout::Layout>* layouts;  // in the order of the documentation
};

const std::vector<Game>& games();

// An unknown name is answered with the nearest and with all there are.
Result<Game> find_game(std::string_view name);
Result<layout::Layout> find_layout(std::string_view id);

}  // namespace intarsia::games
