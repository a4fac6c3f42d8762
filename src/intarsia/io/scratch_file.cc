#include "intarsia/io/scratch_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/internal/system.h"

namespace intarsia::io {

namespace {

constexpr mode_t kFileMode = 0600;

// Not every file system makes files without a name: there it is taken away at once.
int open_named(const std::string& folder) {
  std::string path = concat({folder, "/", kTemporaryPrefix, "scratch-XXXXXX"});
  const int fd = mkostemp(path.data(), O_CLOEXEC);
  if (fd >= 0) unlink(path.c_str());
  return fd;
}

}  // namespace

Result<ScratchFile> ScratchFile::open(const std::string& folder) {
  int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kFileMode);
  if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    fd = open_named(folder);
  }
  ScratchFile file(folder, fd);
  if (fd < 0) return file.failure();
  return file;
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(std::exchange(other.size_, 0)) {}

ScratchFile::~ScratchFile() {
  if (fd_ >= 0) close(fd_);
}

Error ScratchFile::failure() const {
  return Error{ErrorCode::kIo, 0,
               concat({folder_, ": a file for sorting: ", std::strerror(errno)})};
}

Result<std::uint64_t> ScratchFile::append(std::span<const std::byte> bytes) {
  if (!internal::write_all(fd_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})) {
    return failure();
  }
  return std::exchange(size_, size_ + bytes.size());
}

std::optional<Error> ScratchFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t n = pread(fd_, out.data(), out.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      if (n == 0) errno = EIO;  // what was written must be there
      return failure();
    }
    out = out.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return std::nullopt;
}

}  // namespace intarsia::io
