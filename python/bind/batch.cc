#include "python/bind/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include <nanobind/nanobind.h>
#include <sched.h>
#include <sys/mman.h>

#include "intarsia/base/text.h"
#include "python/bind/errors.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kBetweenSignals = std::chrono::milliseconds(20);
constexpr std::size_t kWorthThreads = 4;  // chunks: fewer are done while threads start

// Whether signals were last asked for some time ago; then they will be now.
bool is_time(Clock::time_point& checked) {
  const auto now = Clock::now();
  if (now - checked < kBetweenSignals) return false;
  checked = now;
  return true;
}

class Batch {
 public:
  Batch(std::size_t count, std::size_t chunk) : count_(count), chunk_(chunk) {}

  // Takes chunks until none is left, one fails, or the batch is stopped. What is thrown, in whichever
  // thread, stops it and waits for the caller.
  void run(const std::function<Work()>& make_work, const std::function<bool()>& is_over) noexcept {
    try {
      take_chunks(make_work(), is_over);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      thrown_ = std::current_exception();
      is_stopped_ = true;
    }
  }
  void run_apart(const std::function<Work()>& make_work) noexcept {
    run(make_work, [this] { return is_stopped_.load(); });
  }

  // Python's signal handlers run here, in the caller's thread; one that raises stops the batch.
  bool check_signals(Unlocked& unlocked) {
    if (is_time(checked_) && unlocked.locked(PyErr_CheckSignals) != 0) {
      is_interrupted_ = true;
      is_stopped_ = true;
    }
    return is_stopped_;
  }

  // With Python's lock held again.
  void raise_what_happened() const {
    if (is_interrupted_) throw nb::python_error();
    if (thrown_) raise_thrown();
    if (!failure_) return;
    try {
      raise(failure_->error);
    } catch (...) {
      raise_in_row(failure_->row, count_);
    }
  }

 private:
  // Chunks go out in order, so all rows before a bad one are done or being done when it is found.
  // Those being done are done to the end: the lowest bad one is the first.
  void take_chunks(const Work& work, const std::function<bool()>& is_over) {
    while (!has_failed_ && !is_over()) {
      const std::size_t first = next_.fetch_add(chunk_);
      if (first >= count_) return;
      if (auto failure = work({first, std::min(chunk_, count_ - first), is_over})) {
        add(*std::move(failure));
      }
    }
  }

  [[noreturn]] void raise_thrown() const {
    try {
      std::rethrow_exception(thrown_);
    } catch (const std::bad_alloc&) {
      raise_memory(concat({"in a batch of ", std::to_string(count_), " rows"}));
    }
  }

  void add(Failure failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_ || failure.row < failure_->row) failure_ = std::move(failure);
    has_failed_ = true;
  }

  std::size_t count_;
  std::size_t chunk_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> has_failed_ = false;  // no chunk is begun any more
  std::atomic<bool> is_stopped_ = false;  // and those that were are left
  bool is_interrupted_ = false;
  Clock::time_point checked_ = Clock::now();
  std::mutex mutex_;
  std::optional<Failure> failure_;
  std::exception_ptr thrown_;
};

// Addresses that are kept for a thread that is to start: prepare_to_throw needs a few of them.
struct Unmap {
  void operator()(void* memory) const { munmap(memory, kBytes); }
  static constexpr std::size_t kBytes = std::size_t{64} << 10;
};
using Reserve = std::unique_ptr<void, Unmap>;

Reserve set_aside() {
  void* const memory = mmap(nullptr, Unmap::kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();  // NOLINT: the system's cast
  return Reserve(memory);
}

// The other threads of a batch, as many as can be had: fewer do the same.
class Threads {
 public:
  Threads() = default;
  void start(Batch& batch, std::size_t count, const std::function<Work()>& make_work) noexcept {
    try {
      threads_.reserve(count);
      std::vector<Reserve> reserves(count);  // all before a thread takes its own
      std::generate(reserves.begin(), reserves.end(), set_aside);
      for (Reserve& own : reserves) {
        threads_.emplace_back([&batch, &make_work, reserve = std::move(own)]() mutable {
          reserve.reset();
          prepare_to_throw();
          batch.run_apart(make_work);
        });
      }
    } catch (const std::system_error&) {  // the system's limit is reached
    } catch (const std::bad_alloc&) {
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

unsigned thread_count(unsigned wanted, std::size_t count, std::size_t chunk) {
  const std::size_t chunks = (count + chunk - 1) / chunk;
  if (wanted == 0 && chunks < kWorthThreads) return 1;
  const std::size_t most = wanted == 0 ? available_cores() : wanted;
  return static_cast<unsigned>(std::clamp<std::size_t>(chunks, 1, most));
}

void Signals::check() {
  if (is_time(checked_) && in_python(PyErr_CheckSignals) != 0) throw nb::python_error();
}

void run_batch(std::size_t count, std::size_t chunk, unsigned threads,
               const std::function<Work()>& make_work) {
  prepare_to_throw();
  Batch batch(count, chunk);
  {
    Unlocked unlocked;
    Threads others;
    others.start(batch, threads - 1, make_work);
    batch.run(make_work, [&] { return batch.check_signals(unlocked); });
  }
  batch.raise_what_happened();
}

}  // namespace intarsia::bind
