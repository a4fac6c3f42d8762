#include "intarsia/io/lines.h"

#include "intarsia/base/text.h"

namespace intarsia::io {

bool LineReader::refill() {
  const auto n = in_.read_some(block_);
  if (!n) error_ = n.error();
  ahead_ = {block_.data(), n ? *n : 0};
  return !ahead_.empty();
}

void LineReader::append(std::string_view part) {
  const std::size_t room = kMaxLineBytes - line_.size();
  line_ += part.substr(0, room);
  is_cut_ |= part.size() > room;
  next_ += part.size();
}

std::optional<std::string_view> LineReader::next() {
  line_.clear();
  is_cut_ = false;
  if (ahead_.empty() && !refill()) return std::nullopt;
  ++number_;
  offset_ = next_;
  while (true) {
    const std::size_t end = ahead_.find('\n');
    append(ahead_.substr(0, end));
    if (end != std::string_view::npos) {
      ahead_.remove_prefix(end + 1);
      ++next_;
      break;
    }
    if (!refill()) break;
  }
  std::string_view line = line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return number_ == 1 ? without_byte_order_mark(line) : line;
}

}  // namespace intarsia::io
