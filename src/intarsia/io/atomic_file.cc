#include "intarsia/io/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/folder.h"

namespace intarsia::io {

namespace {

Error failure(const std::string& path) {
  const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
  return Error{code, 0, path + ": " + std::strerror(errno)};
}

std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

// Makes the rename itself survive a crash.
void sync_folder(const std::string& path) {
  const int fd = open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

// A file without a name goes away with the process, however that ends. Not every file system has them,
// and their names are given through /proc.
int open_unnamed(const std::string& path) {
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(folder_of(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

bool give_name(int fd, const std::string& name) {
  const std::string from = "/proc/self/fd/" + std::to_string(fd);
  return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
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
  std::string temporary;
  int fd = open_unnamed(path);
  if (fd < 0) {
    temporary = concat({path, kTemporaryPrefix, "XXXXXX"});
    fd = mkostemp(temporary.data(), O_CLOEXEC);
    if (fd < 0) return failure(path);
    fchmod(fd, 0666 & ~current_umask());
  }
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
  if (!temporary_.empty()) unlink(temporary_.c_str());
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
  if (temporary_.empty()) {
    if (!may_replace_) return give_name(fileno(file_), path_);
    temporary_ = concat({path_, kTemporaryPrefix, std::to_string(getpid())});
    unlink(temporary_.c_str());  // left by a process of that number that was killed just here
    if (!give_name(fileno(file_), temporary_)) return false;
  }
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
