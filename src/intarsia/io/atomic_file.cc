#include "intarsia/io/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/internal/system.h"

namespace intarsia::io {

namespace {

using internal::folder_of;
using internal::system_error;

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

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

// A name beside the path that nobody has. It is short: the path's own may be as long as names can be.
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> last = 0;
  std::string name;
  do {
    name = concat({folder_of(path), "/", kTemporaryPrefix, std::to_string(getpid()), "-",
                   std::to_string(++last)});
  } while (access(name.c_str(), F_OK) == 0);  // left by a process of that number that was killed
  return name;
}

// A rename would put a file in the place of a device or a folder, too.
bool is_replaceable(const struct stat& found) {
  return S_ISREG(found.st_mode) || S_ISLNK(found.st_mode);
}

// Why nothing can be written under the path, if it is so.
std::optional<Error> refuse(const std::string& path, bool may_replace) {
  if (path.empty()) return Error{ErrorCode::kNotFound, 0, "no name to write under"};
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) {
    return errno == ENOENT ? std::nullopt : std::optional(system_error(path));
  }
  if (!may_replace) return Error{ErrorCode::kIo, 0, path + " exists; --force replaces it"};
  if (is_replaceable(found)) return std::nullopt;
  return Error{ErrorCode::kIo, 0, path + " is no file that could be replaced"};
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::string& path, bool replace) {
  if (auto error = refuse(path, replace)) return *std::move(error);
  std::string temporary;
  int fd = open_unnamed(path);
  if (fd < 0) {
    temporary = temporary_name(path);
    fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) return system_error(path);
  }
  return AtomicFile(path, std::move(temporary), fd, replace);
}

AtomicFile::AtomicFile(std::string path, std::string temporary, int fd, bool may_replace)
    : path_(std::move(path)),
      temporary_(std::move(temporary)),
      fd_(fd),
      may_replace_(may_replace) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      fd_(std::exchange(other.fd_, -1)),
      folder_fd_(std::exchange(other.folder_fd_, -1)),
      may_replace_(other.may_replace_),
      buffer_(std::move(other.buffer_)),
      old_(std::move(other.old_)),
      error_(std::move(other.error_)) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  drop();
  path_ = std::move(other.path_);
  temporary_ = std::move(other.temporary_);
  fd_ = std::exchange(other.fd_, -1);
  folder_fd_ = std::exchange(other.folder_fd_, -1);
  may_replace_ = other.may_replace_;
  buffer_ = std::move(other.buffer_);
  old_ = std::move(other.old_);
  error_ = std::move(other.error_);
  return *this;
}

AtomicFile::~AtomicFile() { drop(); }

void AtomicFile::drop() {
  if (fd_ < 0) return;
  close(std::exchange(fd_, -1));
  if (folder_fd_ >= 0) close(std::exchange(folder_fd_, -1));
  if (!temporary_.empty()) unlink(temporary_.c_str());
  if (!old_.empty()) unlink(old_.c_str());
}

void AtomicFile::note_failure() {
  if (!error_) error_ = system_error(path_);
}

bool AtomicFile::flush() {
  const bool is_good = internal::write_all(fd_, buffer_);
  buffer_.clear();
  return is_good;
}

void AtomicFile::write(std::string_view text) {
  if (error_) return;
  if (buffer_.size() + text.size() > kBufferBytes && !flush()) return note_failure();
  if (text.size() < kBufferBytes) {
    buffer_ += text;
  } else if (!internal::write_all(fd_, text)) {
    note_failure();
  }
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::rewrite_start(std::string_view text) {
  if (error_) return;
  const bool is_good = flush() && lseek(fd_, 0, SEEK_SET) == 0 && internal::write_all(fd_, text) &&
                       lseek(fd_, 0, SEEK_END) >= 0;
  if (!is_good) note_failure();
}

// Everything but the name itself. A file that may replace another needs one from which it is renamed.
void AtomicFile::prepare() {
  if (error_) return;
  if (!flush() || !internal::sync(fd_)) return note_failure();
  folder_fd_ = open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_fd_ < 0) return note_failure();
  if (!may_replace_ || !temporary_.empty()) return;
  std::string name = temporary_name(path_);
  if (!give_name(fd_, name)) return note_failure();
  temporary_ = std::move(name);
}

// The file that is to be replaced, out of the way, but still there.
bool AtomicFile::put_old_aside() {
  struct stat found {};
  if (lstat(path_.c_str(), &found) != 0) return errno == ENOENT;
  if (!is_replaceable(found)) {
    errno = EEXIST;
    return false;
  }
  std::string name = temporary_name(path_);
  if (rename(path_.c_str(), name.c_str()) != 0) return errno == ENOENT;
  old_ = std::move(name);
  return true;
}

// A file that somebody made meanwhile is not replaced either, unless it may be: a link, unlike a
// rename, fails where there is one.
bool AtomicFile::take_name() {
  if (temporary_.empty()) {
    is_named_ = give_name(fd_, path_);
  } else if (!may_replace_) {
    is_named_ = link(temporary_.c_str(), path_.c_str()) == 0;
  } else {
    is_named_ = rename(temporary_.c_str(), path_.c_str()) == 0;
    if (is_named_) temporary_.clear();
  }
  return is_named_;
}

// As before, as far as the file that it replaced is still there. Where it is not, the new one stays:
// it is whole.
void AtomicFile::take_back_name() {
  const bool has_replaced = may_replace_ && old_.empty();
  if (is_named_ && !has_replaced) unlink(path_.c_str());
  if (old_.empty()) return;
  // A disk that renames no more may still link.
  const bool is_back = rename(old_.c_str(), path_.c_str()) == 0;
  if (!is_back && link(old_.c_str(), path_.c_str()) == 0) unlink(old_.c_str());
  old_.clear();
}

std::optional<Error> AtomicFile::commit_all(std::span<AtomicFile* const> files) {
  std::optional<Error> error;
  const auto for_each = [&](auto step) {
    for (std::size_t i = 0; !error && i < files.size(); ++i) {
      if (!step(*files[i])) error = system_error(files[i]->path_);
    }
  };
  for (AtomicFile* f : files) {
    f->prepare();
    if (!error) error = f->error_;
  }
  // One alone replaces the old one in one step. Of several some could fail: then the old ones come back.
  for (std::size_t i = files.size(); !error && files.size() > 1 && i-- > 0;) {
    AtomicFile& f = *files[i];
    if (f.may_replace_ && !f.put_old_aside()) error = system_error(f.path_);
  }
  for_each([](AtomicFile& f) { return f.take_name(); });
  for_each([](AtomicFile& f) { return internal::sync(f.folder_fd_); });
  for (AtomicFile* f : files) {
    if (error) f->take_back_name();
    f->drop();
  }
  return error;
}

std::optional<Error> AtomicFile::commit() {
  AtomicFile* const alone[] = {this};
  return commit_all(alone);
}

}  // namespace intarsia::io
