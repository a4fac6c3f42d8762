#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/system.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

class FileBytes : public ByteSource {
 public:
  FileBytes(std::string path, int fd) : path_(std::move(path)), fd_(fd) {
    if (fd == STDIN_FILENO) take_back_first();
  }
  ~FileBytes() override {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  Result<std::size_t> read(std::span<char> out) override {
    if (first_ != EOF) {
      out[0] = static_cast<char>(std::exchange(first_, EOF));
      return std::size_t{1};
    }
    const ssize_t n = read_some(fd_, out.data(), out.size());
    if (n < 0) return system_error(path_);
    return static_cast<std::size_t>(n);
  }

 private:
  // Somebody may have looked at the first byte of stdin and put it back: then it is not in the file
  // any more. (Stdin must be unbuffered for that, or more is not.)
  void take_back_first() { first_ = std::getc(stdin); }

  std::string path_;
  int fd_;
  int first_ = EOF;
};

}  // namespace

Result<std::unique_ptr<RawInput>> RawInput::open(const std::string& path, const std::string& name) {
  const bool is_stdin = path == "-";
  const int fd = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path);
  struct stat status {};
  if (fstat(fd, &status) != 0 || S_ISDIR(status.st_mode)) {
    errno = S_ISDIR(status.st_mode) ? EISDIR : errno;
    Error error = system_error(path);
    if (!is_stdin) ::close(fd);
    return error;
  }
  std::optional<std::uint64_t> size;
  const off_t at = is_stdin ? lseek(fd, 0, SEEK_CUR) : 0;  // a shell may have read some of it
  if (S_ISREG(status.st_mode) && at >= 0) {
    size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size - at, 0));
  }
  const std::string& shown = name.empty() ? path : name;
  return std::make_unique<RawInput>(shown, std::make_unique<FileBytes>(shown, fd), size);
}

RawInput::RawInput(std::string name, std::unique_ptr<ByteSource> source,
                   std::optional<std::uint64_t> size)
    : name_(std::move(name)), source_(std::move(source)), size_(size), block_(kBlockBytes) {}

void RawInput::take(std::size_t bytes) {
  at_ += bytes;
  taken_ += bytes;
}

std::optional<Error> RawInput::fill(std::size_t wanted) {
  while (end_ - at_ < wanted) {
    std::memmove(block_.data(), block_.data() + at_, end_ - at_);
    end_ -= std::exchange(at_, 0);
    const auto n = receive({block_.data() + end_, block_.size() - end_});
    if (!n) return n.error();
    if (*n == 0) break;
    end_ += *n;
  }
  return std::nullopt;
}

Result<std::size_t> RawInput::read_direct(std::span<char> out) {
  auto n = receive(out);
  if (n) taken_ += *n;
  return n;
}

// Files may grow while they are read. What was there when they were opened must come.
Result<std::size_t> RawInput::receive(std::span<char> out) {
  auto n = source_->read(out);
  if (!n) return n;
  received_ += *n;
  if (*n == 0 && size_ && received_ < *size_) {
    return Error{ErrorCode::kInvalid, received_,
                 concat({name_, ": the file was cut to ", std::to_string(received_),
                         " bytes while it was read"})};
  }
  return n;
}

Error RawInput::fail(ErrorCode code, std::string_view what) const {
  return Error{code, taken_, concat({name_, ": ", what, " at byte ", std::to_string(taken_)})};
}

}  // namespace intarsia::io::internal
