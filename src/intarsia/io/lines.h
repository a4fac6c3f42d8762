// Lines of a file of any size, in constant memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::io {

inline constexpr std::size_t kMaxLineBytes = 1 << 20;

struct CloseFile {
  void operator()(std::FILE* f) const {
    if (f != stdin) std::fclose(f);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// A file to read from; "-" is standard input. Folders are refused.
Result<File> open_file(const std::string& path);

class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) {}

  // The next line without its end (LF, CRLF); nothing at the end of the file. A line beyond
  // kMaxLineBytes comes cut, with `is_cut` set, and is skipped to its end.
  std::optional<std::string_view> next();
  bool is_cut() const { return is_cut_; }
  std::size_t number() const { return number_; }    // from 1
  std::uint64_t offset() const { return offset_; }  // byte of the file at which it begins
  bool has_failed() const { return std::ferror(file_) != 0; }

 private:
  std::FILE* file_;
  std::string line_;
  std::size_t number_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t next_ = 0;
  bool is_cut_ = false;
};

}  // namespace intarsia::io
