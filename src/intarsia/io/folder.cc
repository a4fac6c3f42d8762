#include "intarsia/io/folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/system.h"

namespace intarsia::io {

namespace {

constexpr mode_t kFileMode = 0666;
constexpr mode_t kFolderMode = 0777;

// Beginning with a dot, so that no reader of ours and no glob takes it for a finished file.
std::string temporary_name(const std::string& name) { return concat({kTemporaryPrefix, name}); }

// Makes a folder and those above it that are not there. The name of each is made safe in the one above:
// else a crash could take the folder away with all that was synced in it.
std::optional<Error> make_folders(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  std::vector<std::string> missing;
  for (std::string at = path; access(at.c_str(), F_OK) != 0; at = internal::folder_of(at)) {
    const bool has_none_above = at == internal::folder_of(at);
    if (errno != ENOENT || has_none_above) return internal::system_error(at);
    missing.push_back(at);
  }
  for (; !missing.empty(); missing.pop_back()) {
    const std::string& folder = missing.back();
    if (mkdir(folder.c_str(), kFolderMode) != 0 && errno != EEXIST) {
      return internal::system_error(folder);
    }
    const std::string above = internal::folder_of(folder);
    if (!internal::sync_folder(above)) return internal::system_error(folder);
  }
  return std::nullopt;
}

}  // namespace

Result<Folder> Folder::open(const std::string& path, Fault fault, Lock kind) {
  if (path.empty()) return Error{ErrorCode::kNotFound, 0, "no name of a folder"};
  if (auto error = make_folders(path)) return *std::move(error);
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return Error{ErrorCode::kIo, 0, concat({path, ": ", std::strerror(errno)})};
  Folder folder(path, fd, std::move(fault));
  if (auto error = lock(fd, path, kind)) return *std::move(error);
  return folder;
}

Result<Folder> Folder::inside(const std::string& name, Lock kind) const {
  const bool is_new = may("mkdir") && mkdirat(fd_, name.c_str(), kFolderMode) == 0;
  if (!is_new && errno != EEXIST) return failure(name);
  if (is_new && !sync_names()) return failure(name);
  const int fd = openat(fd_, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return failure(name);
  Folder folder(concat({path_, "/", name}), fd, fault_);
  if (auto error = lock(fd, folder.path_, kind)) return *std::move(error);
  return folder;
}

std::optional<Error> Folder::lock(int fd, const std::string& path, Lock kind) {
  const int how =
      kind == Lock::kAwaited ? LOCK_EX : (kind == Lock::kAlone ? LOCK_EX : LOCK_SH) | LOCK_NB;
  while (flock(fd, how) != 0) {
    if (errno == EINTR) continue;
    return Error{
        ErrorCode::kIo, 0,
        concat({path, ": ",
                errno == EWOULDBLOCK ? kIsLocked : std::string_view(std::strerror(errno))})};
  }
  return std::nullopt;
}

Folder::Folder(Folder&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      fault_(std::move(other.fault_)),
      asking_(std::move(other.asking_)) {}

Folder::~Folder() {
  if (fd_ >= 0) close(fd_);
}

bool Folder::may(std::string_view call) const {
  if (!fault_) return true;
  const std::lock_guard lock(*asking_);
  const int answer = fault_(call);
  if (answer != 0) errno = answer;
  return answer == 0;
}

Error Folder::failure(std::string_view name) const {
  return Error{ErrorCode::kIo, 0, concat({path_, "/", name, ": ", std::strerror(errno)})};
}

// What is left of a killed run under the temporary name goes first: a new file is nobody's link.
int Folder::create(const std::string& name) const {
  unlinkat(fd_, name.c_str(), 0);
  if (!may("open")) return -1;
  return openat(fd_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode);
}

bool Folder::write_all(int fd, std::string_view bytes) const {
  return may("write") && internal::write_all(fd, bytes);
}

bool Folder::write_parts(const std::string& name,
                         std::initializer_list<std::string_view> parts) const {
  const int fd = create(name);
  if (fd < 0) return false;
  bool is_good = true;
  for (std::string_view part : parts) is_good = is_good && write_all(fd, part);
  is_good = is_good && may("fsync") && internal::sync(fd);
  const int reason = errno;
  const bool is_closed = close(fd) == 0;
  if (!is_good) errno = reason;
  return is_good && is_closed;
}

bool Folder::sync_names() const { return may("fsync") && internal::sync(fd_); }

std::optional<Error> Folder::sync() const {
  if (sync_names()) return std::nullopt;
  return failure("");
}

std::optional<Error> Folder::put(const std::string& name,
                                 std::initializer_list<std::string_view> parts, Names names) const {
  const std::string temporary = temporary_name(name);
  if (write_parts(temporary, parts) && may("rename") &&
      renameat(fd_, temporary.c_str(), fd_, name.c_str()) == 0 &&
      (names == Names::kSafeLater || sync_names())) {
    return std::nullopt;
  }
  const Error error = failure(name);
  unlinkat(fd_, temporary.c_str(), 0);
  return error;
}

std::optional<Error> Folder::remove(const std::string& name) const {
  if (may("unlink") && (unlinkat(fd_, name.c_str(), 0) == 0 || errno == ENOENT)) {
    return std::nullopt;
  }
  return failure(name);
}

std::optional<Error> Folder::remove_folder(const std::string& name, IsOurs is_ours) const {
  const int fd = openat(fd_, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return std::nullopt;
  if (fd < 0) return failure(name);
  const Folder folder(concat({path_, "/", name}), fd, fault_);
  const auto names = folder.names();
  if (!names) return names.error();
  for (const std::string& inner : *names) {
    if (!is_ours(inner)) continue;
    if (auto error = folder.remove(inner)) return error;
  }
  if (may("unlink") && unlinkat(fd_, name.c_str(), AT_REMOVEDIR) == 0) return std::nullopt;
  return failure(name);
}

std::optional<Error> Folder::rename(const std::string& from, const std::string& to) const {
  const bool is_done =
      may("rename") && renameat(fd_, from.c_str(), fd_, to.c_str()) == 0 && sync_names();
  return is_done ? std::nullopt : std::optional(failure(to));
}

std::optional<Error> Folder::exchange(const std::string& a, const std::string& b) const {
  const bool is_done = may("rename") &&
                       renameat2(fd_, a.c_str(), fd_, b.c_str(), RENAME_EXCHANGE) == 0 &&
                       sync_names();
  return is_done ? std::nullopt : std::optional(failure(b));
}

// Not by std::filesystem, whose iterator ends the program when memory runs out.
Result<std::vector<std::string>> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
  if (!open) return internal::system_error(folder);
  std::vector<std::string> found;
  while (true) {
    errno = 0;
    const dirent* const entry = readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") found.emplace_back(name);
  }
  if (errno != 0) return internal::system_error(folder);
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::vector<std::string>> Folder::names() const { return names_in(path_); }

Result<bool> Folder::has(const std::string& name) const {
  struct stat status {};
  if (fstatat(fd_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) return true;
  if (errno == ENOENT) return false;
  return failure(name);
}

Result<LogFile> LogFile::open(const Folder& folder, std::string name, std::uint64_t keep) {
  const int fd = folder.may("open")
                     ? openat(folder.fd_, name.c_str(),
                              O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, kFileMode)
                     : -1;
  if (fd < 0) return folder.failure(name);
  LogFile file(folder, std::move(name), fd);
  struct stat status {};
  if (fstat(fd, &status) != 0) return folder.failure(file.name_);
  if (static_cast<std::uint64_t>(status.st_size) < keep) {
    return Error{ErrorCode::kInvalid, 0, concat({folder.path(), "/", file.name_, " was cut"})};
  }
  if (!folder.may("ftruncate") || ftruncate(fd, static_cast<off_t>(keep)) != 0) {
    return folder.failure(file.name_);
  }
  return file;
}

LogFile::LogFile(LogFile&& other) noexcept
    : folder_(other.folder_), name_(std::move(other.name_)), fd_(std::exchange(other.fd_, -1)) {}

LogFile::~LogFile() {
  if (fd_ >= 0) close(fd_);
}

std::optional<Error> LogFile::append(std::string_view bytes) {
  if (folder_->write_all(fd_, bytes)) return std::nullopt;
  return folder_->failure(name_);
}

std::optional<Error> LogFile::sync() const {
  if (folder_->may("fsync") && internal::sync(fd_)) return std::nullopt;
  return folder_->failure(name_);
}

}  // namespace intarsia::io
