// The targets of positions beside their tensors: which code, which value, in whose view.
//
//   const auto targets = Targets::make(layout, {.policy = "chess/az4672", .value = "outcome"});
//   targets->fill(records, {.policy = moves, .value = values});

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"
#include "intarsia/layout/targets.h"

namespace intarsia::games {

using layout::TargetChoice;

// The code and the value of a game for those who ask for none in particular.
TargetChoice usual_targets(const game::GameType& type);

// Where targets go, a row for each record. What is not wanted is null.
struct TargetRows {
  std::int32_t* policy = nullptr;
  float* value = nullptr;        // Targets::value_form().width() numbers a record
  std::uint8_t* mask = nullptr;  // Targets::policy().size numbers a record

  bool is_none() const { return policy == nullptr && value == nullptr && mask == nullptr; }
};

class Targets {
 public:
  // Refused: unknown names, a code of another game, and targets in a view that tensors of the layout
  // do not show (layout::refuse_targets).
  static Result<Targets> make(const layout::Layout& l, const TargetChoice& choice);

  // A code alone, in a view of the game (empty: the one for which it is made).
  static Result<Targets> of_policy(std::string_view id, std::optional<int> size,
                                   std::string_view view);

  bool has_policy() const { return policy_.has_value(); }
  bool has_value() const { return value_.has_value(); }
  // Which must be there.
  const layout::PolicyInfo& policy() const { return *policy_; }
  const game::Policy& code() const { return *code_; }
  const layout::ValueForm& value_form() const { return *value_; }
  // As they are chosen, with the view spelled out: what a passport says.
  TargetChoice names(const layout::Layout& l) const;
  layout::FrameId frame() const { return frame_; }
  int size() const { return size_; }  // of the board

  // The rows from this one on.
  TargetRows from(const TargetRows& rows, std::size_t row) const;

  // The targets of records that were checked.
  [[nodiscard]] std::optional<Error> fill(std::span<const layout::RecordMoment> records,
                                          const TargetRows& out) const;

 private:
  Targets(const game::GameType& type, int size) : type_(&type), size_(size) {}

  void fill_values(std::span<const layout::RecordMoment> records, float* out) const;

  const game::GameType* type_;
  int size_;
  layout::FrameId frame_ = 0;
  std::optional<layout::PolicyInfo> policy_;
  std::shared_ptr<const game::Policy> code_;
  std::optional<layout::ValueForm> value_;
};

}  // namespace intarsia::games
