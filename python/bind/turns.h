// Who moves in each of some tensors, as numbers of the game's words (GameType::find_turn).

#pragma once

#include <string_view>

#include <nanobind/nanobind.h>

#include "intarsia/game/tensors.h"

namespace intarsia::bind {

namespace nb = nanobind;

// One for all or one for each row; the bytes outlive it.
class Turns {
 public:
  Turns(const nb::bytes& numbers, std::size_t rows)
      : numbers_(static_cast<const char*>(numbers.data()), numbers.size()) {
    if (numbers_.size() != 1 && numbers_.size() != rows) {
      throw nb::value_error("turn: expected one for all or one for each tensor");
    }
  }
  game::Turn operator[](std::size_t row) const {
    return static_cast<game::Turn>(numbers_[numbers_.size() == 1 ? 0 : row]);
  }

  game::TurnList from(std::size_t row) const {
    const bool is_one = numbers_.size() == 1;
    const auto* const first = reinterpret_cast<const game::Turn*>(numbers_.data());
    return {is_one ? first : first + row, is_one ? std::size_t{0} : std::size_t{1}};
  }

 private:
  std::string_view numbers_;
};

}  // namespace intarsia::bind
