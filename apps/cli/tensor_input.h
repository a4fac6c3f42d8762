// Tensor files as input: the array, its layout, its rows.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/layout_choice.h"
#include "intarsia/io/npy_reader.h"
#include "intarsia/layout/layer_expander.h"

namespace intarsia::cli {

// OUT.npy -> OUT.layout.json, and so for the two arrays of bits: OUT.masks.npy, OUT.values.npy.
std::string passport_path(const std::string& tensor_path);

// OUT.npy, or either of them -> OUT.masks.npy or OUT.values.npy.
std::string bits_path(const std::string& tensor_path, std::string_view array);

// The error with the name of its file.
Error about(const std::string& path, Error e);

class TensorInput {
 public:
  // The layout is that of the passport beside the file. `choice` says it where there is none; where
  // both speak they must agree, and `flag` is how the caller says it. Bits are expanded to float32.
  static Result<TensorInput> open(const std::string& path, const LayoutChoice& choice,
                                  std::string_view flag = "--layout");

  const layout::Plan& plan() const { return plan_; }
  std::uint64_t count() const { return count_; }

  // The next tensor; the number of rows must not be passed.
  Result<const std::byte*> next();
  // Where the tensor that `next` answered last begins in the file.
  std::uint64_t offset() const { return offset_; }

 private:
  // The other array of layers (the first is the reader's), and what expands a row of them.
  struct Bits {
    io::NpyReader values;
    layout::LayerExpander expander;
    std::vector<std::uint64_t> mask_row;
    std::vector<float> value_row;
  };

  TensorInput(io::NpyReader reader, layout::Plan plan, std::uint64_t count)
      : reader_(std::move(reader)), plan_(std::move(plan)), count_(count), row_(plan_.bytes()) {}

  static Result<TensorInput> open_bits(const std::string& path, layout::Plan plan);
  [[nodiscard]] std::optional<Error> read_bits();

  io::NpyReader reader_;
  layout::Plan plan_;
  std::uint64_t count_;
  std::uint64_t offset_ = 0;
  std::uint64_t read_ = 0;
  std::vector<std::byte> row_;
  std::unique_ptr<Bits> bits_;
};

}  // namespace intarsia::cli
