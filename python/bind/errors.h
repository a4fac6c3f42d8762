// Errors of the library as Python exceptions: here, and only here, a Result becomes a throw.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "intarsia/base/result.h"
#include "intarsia/base/text.h"

namespace intarsia::bind {

namespace nb = nanobind;

// ParseError, or IllegalError for a move that the rules forbid; both have `.offset`. What the system
// failed to do is an OSError.
[[noreturn]] void raise(const Error& e);

// The same for what was asked of files: one that is not there is a FileNotFoundError. Flags of the
// tool are named as arguments of Python: --from is format=.
[[noreturn]] void raise_os(Error e);

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

// A thread has data of its own for exceptions, which is allocated when it is first touched; where
// there is no memory for it the C library ends the process. So it is touched while there may be.
void prepare_to_throw() noexcept;

// MemoryError: "out of memory: …".
[[noreturn]] void raise_memory(const std::string& wanted);

// Makes room for `count` elements, or raises "out of memory: M bytes for N positions".
template <class T>
void reserve(std::vector<T>& list, std::size_t count, const char* name) {
  try {
    list.reserve(count);
    return;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // more than there are addresses
  }
  const std::size_t bytes = std::min(count, SIZE_MAX / sizeof(T)) * sizeof(T);
  raise_memory(concat({std::to_string(bytes), " bytes for ", std::to_string(count), " ", name}));
}

// Raises the same if so many objects of Python's, which hold T, cannot be made. nanobind keeps a
// table of them, and ends the process where that cannot grow.
template <class T>
void expect_objects(std::size_t count, const char* name) {
  constexpr std::size_t kTableAndHead = 512;  // bytes, while the table is copied to a larger one
  struct Object {
    std::byte bytes[sizeof(T) + kTableAndHead];
  };
  std::vector<Object> room;
  reserve(room, count, name);
}

// GameWarning: "byte 9: Blue had won at ply 3: the moves after it are cut". Raises if warnings are errors.
void warn_of_mended(const Error& note);

// "expected X, not list".
[[noreturn]] void raise_type(const std::string& expected, nb::handle found);

}  // namespace intarsia::bind
