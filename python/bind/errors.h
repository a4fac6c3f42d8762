// Errors of the library as Python exceptions: here, and only here, a Result becomes a throw.

#pragma once

#include <optional>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "intarsia/base/result.h"

namespace intarsia::bind {

namespace nb = nanobind;

// ParseError, or IllegalError for a move that the rules forbid; both have `.offset`. What the system
// failed to do is an OSError.
[[noreturn]] void raise(const Error& e);

// The same for what was asked of files: one that is not there is a FileNotFoundError.
[[noreturn]] void raise_os(const Error& e);

// IllegalError whatever the code: the text was meant as a move.
[[noreturn]] void raise_illegal(const Error& e);

// The value; an error is raised.
template <class T>
T value_of(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

// Raises what is being caught, with its place in a batch: our errors get `.row`, and the messages of
// ours and of TypeError and ValueError begin with it if there are several rows.
[[noreturn]] void raise_in_row(std::size_t row, std::size_t rows);

// "expected X, not list".
[[noreturn]] void raise_type(const std::string& expected, nb::handle found);

}  // namespace intarsia::bind
