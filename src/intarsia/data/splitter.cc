#include "intarsia/data/splitter.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/pipeline.h"
#include "intarsia/data/same_sources.h"

namespace intarsia::data {

void Splitter::run() {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!split_input(i)) break;
  }
  queue_.end();
}

bool Splitter::split_input(std::size_t input) {
  const std::string& path = inputs_.path(input);
  if (is_done() && path == "-") {  // it is gone
    ++source_;
    return true;
  }
  auto sources = inputs_.open(input);
  if (!sources) {
    begin_source(inputs_.shown(input));
    return emit_end(sources.error());
  }
  sources_ = &*sources;
  const bool goes_on = split_sources(*sources);
  inputs_.close(*sources);
  return goes_on;
}

bool Splitter::split_sources(GameSources& sources) {
  std::uint64_t taken = 0;
  for (;; ++source_) {
    auto source = sources.next();
    if (source && !*source) break;
    begin_source(source ? (*source)->name : sources.path());
    if (is_done()) {
      if (!source || trusts_done_) continue;
      if (auto error = compare(name_, (*source)->in, done_[source_])) {
        return emit_end(std::move(error));
      }
      continue;
    }
    if (!source) {
      is_damaged_ = sources.is_archive();
      if (!emit_end(source.error())) return false;
      continue;
    }
    format_ = std::make_shared<const FoundFormat>((*source)->format);
    if (!split_stream((*source)->in)) return false;
    taken = sources.bytes_taken((*source)->in);
  }
  taken_before_ += taken;
  return true;
}

void Splitter::begin_source(std::string name) {
  name_ = std::move(name);
  format_.reset();
  text_.clear();
  offset_ = read_ = 0;
  file_bytes_ = 0;
  hasher_ = io::Hasher();
  begins_game_ = true;
  is_damaged_ = false;
}

bool Splitter::split_stream(io::InputStream& in) {
  const bool is_resumed = resumed_ && resumed_->place.source == source_;
  if (is_resumed) {
    if (auto error = read_again(in)) {
      text_.clear();  // of another text, it must not be taken for what comes next
      is_damaged_ = false;
      return emit_end(std::move(error));
    }
  } else if (auto n = fill(in); !n) {
    return emit_end(n.error());
  }
  while (true) {
    if (const std::size_t start = format_->format.last_start(text_); start != 0) {
      if (!emit(start, true)) return false;
    } else if (text_.size() >= kMaxGrowth * chunk_bytes_ && !emit(text_.size(), false)) {
      return false;
    }
    const auto n = fill(in);
    if (!n) return emit_end(n.error());
    if (*n == 0) return emit_end(std::nullopt);
  }
}

// Adds a block to the text. What was read before a run was interrupted must come again.
Result<std::size_t> Splitter::fill(io::InputStream& in) {
  std::size_t block = chunk_bytes_;
  const bool must_check =
      resumed_ && resumed_->place.source == source_ && read_ < resumed_->checked_bytes;
  if (must_check) block = std::min<std::uint64_t>(block, resumed_->checked_bytes - read_);
  const std::size_t before = text_.size();
  text_.resize(before + block);
  auto n = in.read({text_.data() + before, block});
  text_.resize(before + (n ? *n : 0));
  bytes_taken_.store(taken_before_ + sources_->bytes_taken(in), std::memory_order_relaxed);
  file_bytes_ = in.bytes_taken();
  is_damaged_ = !n;
  if (!n) return n;
  hasher_.add(std::string_view(text_).substr(before));
  read_ += *n;
  const bool is_there = !must_check || *n != 0;
  if (must_check && (!is_there || (read_ == resumed_->checked_bytes &&
                                   hasher_.value() != resumed_->checked_hash))) {
    return Error{ErrorCode::kInvalid, read_,
                 concat({name_, " has changed since the data set was begun"})};
  }
  return n;
}

// Nothing is handed on before all that was read by the run before was found to be the same.
std::optional<Error> Splitter::read_again(io::InputStream& in) {
  if (auto n = fill(in); !n) return n.error();
  if (auto error = skip(in, resumed_->place.offset)) return error;
  while (read_ < resumed_->checked_bytes) {
    if (auto n = fill(in); !n) return n.error();
  }
  return std::nullopt;
}

std::optional<Error> Splitter::skip(io::InputStream& in, std::uint64_t bytes) {
  while (true) {
    const std::size_t part = std::min<std::uint64_t>(text_.size(), bytes - offset_);
    text_.erase(0, part);
    offset_ += part;
    if (offset_ == bytes) return std::nullopt;
    const auto n = fill(in);
    if (!n) return n.error();
    if (*n == 0) {
      return Error{ErrorCode::kInvalid, offset_,
                   concat({name_, " is shorter than when the data set was begun"})};
    }
  }
}

std::unique_ptr<Chunk> Splitter::next_chunk() {
  auto chunk = queue_.blank();
  chunk->source = source_;
  chunk->name = name_;
  chunk->format = format_;
  chunk->offset = offset_;
  chunk->begins_game = begins_game_;
  chunk->content = read_;
  chunk->content_hash = hasher_.value();
  chunk->file_bytes = file_bytes_;
  return chunk;
}

bool Splitter::emit(std::size_t bytes, bool ends_at_start) {
  auto chunk = next_chunk();
  chunk->text.assign(text_, 0, bytes);
  text_.erase(0, bytes);
  chunk->ends_at_start = ends_at_start;
  offset_ += bytes;
  begins_game_ = ends_at_start;
  return queue_.push(std::move(chunk));
}

// What was read before an error was right, and comes first.
bool Splitter::emit_end(std::optional<Error> error) {
  auto chunk = next_chunk();
  const bool has_failed = error.has_value();
  chunk->text.assign(text_);
  text_.clear();
  chunk->is_last = !has_failed;
  chunk->error = std::move(error);
  chunk->is_damage = has_failed && is_damaged_;
  return queue_.push(std::move(chunk)) && (!has_failed || (is_damaged_ && skips_damage_));
}

}  // namespace intarsia::data
