// The stack of transitions (steps.h) over a game's own types.
//
// A game adds to what typed.h and rules_of.h ask of it the type Transition: of(position, move),
// apply(position), undo(position); and stored_identity(position) if records say less than positions.

#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/game/steps.h"
#include "intarsia/game/typed.h"

namespace intarsia::game {

template <class G>
class StepsOf final : public Steps {
 public:
  explicit StepsOf(const Line& start)
      : start_(LineOf<G>::of(start)), position_(start_.position()) {}

  std::span<const std::uint16_t> moves() const override { return moves_; }

  std::optional<Error> push(std::uint16_t move) override {
    legal_.clear();
    G::append_moves(position_, legal_);
    if (std::find(legal_.begin(), legal_.end(), move) == legal_.end()) {
      return Error{ErrorCode::kIllegal, 0,
                   concat({"no legal move has the number ", std::to_string(move)})};
    }
    transitions_.push_back(G::Transition::of(position_, G::from_stored(move, start_.size())));
    moves_.push_back(move);
    position_ = transitions_.back().apply(position_);
    return std::nullopt;
  }

  bool pop() override {
    if (transitions_.empty()) return false;
    position_ = transitions_.back().undo(position_);
    transitions_.pop_back();
    moves_.pop_back();
    return true;
  }

  Key key() const override { return position_.key(); }
  Key identity() const override {
    if constexpr (requires { G::stored_identity(position_); }) {
      return G::stored_identity(position_);
    } else {
      return G::identity_of(position_);
    }
  }
  void pack(std::byte* out) const override { G::pack_position(position_, out); }
  void pack_identity(std::byte* out) const override { G::pack_identity(position_, out); }

  LinePtr line() const override {
    auto line = std::make_unique<LineOf<G>>(start_);
    for (const std::uint16_t m : moves_) line->play(G::from_stored(m, start_.size()));
    return line;
  }

 private:
  LineOf<G> start_;
  typename G::Position position_;
  std::vector<typename G::Transition> transitions_;
  std::vector<std::uint16_t> moves_;
  std::vector<std::uint16_t> legal_;  // room for the moves of one position
};

template <class G>
std::unique_ptr<Steps> make_steps_of(const Line& start) {
  return std::make_unique<StepsOf<G>>(start);
}

}  // namespace intarsia::game
