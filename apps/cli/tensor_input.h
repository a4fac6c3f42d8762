// Tensor files as input: the array, its layout, its rows.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/layout_choice.h"
#include "intarsia/io/npy.h"

namespace intarsia::cli {

// OUT.npy -> OUT.layout.json
std::string passport_path(const std::string& tensor_path);

// Whether the file begins as a .npy file does.
bool is_tensor_file(const std::string& path);

class TensorInput {
 public:
  // The layout is that of the passport beside the file. `choice` says it where there is none; where
  // both speak they must agree.
  static Result<TensorInput> open(const std::string& path, const LayoutChoice& choice);

  const layout::Plan& plan() const { return plan_; }
  std::uint64_t count() const { return count_; }

  // The next tensor; the number of rows must not be passed.
  Result<const std::byte*> next();
  // Where the tensor that `next` answered last begins in the file.
  std::uint64_t offset() const { return offset_; }

 private:
  TensorInput(io::NpyReader reader, layout::Plan plan, std::uint64_t count)
      : reader_(std::move(reader)), plan_(std::move(plan)), count_(count), row_(plan_.bytes()) {}

  io::NpyReader reader_;
  layout::Plan plan_;
  std::uint64_t count_;
  std::uint64_t offset_ = 0;
  std::uint64_t read_ = 0;
  std::vector<std::byte> row_;
};

}  // namespace intarsia::cli
