#include "python/bind/watch.h"

#include <algorithm>

#include <sched.h>

namespace intarsia::bind {

namespace {

constexpr auto kPause = std::chrono::milliseconds(50);

}  // namespace

void Watch::operator()(std::initializer_list<std::uint64_t> numbers) {
  const auto now = Clock::now();
  if (stop_ || now - asked_ < kPause) return;
  asked_ = now;
  stop_ = unlocked_.locked([&] { return !goes_on(numbers); });
}

bool Watch::goes_on(std::initializer_list<std::uint64_t> numbers) const {
  if (PyErr_CheckSignals() != 0) return false;
  if (report_.is_none()) return true;
  PyObject* const arguments = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
  if (arguments == nullptr) return false;
  Py_ssize_t at = 0;
  for (const std::uint64_t number : numbers) {
    PyTuple_SET_ITEM(arguments, at++, PyLong_FromUnsignedLongLong(number));
  }
  PyObject* const result = PyObject_CallObject(report_.ptr(), arguments);
  Py_DECREF(arguments);
  Py_XDECREF(result);
  return result != nullptr;
}

unsigned threads_or_cores(unsigned wanted) {
  if (wanted != 0) return wanted;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

}  // namespace intarsia::bind
