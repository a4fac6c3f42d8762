// The targets of positions beside their tensors, for either game: which code, which value, in whose
// view.
//
//   const auto targets = Targets::make(layout, {.policy = "chess/az4672", .value = "outcome"});
//   targets->policy(position, move);
//   targets->value(position, score, eval, out);

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/tensor/policy.h"
#include "intarsia/hex/record.h"
#include "intarsia/hex/tensor/policy.h"
#include "intarsia/layout/targets.h"

namespace intarsia::games {

using layout::TargetChoice;

// The code and the value of a game for those who ask for none in particular.
TargetChoice usual_targets(std::string_view game);

class Targets {
 public:
  // Refused: unknown names, a code of another game, and targets in a view that tensors of the layout
  // do not tell (layout::refuse_targets).
  static Result<Targets> make(const layout::Layout& l, const TargetChoice& choice);

  // A code alone, in a view of the game (empty: the one for which it is made).
  static Result<Targets> of_policy(std::string_view id, std::optional<int> size,
                                   std::string_view view);

  bool has_policy() const { return policy_.has_value(); }
  bool has_value() const { return value_.has_value(); }
  // Which must be there.
  const layout::PolicyInfo& policy() const { return *policy_; }
  const layout::ValueForm& value_form() const { return *value_; }
  // As they are chosen, with the view spelled out: what a passport says.
  TargetChoice names(const layout::Layout& l) const;
  layout::FrameId frame() const { return frame_; }

  // The number of the move played, or kNoPolicy.
  std::int32_t policy(const chess::Setup& sound, chess::Move m) const;
  std::int32_t policy(const hex::Position& p, hex::Move m) const;

  // Fills value_form().width() numbers.
  void value(chess::Color turn, chess::Score score, std::int16_t eval, float* out) const;
  void value(hex::Color turn, std::optional<hex::Color> winner, float* out) const;

  // 1 at the number of every legal move; policy().size elements.
  void mask(const chess::Position& p, std::span<std::uint8_t> out) const;
  void mask(const hex::Position& p, std::span<std::uint8_t> out) const;

  // The same from records that were checked. A Hex record's size is the layout's.
  std::int32_t policy(const chess::Record& r) const;
  void value(const chess::Record& r, float* out) const;
  std::int32_t policy(std::span<const std::uint8_t> hex_record) const;
  void value(std::span<const std::uint8_t> hex_record, float* out) const;

 private:
  explicit Targets(int size) : size_(size) {}

  int size_;  // of the board
  layout::FrameId frame_ = 0;
  std::optional<layout::PolicyInfo> policy_;
  std::optional<layout::ValueForm> value_;
  const chess::Policy* code_ = nullptr;  // of chess; Hex has one
};

}  // namespace intarsia::games
