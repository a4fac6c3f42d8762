#include "intarsia/graph/internal/run_file.h"

#include <algorithm>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/graph/node_bytes.h"

namespace intarsia::graph::internal {

namespace {

constexpr std::size_t kWrittenBytes = std::size_t{1} << 20;  // at once
constexpr std::size_t kReadBytes = std::size_t{128} << 10;   // at once, of each run

}  // namespace

Result<RunWriter> RunWriter::open(const io::Folder& folder, std::string name) {
  auto file = io::LogFile::open(folder, name, 0);
  if (!file) return file.error();
  return RunWriter(std::move(name), *std::move(file));
}

void RunWriter::begin(std::uint32_t shard) {
  for (; begun_ <= shard; ++begun_) run_.first[begun_] = bytes_;
}

std::optional<Error> RunWriter::add(std::string_view key, std::string_view value) {
  const std::uint32_t shard = shard_of_key(key_at(key));
  if (shard + 1 < begun_) return Error{ErrorCode::kInvalid, 0, "nodes that are not in order"};
  begin(shard);
  const auto length = static_cast<std::uint32_t>(value.size());
  const std::size_t before = buffer_.size();
  buffer_.append(key);
  buffer_.append(reinterpret_cast<const char*>(&length), sizeof length);
  buffer_.append(value);
  bytes_ += buffer_.size() - before;
  return buffer_.size() < kWrittenBytes ? std::nullopt : write();
}

std::optional<Error> RunWriter::write() {
  auto error = file_.append(buffer_);
  buffer_.clear();
  return error;
}

Result<Run> RunWriter::finish() {
  begin(kShards);
  if (auto error = write()) return *std::move(error);
  return std::move(run_);
}

std::optional<Error> RunReader::fetch(std::size_t bytes) {
  if (filled_ - at_ >= bytes) return std::nullopt;
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(at_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(filled_), buffer_.begin());
  filled_ -= at_;
  at_ = 0;
  if (filled_ + (end_ - offset_) < bytes) {
    return Error{ErrorCode::kInvalid, offset_, concat({files_->path(file_), ": cut short"})};
  }
  if (buffer_.size() < bytes) buffer_.resize(std::max(bytes, kReadBytes));
  const auto count =
      static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size() - filled_, end_ - offset_));
  const auto file = files_->get(file_);
  if (!file) return file.error();
  auto error =
      (*file)->read(offset_, {reinterpret_cast<std::byte*>(buffer_.data()) + filled_, count});
  filled_ += count;
  offset_ += count;
  return error;
}

Result<bool> RunReader::next() {
  at_ += node_bytes_;
  if (at_ == filled_ && offset_ == end_) {
    buffer_ = {};
    at_ = filled_ = node_bytes_ = 0;
    return false;
  }
  if (auto error = fetch(head_bytes())) return *std::move(error);
  std::uint32_t length = 0;
  std::memcpy(&length, buffer_.data() + at_ + key_bytes_, sizeof length);
  if (auto error = fetch(head_bytes() + length)) return *std::move(error);
  node_bytes_ = head_bytes() + length;
  number_ = key_at(key());
  return true;
}

}  // namespace intarsia::graph::internal
