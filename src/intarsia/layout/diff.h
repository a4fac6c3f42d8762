// How two layouts of one game differ: which planes they share, and how each shows what the other
// shows otherwise.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intarsia/layout/layout.h"

namespace intarsia::layout {

struct Difference {
  // Order, type, frame: what differs, and how.
  struct Setting {
    std::string_view name;
    std::string a, b;
  };
  // A fact of the same age in both, perhaps with another divisor or in another place.
  struct Pair {
    std::size_t a, b;  // indices of the features
  };
  // A part of the state that both or one of them show, but by different facts.
  struct Telling {
    const Part* part;
    std::vector<std::size_t> a, b;  // features that tell it; none: lost
  };

  std::vector<Setting> settings;
  std::vector<Pair> shared;
  std::vector<std::size_t> only_a, only_b;
  std::vector<Telling> tellings;

  // The same elements for every state.
  bool is_none(const Layout& a, const Layout& b) const;
};

// Both must be layouts of the same game.
Difference difference(const Layout& a, const Layout& b);

std::string to_text(const Difference& d, const Layout& a, const Layout& b);
std::string to_json(const Difference& d, const Layout& a, const Layout& b);

}  // namespace intarsia::layout
