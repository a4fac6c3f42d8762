// Positions as Python hands them over, readable without its lock.

#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "intarsia/base/result.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/line.h"

namespace intarsia::bind {

// What is to be encoded, readable without Python's lock. The objects are kept alive, and from
// changing, by the caller's tuple: texts and positions are immutable. Of games and boards, which may
// change, the states that are needed are taken down when they are added.
template <class Game>
class Source {
 public:
  Source(const Game& game, nb::tuple positions) : game_(game), positions_(std::move(positions)) {
    reserve(items_, positions_.size(), "positions");
    each_row(positions_.size(), [this](std::size_t i) { add(positions_[i]); });
  }

  std::size_t size() const { return items_.size(); }

  // Adds the states of item i, oldest first; answers how many stand before the last.
  Result<int> append(std::size_t i, std::vector<typename Game::State>& out) const {
    return std::visit([&](const auto& item) { return append(item, out); }, items_[i]);
  }

 private:
  using Line = typename Game::Line;

  // States in taken_.
  struct Taken {
    std::size_t first;
    int history;
  };

  void add(nb::handle item) {
    if (PyUnicode_Check(item.ptr())) {
      items_.emplace_back(utf8_of(item));
    } else if (const Line* line = Game::fixed_line(item)) {
      items_.emplace_back(line);
    } else {
      const std::size_t first = taken_.size();
      items_.emplace_back(Taken{first, value_of(game_.append_now(item, taken_))});
    }
  }

  Result<int> append(std::string_view text, std::vector<typename Game::State>& out) const {
    return game_.append(text, out);
  }
  Result<int> append(const Line* line, std::vector<typename Game::State>& out) const {
    return game_.append(*line, out);
  }
  Result<int> append(const Taken& taken, std::vector<typename Game::State>& out) const {
    const auto first = taken_.begin() + static_cast<std::ptrdiff_t>(taken.first);
    out.insert(out.end(), first, first + taken.history + 1);
    return taken.history;
  }

  const Game& game_;
  nb::tuple positions_;
  std::vector<std::variant<std::string_view, const Line*, Taken>> items_;
  std::vector<typename Game::State> taken_;
};

}  // namespace intarsia::bind
