#include "apps/cli/status_line.h"

#include <atomic>
#include <cerrno>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

namespace intarsia::cli {

namespace {

std::atomic<bool> is_visible = false;
static_assert(std::atomic<bool>::is_always_lock_free, "read by a signal handler");

constexpr std::string_view kClear = "\r\033[K";

void write_error(std::string_view text) noexcept {
  const int before = errno;
  [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
  errno = before;
}

// Columns of the terminal; 0 where there is none.
std::size_t width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

void show_status(std::string_view text) {
  // A line that reaches the last column may wrap already, and terminals write ^C behind it.
  constexpr std::size_t kRoom = 4;
  if (const std::size_t columns = width(); columns > kRoom) text = text.substr(0, columns - kRoom);
  std::string line(kClear);
  line += text;
  is_visible = true;
  write_error(line);
}

void hide_status() noexcept {
  if (is_visible.exchange(false)) write_error(kClear);
}

StatusPace::StatusPace(std::string_view mode)
    : is_shown_(mode == "always" || mode == "json" ||
                (mode == "auto" && isatty(STDERR_FILENO) != 0)),
      is_json_(mode == "json") {}

double StatusPace::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool StatusPace::is_due(bool is_last) {
  constexpr auto kPause = std::chrono::milliseconds(200);
  const auto now = Clock::now();
  if (!is_shown_ || (now - last_ < kPause && !is_last)) return false;
  last_ = now;
  return true;
}

}  // namespace intarsia::cli
