#include "intarsia/io/file_kind.h"

#include <cerrno>

#include <sys/stat.h>

#include "intarsia/io/internal/system.h"

namespace intarsia::io {

Result<FileKind> kind_of(const std::string& path) {
  if (path.find('\0') != std::string::npos) return FileKind::kNone;
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    const bool is_none =
        errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG || errno == EINVAL;
    if (is_none) return FileKind::kNone;
    return internal::system_error(path);
  }
  if (S_ISREG(status.st_mode)) return FileKind::kFile;
  return S_ISDIR(status.st_mode) ? FileKind::kFolder : FileKind::kOther;
}

}  // namespace intarsia::io
