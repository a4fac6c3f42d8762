#include "apps/cli/target_files.h"

namespace intarsia::cli {

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

std::optional<Error> TargetFiles::add(std::span<const layout::RecordMoment> records) {
  policies_.resize(policy_ ? records.size() : 0);
  values_.resize(value_ ? records.size() * targets_.value_form().width() : 0);
  const games::TargetRows rows{.policy = policy_ ? policies_.data() : nullptr,
                               .value = value_ ? values_.data() : nullptr};
  if (auto error = targets_.fill(records, rows)) return error;
  add(policies_.data(), values_.data(), records.size());
  return std::nullopt;
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
