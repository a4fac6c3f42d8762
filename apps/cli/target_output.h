// A .npy file that grows by one or a few numbers a position: policies, values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/io/atomic_file.h"

namespace intarsia::cli {

// OUT.npy and "policy" -> OUT.policy.npy
std::string target_path(const std::string& tensor_path, std::string_view target);

template <class Number>
class TargetOutput {
 public:
  // `width` numbers a position.
  static Result<TargetOutput> create(const std::string& path, bool replace, std::size_t width = 1);

  void add(const Number* values) {
    file_.write(std::as_bytes(std::span(values, width_)));
    ++count_;
  }

  // The file, complete but for its name.
  io::AtomicFile& finish();

 private:
  TargetOutput(io::AtomicFile file, std::size_t width) : file_(std::move(file)), width_(width) {}

  std::string header() const;

  io::AtomicFile file_;
  std::size_t width_;
  std::uint64_t count_ = 0;
};

extern template class TargetOutput<std::int32_t>;
extern template class TargetOutput<float>;

}  // namespace intarsia::cli
