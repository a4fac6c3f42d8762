#include "intarsia/io/open_files.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include <sys/resource.h>

#include "intarsia/base/text.h"

namespace intarsia::io {

std::size_t OpenFiles::usual_limit() {
  struct rlimit limit {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMaxOpen;
  return std::clamp<std::size_t>(limit.rlim_cur / 4, 1, kMaxOpen);
}

std::size_t OpenFiles::add(std::string path) {
  const std::lock_guard lock(mutex_);
  files_.push_back({.path = std::move(path)});
  return files_.size() - 1;
}

Result<std::shared_ptr<const RandomFile>> OpenFiles::get(std::size_t id) {
  const std::lock_guard lock(mutex_);
  File& file = files_[id];
  if (file.open) {
    by_use_.splice(by_use_.begin(), by_use_, file.used);
    return file.open;
  }
  if (by_use_.size() >= most_) close_oldest();
  auto opened = RandomFile::open(file.path);
  while (!opened && (errno == EMFILE || errno == ENFILE) && !by_use_.empty()) {
    close_oldest();
    opened = RandomFile::open(file.path);
  }
  if (!opened) return opened.error();
  if (file.size && *file.size != opened->size()) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({file.path, " has changed its size since it was opened"})};
  }
  file.size = opened->size();
  file.open = std::make_shared<const RandomFile>(*std::move(opened));
  by_use_.push_front(id);
  file.used = by_use_.begin();
  return file.open;
}

void OpenFiles::close_oldest() {
  files_[by_use_.back()].open.reset();
  by_use_.pop_back();
}

std::size_t OpenFiles::open_count() const {
  const std::lock_guard lock(mutex_);
  return by_use_.size();
}

}  // namespace intarsia::io
