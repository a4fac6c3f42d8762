#include "intarsia/io/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace intarsia::io {

namespace {

Error failure(const std::string& path) {
  const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
  return Error{code, 0, path + ": " + std::strerror(errno)};
}

// Makes the rename itself survive a crash.
void sync_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int fd = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

// What a plain open() would leave out of the new file's permissions.
mode_t current_umask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::string& path, bool replace) {
  if (path.empty()) return Error{ErrorCode::kNotFound, 0, "no name to write under"};
  std::error_code ignored;
  const auto found = std::filesystem::symlink_status(path, ignored);
  if (std::filesystem::exists(found)) {
    if (!replace) return Error{ErrorCode::kIo, 0, path + " exists; --force replaces it"};
    // A rename would put a file in the place of a device or a folder.
    if (!std::filesystem::is_regular_file(found) && !std::filesystem::is_symlink(found)) {
      return Error{ErrorCode::kIo, 0, path + " is no file that could be replaced"};
    }
  }
  std::string temporary = path + ".tmp-XXXXXX";
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return failure(path);
  fchmod(fd, 0666 & ~current_umask());
  std::FILE* file = fdopen(fd, "wb");
  if (file == nullptr) return failure(path);
  return AtomicFile(path, std::move(temporary), file, replace);
}

AtomicFile::AtomicFile(std::string path, std::string temporary, std::FILE* file, bool may_replace)
    : path_(std::move(path)),
      temporary_(std::move(temporary)),
      file_(file),
      may_replace_(may_replace) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      file_(std::exchange(other.file_, nullptr)),
      may_replace_(other.may_replace_),
      error_(std::move(other.error_)) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  drop();
  path_ = std::move(other.path_);
  temporary_ = std::move(other.temporary_);
  file_ = std::exchange(other.file_, nullptr);
  may_replace_ = other.may_replace_;
  error_ = std::move(other.error_);
  return *this;
}

AtomicFile::~AtomicFile() { drop(); }

void AtomicFile::drop() {
  if (file_ == nullptr) return;
  std::fclose(std::exchange(file_, nullptr));
  unlink(temporary_.c_str());
}

void AtomicFile::note_failure() {
  if (!error_) error_ = failure(path_);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) note_failure();
}

void AtomicFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void AtomicFile::rewrite_start(std::string_view text) {
  if (std::fseek(file_, 0, SEEK_SET) != 0) note_failure();
  write(text);
  if (std::fseek(file_, 0, SEEK_END) != 0) note_failure();
}

// A file that somebody made meanwhile is not replaced either, unless it may be: a link, unlike a
// rename, fails where there is one.
bool AtomicFile::take_name() {
  if (may_replace_) return std::rename(temporary_.c_str(), path_.c_str()) == 0;
  return link(temporary_.c_str(), path_.c_str()) == 0 && unlink(temporary_.c_str()) == 0;
}

std::optional<Error> AtomicFile::commit() {
  if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) note_failure();
  if (!error_ && !take_name()) note_failure();
  if (error_) {
    drop();
    return error_;
  }
  std::fclose(std::exchange(file_, nullptr));
  sync_folder(path_);
  return std::nullopt;
}

}  // namespace intarsia::io
