#include "python/bind/values.h"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "intarsia/base/text.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

constexpr std::size_t kShown = 40;  // characters of a value in a message

std::string shown(nb::handle value) {
  const std::string text = nb::cast<std::string>(nb::repr(value));
  return text.size() <= kShown ? text : concat({text.substr(0, kShown), "..."});
}

[[noreturn]] void raise_value(const std::string& name, const std::string& expected,
                              nb::handle found) {
  throw nb::value_error(concat({name, ": expected ", expected, ", not ", shown(found)}).c_str());
}

// A new reference; none means that Python has raised.
nb::object taken(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

// As Python's own int; bools are numbers there, but nobody means them as one.
nb::object whole_in(nb::handle value, const std::string& name) {
  if (!PyIndex_Check(value.ptr()) || PyBool_Check(value.ptr())) {
    raise_type_of(name, "a whole number", value);
  }
  return taken(in_python([&] { return PyNumber_Index(value.ptr()); }));
}

}  // namespace

void raise_type_of(const std::string& name, const std::string& expected, nb::handle found) {
  const std::string type = nb::cast<std::string>(found.type().attr("__name__"));
  throw nb::type_error(concat({name, ": expected ", expected, ", not ", type}).c_str());
}

bool flag_in(nb::handle value, const std::string& name) {
  // A text or a list has a truth too, but was not meant as one.
  if (!PyNumber_Check(value.ptr())) raise_type_of(name, "True or False", value);
  const int truth = in_python([&] { return PyObject_IsTrue(value.ptr()); });
  if (truth < 0) throw nb::python_error();
  return truth == 1;
}

std::int64_t clamped_in(nb::handle value, const std::string& name, std::int64_t lo,
                        std::int64_t hi) {
  int overflow = 0;
  const std::int64_t number = PyLong_AsLongLongAndOverflow(whole_in(value, name).ptr(), &overflow);
  if (overflow != 0) return overflow < 0 ? lo : hi;
  return std::clamp(number, lo, hi);
}

std::int64_t number_in(nb::handle value, const std::string& name, std::int64_t lo,
                       std::int64_t hi) {
  // One more on either side shows what is outside.
  const std::int64_t number = clamped_in(value, name, lo - 1, hi + 1);
  if (number >= lo && number <= hi) return number;
  raise_value(name, concat({std::to_string(lo), " to ", std::to_string(hi)}), value);
}

std::uint64_t bits_in(nb::handle value, const std::string& name) {
  const std::uint64_t bits = PyLong_AsUnsignedLongLong(whole_in(value, name).ptr());
  if (PyErr_Occurred() == nullptr) return bits;
  PyErr_Clear();
  raise_value(name, "a set of squares, 0 to 2**64 - 1", value);
}

std::string text_in(nb::handle value, const std::string& name) {
  if (!PyUnicode_Check(value.ptr())) raise_type_of(name, "a text", value);
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

std::optional<nb::object> find_attribute(nb::handle object, const char* name) {
  PyObject* const found = in_python([&] { return PyObject_GetAttrString(object.ptr(), name); });
  if (found != nullptr) return nb::steal(found);
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw nb::python_error();
  PyErr_Clear();
  return std::nullopt;
}

nb::object attribute_of(nb::handle object, const char* name) {
  return taken(in_python([&] { return PyObject_GetAttrString(object.ptr(), name); }));
}

nb::object call(nb::handle function) {
  return taken(in_python([&] { return PyObject_CallNoArgs(function.ptr()); }));
}

}  // namespace intarsia::bind
