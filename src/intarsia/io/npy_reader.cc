#include "intarsia/io/npy_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>

#include "intarsia/base/text.h"

namespace intarsia::io {

namespace {

Error system_error(std::string_view doing) {
  return Error{ErrorCode::kIo, 0, concat({"cannot ", doing, " it: ", std::strerror(errno)})};
}

// The size of a regular file; nothing for pipes and the like.
std::optional<std::uint64_t> size_of(std::FILE* file) {
  struct stat status {};
  if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

void close(std::FILE* file) {
  if (file != nullptr && file != stdin) std::fclose(file);
}

}  // namespace

Result<NpyReader> NpyReader::open(const std::string& path) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return system_error("open");
  std::string start(kMaxNpyHeader, '\0');
  start.resize(std::fread(start.data(), 1, start.size(), file));
  if (std::ferror(file) != 0) {
    const Error error = system_error("read");
    close(file);
    return error;
  }
  auto header = read_npy_header(start, size_of(file));
  if (!header) {
    close(file);
    return std::move(header).error();
  }
  start.erase(0, header->data_offset);
  return NpyReader(file, *std::move(header), std::move(start));
}

NpyReader::NpyReader(NpyReader&& other) noexcept
    : file_(std::exchange(other.file_, nullptr)),
      header_(std::move(other.header_)),
      ahead_(std::move(other.ahead_)),
      at_(other.at_) {}

NpyReader::~NpyReader() { close(file_); }

std::optional<Error> NpyReader::read(std::span<std::byte> out) {
  const std::size_t from_ahead = std::min(out.size(), ahead_.size() - at_);
  std::memcpy(out.data(), ahead_.data() + at_, from_ahead);
  at_ += from_ahead;
  const std::size_t left = out.size() - from_ahead;
  if (left == 0 || std::fread(out.data() + from_ahead, 1, left, file_) == left) {
    return std::nullopt;
  }
  if (std::ferror(file_) != 0) return system_error("read");
  return Error{ErrorCode::kInvalid, 0, "the data ends before the last row of the shape"};
}

}  // namespace intarsia::io
