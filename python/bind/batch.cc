#include "python/bind/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <nanobind/nanobind.h>
#include <sched.h>

#include "intarsia/base/text.h"
#include "python/bind/errors.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kBetweenSignals = std::chrono::milliseconds(20);
constexpr std::size_t kTurnsBetweenSignals = 1'024;
constexpr std::size_t kWorthThreads = 4;  // pieces: fewer are done while threads start

class Batch {
 public:
  Batch(std::size_t count, std::size_t piece) : count_(count), piece_(piece) {}

  // Takes pieces until none is left or somebody stopped. Pieces go out in order, so all rows before
  // a bad one are done or being done when it is found: the lowest of them is the first.
  template <class Pause>
  void take_pieces(const Work& work, Pause pause) {
    while (!is_stopped_) {
      const std::size_t first = next_.fetch_add(piece_);
      if (first >= count_) return;
      if (auto failure = work(first, std::min(piece_, count_ - first))) add(*std::move(failure));
      pause();
    }
  }

  // As above, in a thread of its own: what is thrown waits for the caller.
  void take_pieces_apart(const std::function<Work()>& make_work) noexcept {
    try {
      take_pieces(make_work(), [] {});
    } catch (...) {
      const std::lock_guard lock(mutex_);
      thrown_ = std::current_exception();
      is_stopped_ = true;
    }
  }

  // Python's signal handlers run here, in the caller's thread; one that raises ends the batch.
  void check_signals(Unlocked& unlocked) {
    const auto now = Clock::now();
    if (now - checked_ < kBetweenSignals) return;
    checked_ = now;
    is_interrupted_ = unlocked.locked(PyErr_CheckSignals) != 0;
    if (is_interrupted_) is_stopped_ = true;
  }

  // With Python's lock held again.
  void raise_what_happened() const {
    if (is_interrupted_) throw nb::python_error();
    if (thrown_) std::rethrow_exception(thrown_);
    if (!failure_) return;
    Error error = failure_->error;
    if (count_ > 1)
      error.detail = concat({"row ", std::to_string(failure_->row), ": ", error.detail});
    raise(error, failure_->row);
  }

 private:
  void add(Failure failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_ || failure.row < failure_->row) failure_ = std::move(failure);
    is_stopped_ = true;
  }

  std::size_t count_;
  std::size_t piece_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_stopped_ = false;
  bool is_interrupted_ = false;
  Clock::time_point checked_ = Clock::now();
  std::mutex mutex_;
  std::optional<Failure> failure_;
  std::exception_ptr thrown_;
};

// The other threads of a batch. They are joined even if one of them cannot be made.
class Threads {
 public:
  Threads() = default;
  void start(Batch& batch, unsigned count, const std::function<Work()>& make_work) {
    threads_.reserve(count);
    for (unsigned i = 0; i < count; ++i) {
      threads_.emplace_back([&batch, &make_work] { batch.take_pieces_apart(make_work); });
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    for (std::thread& t : threads_) t.join();
  }

 private:
  std::vector<std::thread> threads_;
};

unsigned available_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

}  // namespace

unsigned thread_count(unsigned wanted, std::size_t count, std::size_t piece) {
  const std::size_t pieces = (count + piece - 1) / piece;
  if (wanted == 0 && pieces < kWorthThreads) return 1;
  const std::size_t most = wanted == 0 ? available_cores() : wanted;
  return static_cast<unsigned>(std::clamp<std::size_t>(pieces, 1, most));
}

void check_signals(std::size_t turn) {
  if (turn % kTurnsBetweenSignals == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
}

void run_batch(std::size_t count, std::size_t piece, unsigned threads,
               const std::function<Work()>& make_work) {
  Batch batch(count, piece);
  {
    Unlocked unlocked;
    Threads others;
    others.start(batch, threads - 1, make_work);
    batch.take_pieces(make_work(), [&] { batch.check_signals(unlocked); });
  }
  batch.raise_what_happened();
}

}  // namespace intarsia::bind
