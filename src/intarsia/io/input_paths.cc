#include "intarsia/io/input_paths.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <sys/stat.h>

#include "intarsia/base/text.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/lines.h"

namespace intarsia::io {

namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

class Finder {
 public:
  [[nodiscard]] std::optional<Error> add_argument(const std::string& argument) {
    const auto kind = kind_of(argument);
    if (!kind) return kind.error();
    const bool is_list = argument.starts_with('@') && *kind == FileKind::kNone;
    return is_list ? add_list(argument.substr(1)) : add(argument, *kind);
  }

  InputPaths take() { return std::move(found_); }

 private:
  std::optional<Error> add(const std::string& path, FileKind kind) {
    if (kind == FileKind::kFolder) return add_folder(path);
    add_file(path, /*is_named=*/true);
    return std::nullopt;
  }

  std::optional<Error> add_list(const std::string& path) {
    auto in = InputStream::open(path);
    if (!in) return in.error();
    LineReader lines(*in);
    while (const auto line = lines.next()) {
      if (is_comment(*line)) continue;
      const std::string name(trimmed(*line));
      const auto kind = kind_of(name);
      if (!kind) return kind.error();
      if (*kind == FileKind::kNone) {
        return Error{
            ErrorCode::kNotFound, lines.offset(),
            concat({path, ":", std::to_string(lines.number()), ": no file ", in_quotes(name)})};
      }
      if (auto error = add(name, *kind)) return error;
    }
    return lines.error();
  }

  // Links to folders are not followed: they may lead in circles.
  std::optional<Error> add_folder(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code problem;
    fs::recursive_directory_iterator it(folder, problem);
    for (; !problem && it != fs::recursive_directory_iterator(); it.increment(problem)) {
      if (is_hidden(it->path())) {
        it.disable_recursion_pending();
      } else if (it->is_regular_file(problem)) {
        files.push_back(it->path().string());
      } else if (!it->is_directory(problem) || it->is_symlink(problem)) {
        found_.skipped.push_back(concat({it->path().string(), " (no file)"}));
        problem.clear();  // of a link to nowhere
      }
    }
    if (problem) {
      return Error{ErrorCode::kIo, 0, concat({folder, ": ", problem.message()})};
    }
    if (files.empty()) {
      return Error{ErrorCode::kNotFound, 0, concat({folder, " is a folder without files"})};
    }
    std::sort(files.begin(), files.end());
    for (std::string& file : files) add_file(std::move(file), /*is_named=*/false);
    return std::nullopt;
  }

  void add_file(std::string path, bool is_named) {
    struct stat status {};
    const bool is_file = stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (is_file && !seen_.emplace(status.st_dev, status.st_ino).second) {
      found_.twice.push_back(path);
    }
    found_.paths.push_back({std::move(path), is_named});
  }

  InputPaths found_;
  std::set<std::pair<dev_t, ino_t>> seen_;
};

}  // namespace

Result<InputPaths> find_inputs(std::span<const std::string> arguments) {
  Finder finder;
  for (const std::string& argument : arguments) {
    if (auto error = finder.add_argument(argument)) return *std::move(error);
  }
  return finder.take();
}

}  // namespace intarsia::io
