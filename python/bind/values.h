// Values of Python as ours. What does not fit raises TypeError (its type) or ValueError (its value)
// that begins with the name of the value and says what was expected and what was given.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nanobind/nanobind.h>

namespace intarsia::bind {

namespace nb = nanobind;

// "name: expected X, not list".
[[noreturn]] void raise_type_of(const std::string& name, const std::string& expected,
                                nb::handle found);

// True, False, or a number that stands for one of them (NumPy's own).
bool flag_in(nb::handle value, const std::string& name);

// A whole number within lo … hi.
std::int64_t number_in(nb::handle value, const std::string& name, std::int64_t lo, std::int64_t hi);

// A whole number brought within lo … hi.
std::int64_t clamped_in(nb::handle value, const std::string& name, std::int64_t lo,
                        std::int64_t hi);

// A set of 64 bits.
std::uint64_t bits_in(nb::handle value, const std::string& name);

std::string text_in(nb::handle value, const std::string& name);

// The attribute, or nothing where the object has none. Whatever else goes wrong in asking, Ctrl-C
// included, is raised.
std::optional<nb::object> find_attribute(nb::handle object, const char* name);

// As Python does both: the attribute, which must be there, and what a function returns.
nb::object attribute_of(nb::handle object, const char* name);
nb::object call(nb::handle function);

}  // namespace intarsia::bind
