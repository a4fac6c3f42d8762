#include "intarsia/io/logical_name.h"

#include <algorithm>
#include <filesystem>

#include "intarsia/base/text.h"

namespace intarsia::io {

namespace {

namespace fs = std::filesystem;

Error refused(std::string_view name, std::string_view why) {
  return Error{ErrorCode::kInvalid, 0, concat({in_quotes(name), " is no name of a source: ", why})};
}

}  // namespace

Result<std::string> logical_name(const std::string& path, const std::string& root) {
  std::error_code problem;
  const fs::path base = fs::absolute(root.empty() ? "." : root, problem).lexically_normal();
  const fs::path full = fs::absolute(path, problem).lexically_normal();
  const std::string name = full.lexically_relative(base / "").generic_string();
  const bool is_below = !name.empty() && name != "." && name != ".." && !name.starts_with("../");
  if (problem || !is_below) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({path, " does not lie below the root of the sources, ",
                         root.empty() ? "this folder" : root, ": --root names it"})};
  }
  if (auto error = refuse_logical_name(name)) return *std::move(error);
  return name;
}

std::optional<Error> refuse_logical_name(std::string_view name) {
  if (name.empty()) return refused(name, "it is empty");
  if (name.front() == '/') return refused(name, "it does not begin at the root");
  if (name.find('\0') != std::string_view::npos) return refused(name, "it has a zero byte");
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view step = name.substr(at, end - at);
    if (step.empty() || step == "." || step == "..") return refused(name, "a step that is no name");
    at = end + 1;
  }
  return std::nullopt;
}

std::string path_below(const std::string& root, std::string_view name) {
  if (root.empty() || root == ".") return std::string(name);
  return concat({root, root.ends_with('/') ? "" : "/", name});
}

}  // namespace intarsia::io
