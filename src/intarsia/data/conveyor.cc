#include "intarsia/data/conveyor.h"

#include <algorithm>
#include <utility>

namespace intarsia::data {

bool Conveyor::push(std::unique_ptr<Piece> piece) {
  std::unique_lock lock(mutex_);
  has_room_.wait(lock, [this] { return is_stopped_ || slots_.size() < capacity_; });
  if (is_stopped_) return false;
  slots_.push_back({std::move(piece)});
  has_work_.notify_one();
  return true;
}

void Conveyor::end() {
  const std::lock_guard lock(mutex_);
  is_ended_ = true;
  has_work_.notify_all();
  has_result_.notify_all();
}

Piece* Conveyor::take() {
  std::unique_lock lock(mutex_);
  has_work_.wait(lock, [this] { return is_stopped_ || is_ended_ || taken_ < slots_.size(); });
  if (is_stopped_ || taken_ == slots_.size()) return nullptr;
  return slots_[taken_++].piece.get();
}

void Conveyor::mark_done(Piece* piece) {
  const std::lock_guard lock(mutex_);
  const auto slot = std::find_if(slots_.begin(), slots_.end(),
                                 [&](const Slot& s) { return s.piece.get() == piece; });
  slot->is_done = true;
  if (slot == slots_.begin()) has_result_.notify_one();
}

std::unique_ptr<Piece> Conveyor::collect() {
  std::unique_lock lock(mutex_);
  has_result_.wait(lock, [this] {
    return is_stopped_ || (slots_.empty() ? is_ended_ : slots_.front().is_done);
  });
  if (failure_) std::rethrow_exception(failure_);
  if (is_stopped_ || slots_.empty()) return nullptr;
  auto piece = std::move(slots_.front().piece);
  slots_.pop_front();
  --taken_;
  has_room_.notify_one();
  return piece;
}

void Conveyor::give_back(std::unique_ptr<Piece> piece) {
  piece->reset();
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(piece));
}

std::unique_ptr<Piece> Conveyor::blank() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return std::make_unique<Piece>();
  auto piece = std::move(spare_.back());
  spare_.pop_back();
  return piece;
}

void Conveyor::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  stop();
}

void Conveyor::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  has_room_.notify_all();
  has_work_.notify_all();
  has_result_.notify_all();
}

}  // namespace intarsia::data
