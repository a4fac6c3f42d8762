// Functions of Python's that threads of the library call.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>

#include "intarsia/base/result.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

// May be copied and dropped by any thread, without Python's lock.
class Callback {
 public:
  explicit Callback(nb::handle function)
      : function_(new nb::object(nb::borrow(function)), [](nb::object* held) {
          in_python([held] {
            const nb::gil_scoped_acquire lock;
            delete held;
          });
        }) {}

  // Calls use(function) with the lock. What Python raises is an error that says what it says.
  template <class Use>
  std::optional<Error> call(Use use) const {
    return in_python([&]() -> std::optional<Error> {
      const nb::gil_scoped_acquire lock;
      try {
        use(*function_);
        return std::nullopt;
      } catch (nb::python_error& e) {
        return error_of(e);
      }
    });
  }

 private:
  static Error error_of(nb::python_error& e) {
    const bool is_missing = e.matches(PyExc_FileNotFoundError);
    const bool is_system = e.matches(PyExc_OSError);
    const nb::str text(e.value());
    return Error{is_missing  ? ErrorCode::kNotFound
                 : is_system ? ErrorCode::kIo
                             : ErrorCode::kInvalid,
                 0, text.c_str()};
  }

  std::shared_ptr<nb::object> function_;
};

}  // namespace intarsia::bind
