#include "intarsia/io/lines.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "intarsia/base/text.h"

namespace intarsia::io {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

Result<File> open_file(const std::string& path) {
  if (path == "-") return File(stdin);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{ErrorCode::kUnsupported, 0, concat({path, " is a folder; name its files"})};
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{ErrorCode::kIo, 0, concat({path, ": ", std::strerror(errno)})};
  return file;
}

std::optional<std::string_view> LineReader::next() {
  line_.clear();
  is_cut_ = false;
  int c = getc_unlocked(file_);
  if (c == EOF) return std::nullopt;
  ++number_;
  offset_ = next_;
  std::uint64_t bytes = 1;  // the line end
  for (; c != EOF && c != '\n'; c = getc_unlocked(file_), ++bytes) {
    if (line_.size() < kMaxLineBytes) {
      line_ += static_cast<char>(c);
    } else {
      is_cut_ = true;
    }
  }
  next_ += bytes;
  std::string_view line = line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  return line;
}

}  // namespace intarsia::io
