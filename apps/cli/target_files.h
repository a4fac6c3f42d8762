// The policy and value targets of positions, written beside their planes.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/target_output.h"
#include "intarsia/games/targets.h"
#include "intarsia/layout/layout.h"

namespace intarsia::cli {

class TargetFiles {
 public:
  // OUT.policy.npy and OUT.value.npy beside `tensor_path`, for each target that is chosen.
  static Result<TargetFiles> create(const layout::TargetChoice& choice, const layout::Layout& l,
                                    const std::string& tensor_path, bool replace);

  // The targets in the words of a passport.
  const layout::TargetChoice& names() const { return names_; }

  // The targets of records that were checked.
  [[nodiscard]] std::optional<Error> add(std::span<const layout::RecordMoment> records);

  // Targets that are ready, of `count` positions: those that targets() has.
  const games::Targets& targets() const { return targets_; }
  void add(const std::int32_t* policies, const float* values, std::size_t count);

  // The files, complete but for their names: they are committed with the tensor.
  std::vector<io::AtomicFile*> finish();

 private:
  TargetFiles(const games::Targets& targets, layout::TargetChoice names)
      : targets_(targets), names_(std::move(names)) {}

  games::Targets targets_;
  layout::TargetChoice names_;
  std::optional<TargetOutput<std::int32_t>> policy_;
  std::optional<TargetOutput<float>> value_;
  std::vector<std::int32_t> policies_;
  std::vector<float> values_;
};

}  // namespace intarsia::cli
