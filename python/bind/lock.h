// Python's lock, for threads that the end of the interpreter may overtake.
//
// While the interpreter shuts down, Python up to 3.13 ends a daemon thread that wants the lock, by
// pthread_exit. Its unwinding must not pass our frames: some are noexcept, others let go of objects
// without the lock. So it is stopped where it comes out of Python, and the thread, which has
// nothing left to do, waits there for the end of the process, as Python 3.14 makes it wait.

#pragma once

#include <cxxabi.h>
#include <nanobind/nanobind.h>

namespace intarsia::bind {

namespace nb = nanobind;

[[noreturn]] void wait_for_the_end();

// The result of a call of Python's interface that may run Python's code, and so give up the lock.
// What is caught here has no object, so the reference to it is null: nobody looks at it, and the
// sanitizer need not, for which the function must stay one.
template <class Ask>
__attribute__((no_sanitize("null"), noinline)) auto in_python(Ask ask) {
  try {
    return ask();
  } catch (abi::__forced_unwind&) {
    wait_for_the_end();
  }
}

// The lock is let go while this lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() { take(); }

  // Asks with the lock held.
  template <class Ask>
  auto locked(Ask ask) {
    take();
    const auto result = in_python(ask);
    state_ = PyEval_SaveThread();
    return result;
  }

 private:
  void take() {
    in_python([this] { PyEval_RestoreThread(state_); });
  }

  PyThreadState* state_;
};

}  // namespace intarsia::bind
