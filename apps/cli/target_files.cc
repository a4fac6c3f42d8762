#include "apps/cli/target_files.h"

#include <array>

namespace intarsia::cli {

namespace {

constexpr std::size_t kMostNumbers = 3;  // of a value: wdl

}  // namespace

Result<TargetFiles> TargetFiles::create(const layout::TargetChoice& choice, const layout::Layout& l,
                                        const std::string& tensor_path, bool replace) {
  if (!choice.is_none() && tensor_path == "-") {
    return Error{ErrorCode::kUnsupported, 0, "targets lie beside a file: name one with -o"};
  }
  auto targets = games::Targets::make(l, choice);
  if (!targets) return std::move(targets).error();
  TargetFiles files(*targets, targets->names(l));
  if (targets->has_policy()) {
    auto file = TargetOutput<std::int32_t>::create(target_path(tensor_path, "policy"), replace);
    if (!file) return std::move(file).error();
    files.policy_ = *std::move(file);
  }
  if (targets->has_value()) {
    auto file = TargetOutput<float>::create(target_path(tensor_path, "value"), replace,
                                            targets->value_form().width());
    if (!file) return std::move(file).error();
    files.value_ = *std::move(file);
  }
  return files;
}

void TargetFiles::add(const chess::Position& p, chess::Move move, chess::Score score,
                      std::int16_t eval) {
  if (policy_) {
    const std::int32_t index = targets_.policy(p.setup(), move);
    policy_->add(&index);
  }
  if (value_) {
    std::array<float, kMostNumbers> value;
    targets_.value(p.turn(), score, eval, value.data());
    value_->add(value.data());
  }
}

void TargetFiles::add(const hex::Position& p, hex::Move move, std::optional<hex::Color> winner) {
  if (policy_) {
    const std::int32_t index = targets_.policy(p, move);
    policy_->add(&index);
  }
  if (value_) {
    std::array<float, kMostNumbers> value;
    targets_.value(p.turn(), winner, value.data());
    value_->add(value.data());
  }
}

void TargetFiles::add(const std::int32_t* policies, const float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (policy_) policy_->add(policies + i);
    if (value_) value_->add(values + i * targets_.value_form().width());
  }
}

std::vector<io::AtomicFile*> TargetFiles::finish() {
  std::vector<io::AtomicFile*> files;
  if (policy_) files.push_back(&policy_->finish());
  if (value_) files.push_back(&value_->finish());
  return files;
}

}  // namespace intarsia::cli
