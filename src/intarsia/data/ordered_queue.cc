#include "intarsia/data/ordered_queue.h"

#include <algorithm>
#include <utility>

namespace intarsia::data {

bool OrderedQueue::push(std::unique_ptr<Chunk> chunk) {
  std::unique_lock lock(mutex_);
  has_room_.wait(lock, [this] { return is_stopped_ || slots_.size() < capacity_; });
  if (is_stopped_) return false;
  slots_.push_back({std::move(chunk)});
  has_work_.notify_one();
  return true;
}

void OrderedQueue::end() {
  const std::lock_guard lock(mutex_);
  is_ended_ = true;
  has_work_.notify_all();
  has_result_.notify_all();
}

Chunk* OrderedQueue::take() {
  std::unique_lock lock(mutex_);
  has_work_.wait(lock, [this] { return is_stopped_ || is_ended_ || taken_ < slots_.size(); });
  if (is_stopped_ || taken_ == slots_.size()) return nullptr;
  return slots_[taken_++].chunk.get();
}

void OrderedQueue::mark_done(Chunk* chunk) {
  const std::lock_guard lock(mutex_);
  const auto slot = std::find_if(slots_.begin(), slots_.end(),
                                 [&](const Slot& s) { return s.chunk.get() == chunk; });
  slot->is_done = true;
  if (slot == slots_.begin()) has_result_.notify_one();
}

std::unique_ptr<Chunk> OrderedQueue::collect() {
  std::unique_lock lock(mutex_);
  has_result_.wait(lock, [this] {
    return is_stopped_ || (slots_.empty() ? is_ended_ : slots_.front().is_done);
  });
  if (failure_) std::rethrow_exception(failure_);
  if (is_stopped_ || slots_.empty()) return nullptr;
  auto chunk = std::move(slots_.front().chunk);
  slots_.pop_front();
  --taken_;
  has_room_.notify_one();
  return chunk;
}

void OrderedQueue::give_back(std::unique_ptr<Chunk> chunk) {
  chunk->reset();
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(chunk));
}

std::unique_ptr<Chunk> OrderedQueue::blank() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return std::make_unique<Chunk>();
  auto chunk = std::move(spare_.back());
  spare_.pop_back();
  return chunk;
}

void OrderedQueue::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  stop();
}

void OrderedQueue::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  has_room_.notify_all();
  has_work_.notify_all();
  has_result_.notify_all();
}

}  // namespace intarsia::data
