#include "intarsia/data/cutter.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/pipeline.h"

namespace intarsia::data {

void Cutter::run() {
  const std::uint32_t first = resumed_ ? resumed_->place.source : 0;
  for (std::uint32_t i = first; i < paths_.size(); ++i) {
    if (!cut_source(i)) break;
  }
  conveyor_.end();
}

bool Cutter::cut_source(std::uint32_t source) {
  source_ = source;
  format_.reset();
  text_.clear();
  offset_ = read_ = 0;
  hasher_ = io::Hasher();
  begins_game_ = true;
  is_damaged_ = false;
  auto in = io::InputStream::open(paths_[source]);
  if (!in) return emit_end(in.error());
  const bool goes_on = cut_stream(*in);
  taken_before_ += in->bytes_taken();
  return goes_on;
}

bool Cutter::cut_stream(io::InputStream& in) {
  const bool is_resumed = resumed_ && resumed_->place.source == source_;
  if (auto n = fill(in); !n) return emit_end(n.error());
  auto format = find_format_(paths_[source_], text_);
  if (!format) return emit_end(format.error());
  format_ = std::make_shared<const Format>(*std::move(format));
  if (is_resumed) {
    if (auto error = skip(in, resumed_->place.offset)) return emit_end(std::move(error));
  }
  while (true) {
    if (const std::size_t start = format_->last_start(text_); start != 0) {
      if (!emit(start, true)) return false;
    } else if (text_.size() >= kMaxGrowth * piece_bytes_ && !emit(text_.size(), false)) {
      return false;
    }
    const auto n = fill(in);
    if (!n) return emit_end(n.error());
    if (*n == 0) return emit_end(std::nullopt);
  }
}

// Adds a block to the text. What was read before a run was interrupted must come again.
Result<std::size_t> Cutter::fill(io::InputStream& in) {
  std::size_t block = piece_bytes_;
  const bool must_check =
      resumed_ && resumed_->place.source == source_ && read_ < resumed_->checked_bytes;
  if (must_check) block = std::min<std::uint64_t>(block, resumed_->checked_bytes - read_);
  const std::size_t before = text_.size();
  text_.resize(before + block);
  auto n = in.read({text_.data() + before, block});
  text_.resize(before + (n ? *n : 0));
  bytes_taken_.store(taken_before_ + in.bytes_taken(), std::memory_order_relaxed);
  file_bytes_ = in.bytes_taken();
  is_damaged_ = !n;
  if (!n) return n;
  hasher_.add(std::string_view(text_).substr(before));
  read_ += *n;
  const bool is_there = !must_check || *n != 0;
  if (must_check && (!is_there || (read_ == resumed_->checked_bytes &&
                                   hasher_.value() != resumed_->checked_hash))) {
    return Error{ErrorCode::kInvalid, read_,
                 concat({paths_[source_], " has changed since the data set was begun"})};
  }
  return n;
}

std::optional<Error> Cutter::skip(io::InputStream& in, std::uint64_t bytes) {
  while (true) {
    const std::size_t part = std::min<std::uint64_t>(text_.size(), bytes - offset_);
    text_.erase(0, part);
    offset_ += part;
    if (offset_ == bytes) return std::nullopt;
    const auto n = fill(in);
    if (!n) return n.error();
    if (*n == 0) {
      return Error{ErrorCode::kInvalid, offset_,
                   concat({paths_[source_], " is shorter than when the data set was begun"})};
    }
  }
}

std::unique_ptr<Piece> Cutter::next_piece() {
  auto piece = conveyor_.blank();
  piece->source = source_;
  piece->name = paths_[source_];
  piece->format = format_;
  piece->offset = offset_;
  piece->begins_game = begins_game_;
  piece->content = read_;
  piece->content_hash = hasher_.value();
  piece->file_bytes = file_bytes_;
  return piece;
}

bool Cutter::emit(std::size_t bytes, bool ends_at_start) {
  auto piece = next_piece();
  piece->text.assign(text_, 0, bytes);
  text_.erase(0, bytes);
  piece->ends_at_start = ends_at_start;
  offset_ += bytes;
  begins_game_ = ends_at_start;
  return conveyor_.push(std::move(piece));
}

// What was read before an error was right, and comes first.
bool Cutter::emit_end(std::optional<Error> error) {
  auto piece = next_piece();
  const bool has_failed = error.has_value();
  piece->text.assign(text_);
  text_.clear();
  piece->is_last = !has_failed;
  piece->error = std::move(error);
  piece->is_damage = has_failed && is_damaged_;
  return conveyor_.push(std::move(piece)) && (!has_failed || (is_damaged_ && skips_damage_));
}

}  // namespace intarsia::data
