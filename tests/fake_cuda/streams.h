// Streams that do their work late, as those of a card do: whoever forgot to wait sees it.
//
// Each stream does what it was given in order. Which stream goes on is up to a generator, or nobody
// does until somebody waits.

#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace intarsia::fake {

// A point in a stream, once it was recorded.
struct Point {
  void* stream;
  bool is_reached = false;
};
struct Event {
  std::shared_ptr<Point> latest;
};

class Streams {
 public:
  Streams() {
    if (const char* const seed = std::getenv("FAKE_CUDA_LATE")) {
      is_late_ = true;
      is_lazy_ = seed[0] == '0';
      random_.seed(static_cast<unsigned>(std::atoi(seed)));
    }
  }

  void* make() {
    const std::lock_guard lock(mutex_);
    return reinterpret_cast<void*>(++made_ << 8);
  }

  void give(void* stream, std::function<void()> work) { push(stream, {std::move(work), {}, {}}); }
  void wait(void* stream, const Event& event) {
    if (event.latest && does_wait_) push(stream, {{}, event.latest, {}});
  }
  void record(void* stream, Event& event) {
    event.latest = std::make_shared<Point>(Point{stream});
    push(stream, {{}, {}, event.latest});
  }

  void finish(void* stream) {
    const std::lock_guard lock(mutex_);
    while (step(stream)) {
    }
  }
  void finish(const Event& event) {
    const std::lock_guard lock(mutex_);
    if (event.latest) reach(*event.latest);
  }
  void finish_all() {
    const std::lock_guard lock(mutex_);
    std::vector<void*> all;
    for (const auto& [stream, work] : waiting_) all.push_back(stream);
    for (void* stream : all) {
      while (step(stream)) {
      }
    }
  }

 private:
  struct Work {
    std::function<void()> run;
    std::shared_ptr<Point> waits_for, reaches;
  };

  void push(void* stream, Work work) {
    const std::lock_guard lock(mutex_);
    waiting_[stream].push_back(std::move(work));
    if (!is_late_) {
      while (step(stream)) {
      }
    } else if (!is_lazy_) {
      go_on_somewhere();
    }
  }

  // The first work of a stream, and what it waits for.
  bool step(void* stream) {
    std::deque<Work>& queue = waiting_[stream];
    if (queue.empty()) return false;
    if (const auto point = queue.front().waits_for) reach(*point);
    const Work work = std::move(queue.front());
    queue.pop_front();
    if (work.run) work.run();
    if (work.reaches) work.reaches->is_reached = true;
    return true;
  }
  void reach(const Point& point) {
    while (!point.is_reached && step(point.stream)) {
    }
  }

  // One stream is fast for a while, and others stand still.
  void go_on_somewhere() {
    std::vector<void*> ready;
    for (const auto& [stream, work] : waiting_) {
      if (!work.empty()) ready.push_back(stream);
    }
    if (ready.empty()) return;
    if (left_ == 0 || waiting_[fast_].empty()) {
      fast_ = ready[random_() % ready.size()];
      left_ = random_() % 100;
    } else {
      --left_;
    }
    for (auto steps = random_() % 2; steps > 0; --steps) {
      const auto& queue = waiting_[fast_];
      if (queue.empty() || (queue.front().waits_for && !queue.front().waits_for->is_reached)) break;
      step(fast_);
    }
  }

  std::recursive_mutex mutex_;
  std::map<void*, std::deque<Work>> waiting_;
  std::uintptr_t made_ = 0;
  bool is_late_ = false, is_lazy_ = false;
  bool does_wait_ = std::getenv("FAKE_CUDA_WAITS") == nullptr;
  std::mt19937 random_;
  void* fast_ = nullptr;
  std::uint64_t left_ = 0;
};

inline Streams& streams() {
  static Streams* const all = new Streams;  // never goes: modules are unloaded at the end
  return *all;
}

}  // namespace intarsia::fake
