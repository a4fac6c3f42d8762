#include "apps/cli/hex_targets.h"

#include <cmath>

#include "apps/cli/any_tensor.h"
#include "intarsia/base/text.h"
#include "intarsia/hex/policy.h"

namespace intarsia::cli {

namespace {

std::optional<Error> refuse(const TargetChoice& choice, const layout::Layout& l,
                            const std::string& tensor_path) {
  const auto error = [](std::initializer_list<std::string_view> text) {
    return Error{ErrorCode::kUnsupported, 0, concat(text)};
  };
  if (choice.is_none()) return std::nullopt;
  if (tensor_path == "-") return error({"targets lie beside a file: name one with -o"});
  if (!is_hex(l)) return error({"targets are written for Hex layouts, not for ", l.id});
  if (!choice.policy.empty() && choice.policy != hex::kPolicyId) {
    return error({"no policy ", in_quotes(choice.policy), "\n  there are: ", hex::kPolicyId});
  }
  if (!choice.value.empty() && choice.value != "outcome" && choice.value != "training") {
    return error({"no value ", in_quotes(choice.value), "\n  there are: outcome training"});
  }
  return std::nullopt;
}

}  // namespace

Result<HexTargets> HexTargets::create(const TargetChoice& choice, const layout::Layout& l,
                                      const std::string& tensor_path, bool replace) {
  if (auto error = refuse(choice, l, tensor_path)) return *std::move(error);
  HexTargets targets(l.frame, choice.value == "training");
  if (!choice.policy.empty()) {
    auto file = TargetOutput<std::int32_t>::create(target_path(tensor_path, "policy"), replace);
    if (!file) return std::move(file).error();
    targets.policy_ = *std::move(file);
  }
  if (!choice.value.empty()) {
    auto file = TargetOutput<float>::create(target_path(tensor_path, "value"), replace);
    if (!file) return std::move(file).error();
    targets.value_ = *std::move(file);
  }
  return targets;
}

// +1 a win, -1 a loss: Blue's in Blue's frame, else the mover's. The training form is the same in
// every frame.
float HexTargets::value_of(const hex::Position& p, std::optional<hex::Color> winner) const {
  if (!winner) return NAN;
  if (is_training_) return hex::to_training(*winner);
  return *winner == (frame_ == hex::kBlueFrame ? hex::kBlue : p.turn()) ? 1.0F : -1.0F;
}

void HexTargets::add(const hex::Position& p, hex::Move move, std::optional<hex::Color> winner) {
  if (policy_) policy_->add(hex::policy_index(p, move, frame_));
  if (value_) value_->add(value_of(p, winner));
}

std::optional<Error> HexTargets::finish() {
  if (policy_) {
    if (auto error = policy_->finish()) return error;
  }
  return value_ ? value_->finish() : std::nullopt;
}

}  // namespace intarsia::cli
