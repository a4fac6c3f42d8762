#include "apps/cli/target_output.h"

#include <type_traits>

#include "intarsia/io/npy.h"

namespace intarsia::cli {

namespace {

template <class Number>
std::string header(std::uint64_t count) {
  constexpr std::string_view kType = std::is_floating_point_v<Number> ? "<f4" : "<i4";
  return io::to_npy_header(kType, {count});
}

}  // namespace

std::string target_path(const std::string& tensor_path, std::string_view target) {
  const std::string_view path = tensor_path;
  const std::string_view stem = path.ends_with(".npy") ? path.substr(0, path.size() - 4) : path;
  return std::string(stem) + "." + std::string(target) + ".npy";
}

template <class Number>
Result<TargetOutput<Number>> TargetOutput<Number>::create(const std::string& path, bool replace) {
  auto file = io::AtomicFile::create(path, replace);
  if (!file) return std::move(file).error();
  file->write(header<Number>(0));
  return TargetOutput(*std::move(file));
}

template <class Number>
std::optional<Error> TargetOutput<Number>::finish() {
  file_.rewrite_start(header<Number>(count_));
  return file_.commit();
}

template class TargetOutput<std::int32_t>;
template class TargetOutput<float>;

}  // namespace intarsia::cli
