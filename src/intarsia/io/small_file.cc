#include "intarsia/io/small_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "intarsia/base/text.h"

namespace intarsia::io {

Result<std::string> read_small_file(const std::string& path, std::size_t most_bytes) {
  const auto failed = [&path] {
    return Error{ErrorCode::kIo, 0, concat({"cannot read ", path, ": ", std::strerror(errno)})};
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (!file) return failed();
  std::string text(most_bytes + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) return failed();
  if (text.size() > most_bytes) {
    return Error{ErrorCode::kLimit, most_bytes,
                 concat({path, " has more than ", std::to_string(most_bytes), " bytes"})};
  }
  return text;
}

}  // namespace intarsia::io
