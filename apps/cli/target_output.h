// A one-dimensional .npy file that grows by one number a position: policies, values.

#pragma once

#include <cstdint>
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
  static Result<TargetOutput> create(const std::string& path, bool replace);

  void add(Number value) {
    file_.write(std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
    ++count_;
  }

  [[nodiscard]] std::optional<Error> finish();

 private:
  explicit TargetOutput(io::AtomicFile file) : file_(std::move(file)) {}

  io::AtomicFile file_;
  std::uint64_t count_ = 0;
};

extern template class TargetOutput<std::int32_t>;
extern template class TargetOutput<float>;

}  // namespace intarsia::cli
