#include "intarsia/io/internal/system.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "intarsia/base/text.h"

namespace intarsia::io::internal {

Error system_error(std::string_view path) {
  const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
  return Error{code, 0, concat({path, ": ", std::strerror(errno)})};
}

ssize_t read_some(int fd, char* out, std::size_t size) {
  while (true) {
    const ssize_t n = ::read(fd, out, size);
    if (n >= 0 || errno != EINTR) return n;
  }
}

// In pieces: for larger ones Linux takes long runs of free memory, which a virtual machine may have handed
// back to its host, and waits for every one of them (32 MiB at once: 75 ms instead of 6).
bool write_all(int fd, std::string_view bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), std::min(bytes.size(), kPiece));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool sync(int fd) {
  while (fsync(fd) != 0) {
    if (errno != EINTR) return errno == EINVAL;
  }
  return true;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

bool sync_folder(const std::string& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_safe = sync(fd);
  const int reason = errno;
  close(fd);
  errno = reason;
  return is_safe;
}

}  // namespace intarsia::io::internal
