#include "apps/cli/target_output.h"

#include <type_traits>

#include "intarsia/io/npy.h"

namespace intarsia::cli {

std::string target_path(const std::string& tensor_path, std::string_view target) {
  const std::string_view path = tensor_path;
  const std::string_view stem = path.ends_with(".npy") ? path.substr(0, path.size() - 4) : path;
  return std::string(stem) + "." + std::string(target) + ".npy";
}

template <class Number>
Result<TargetOutput<Number>> TargetOutput<Number>::create(const std::string& path, bool replace,
                                                          std::size_t width) {
  auto file = io::AtomicFile::create(path, replace);
  if (!file) return std::move(file).error();
  TargetOutput output(*std::move(file), width);
  output.file_.write(output.header());
  return output;
}

template <class Number>
std::string TargetOutput<Number>::header() const {
  constexpr std::string_view kType = std::is_floating_point_v<Number> ? "<f4" : "<i4";
  if (width_ == 1) return io::to_npy_header(kType, {count_});
  return io::to_npy_header(kType, {count_, width_});
}

template <class Number>
io::AtomicFile& TargetOutput<Number>::finish() {
  file_.rewrite_start(header());
  return file_;
}

template class TargetOutput<std::int32_t>;
template class TargetOutput<float>;

}  // namespace intarsia::cli
