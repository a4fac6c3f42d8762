// Data sets as input of `encode`: blocks of records, encoded on all cores, in the order of the set.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/target_files.h"
#include "apps/cli/tensor_output.h"
#include "intarsia/base/result.h"
#include "intarsia/data/set.h"

namespace intarsia::cli {

class SetInput {
 public:
  // The records of a split (empty: all) that fit the layout's game and board.
  static Result<SetInput> open(const std::string& folder, const std::string& split,
                               const layout::Layout& l);
  // Why its records cannot be shown in the layout.
  std::optional<Error> refuse(const layout::Layout& l) const;
  // The sizes of boards in it; none if its game has one.
  static Result<std::vector<int>> sizes(const std::string& folder);

  const data::Set& set() const { return *set_; }
  std::uint64_t count() const { return set_->size(); }

  // All records into the files; `progress` is called with how many are done.
  [[nodiscard]] std::optional<Error> encode(const layout::Plan& plan, unsigned threads,
                                            TensorOutput& output, TargetFiles& targets,
                                            const std::function<void(std::uint64_t)>& progress);

 private:
  using Tell = std::function<void(std::uint64_t)>;

  // The same as bits, on one thread.
  std::optional<Error> stack(const layout::Plan& plan, TensorOutput& output, TargetFiles& targets,
                             const Tell& progress);

  explicit SetInput(std::unique_ptr<data::Set> set) : set_(std::move(set)) {}

  std::unique_ptr<data::Set> set_;
};

}  // namespace intarsia::cli
