// Positions as Python hands them over, readable without its lock.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "intarsia/base/result.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/line.h"

namespace intarsia::bind {

// What a batch is made of. The objects are kept alive, and from changing, by the caller's tuple: texts and positions are immutable, games and boards are taken
// down when they are added.
template <class Game>
class Source {
 public:
  Source(const Game& game, nb::tuple positions) : game_(game), positions_(std::move(positions)) {
    items_.reserve(positions_.size());
    for (nb::handle item : positions_) {
      check_signals(items_.size());
      add(item);
    }
  }

  std::size_t size() const { return items_.size(); }

  // Adds the states of item i, oldest first; answers how many stand before the last.
  Result<int> append(std::size_t i, std::vector<typename Game::State>& out) const {
    return std::visit([&](const auto& item) { return append(item, out); }, items_[i]);
  }

 private:
  using Line = typename Game::Line;

  void add(nb::handle item) {
    if (PyUnicode_Check(item.ptr())) {
      items_.emplace_back(utf8_of(item));
    } else if (const Line* line = Game::fixed_line(item)) {
      items_.emplace_back(line);
    } else {
      taken_.push_back(std::make_unique<Line>(Game::taken_line(item)));
      items_.emplace_back(taken_.back().get());
    }
  }

  Result<int> append(std::string_view text, std::vector<typename Game::State>& out) const {
    return game_.append(text, out);
  }
  Result<int> append(const Line* line, std::vector<typename Game::State>& out) const {
    return game_.append(*line, out);
  }

  const Game& game_;
  nb::tuple positions_;
  std::vector<std::variant<std::string_view, const Line*>> items_;
  std::vector<std::unique_ptr<Line>> taken_;
};

}  // namespace intarsia::bind
