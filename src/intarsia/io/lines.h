// Lines of a stream of any size, in constant memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::io {

class LineReader {
 public:
  // The stream must outlive it.
  explicit LineReader(InputStream& in) : in_(in), block_(kBlockBytes) {}

  // The next line without its end (LF, CRLF); nothing at the end, and before an error. A line beyond
  // kMaxLineBytes comes cut, with `is_cut` set, and is skipped to its end.
  std::optional<std::string_view> next();
  bool is_cut() const { return is_cut_; }
  std::size_t number() const { return number_; }    // from 1
  std::uint64_t offset() const { return offset_; }  // byte of the stream at which it begins
  const std::optional<Error>& error() const { return error_; }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

  bool refill();
  void append(std::string_view part);

  InputStream& in_;
  std::vector<char> block_;
  std::string_view ahead_;  // of the block
  std::string line_;
  std::size_t number_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t next_ = 0;
  bool is_cut_ = false;
  std::optional<Error> error_;
};

}  // namespace intarsia::io
