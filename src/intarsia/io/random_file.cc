#include "intarsia/io/random_file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/system.h"

namespace intarsia::io {

Result<RandomFile> RandomFile::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    const int reason = errno;
    Error error = internal::system_error(path);
    errno = reason;
    return error;
  }
  struct stat status {};
  const bool is_known = fstat(fd, &status) == 0;
  if (is_known && S_ISREG(status.st_mode)) {
    return RandomFile(path, fd, static_cast<std::uint64_t>(status.st_size));
  }
  const Error error = is_known ? Error{ErrorCode::kIo, 0, path + " is no regular file"}
                               : internal::system_error(path);
  close(fd);
  return error;
}

RandomFile::RandomFile(RandomFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

RandomFile& RandomFile::operator=(RandomFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(size_, other.size_);
  return *this;
}

RandomFile::~RandomFile() {
  if (fd_ >= 0) close(fd_);
}

std::optional<Error> RandomFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t n = pread(fd_, out.data(), out.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return internal::system_error(path_);
    if (n == 0) return Error{ErrorCode::kInvalid, offset, path_ + " ends too early"};
    out = out.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return std::nullopt;
}

void RandomFile::expect(std::uint64_t offset, std::uint64_t bytes) const {
  // Linux reads no more for one call than it would read ahead by itself, 128 KiB where nobody changed
  // that: so a piece for each.
  constexpr std::uint64_t kPiece = std::uint64_t{128} << 10;
  for (; bytes > 0; offset += kPiece, bytes -= std::min(bytes, kPiece)) {
    posix_fadvise(fd_, static_cast<off_t>(offset), static_cast<off_t>(std::min(bytes, kPiece)),
                  POSIX_FADV_WILLNEED);
  }
}

}  // namespace intarsia::io
