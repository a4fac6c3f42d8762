// The policy and value targets of Hex games, written beside their planes.

#pragma once

#include <optional>
#include <string>

#include "apps/cli/target_output.h"
#include "intarsia/hex/game.h"
#include "intarsia/layout/layout.h"

namespace intarsia::cli {

// --policy and --value; empty: none.
struct TargetChoice {
  std::string policy;
  std::string value;

  bool is_none() const { return policy.empty() && value.empty(); }
};

class HexTargets {
 public:
  // Files beside `tensor_path`, for each target that is chosen. Targets follow the layout's frame.
  static Result<HexTargets> create(const TargetChoice& choice, const layout::Layout& l,
                                   const std::string& tensor_path, bool replace);

  // The move played in the position, or none, and who won the game, if that is known.
  void add(const hex::Position& p, hex::Move move, std::optional<hex::Color> winner);

  [[nodiscard]] std::optional<Error> finish();

 private:
  explicit HexTargets(layout::FrameId frame, bool is_training)
      : frame_(frame), is_training_(is_training) {}
  float value_of(const hex::Position& p, std::optional<hex::Color> winner) const;

  layout::FrameId frame_;
  bool is_training_;
  std::optional<TargetOutput<std::int32_t>> policy_;
  std::optional<TargetOutput<float>> value_;
};

}  // namespace intarsia::cli
