#include "python/bind/array.h"

#include "intarsia/base/text.h"
#include "python/bind/lock.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

// Older libraries do not know the argument: they raise TypeError.
PyObject* call_dlpack(nb::handle method, bool is_written) {
  if (!is_written) return PyObject_CallNoArgs(method.ptr());
  const nb::dict arguments;
  arguments["max_version"] = nb::make_tuple(1, 0);
  PyObject* const result = PyObject_Call(method.ptr(), nb::tuple().ptr(), arguments.ptr());
  if (result != nullptr || !PyErr_ExceptionMatches(PyExc_TypeError)) return result;
  PyErr_Clear();
  return PyObject_CallNoArgs(method.ptr());
}

}  // namespace

nb::object exported(nb::handle array, bool is_written) {
  PyObject* result = nullptr;
  if (PyObject_CheckBuffer(array.ptr()) != 0) {
    result = in_python([&] { return PyMemoryView_FromObject(array.ptr()); });
  } else if (const auto method = find_attribute(array, "__dlpack__")) {
    result = in_python([&] { return call_dlpack(*method, is_written); });
  } else {
    return nb::borrow(array);
  }
  if (result != nullptr) return nb::steal(result);
  if (!PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
  PyErr_Clear();
  return nb::borrow(array);
}

void refuse_array(nb::handle found, const std::string& name, const std::string& expected) {
  raise_type_of(name, expected, found);
}

void refuse_null(const std::string& name) {
  throw nb::value_error(concat({name, ": the array has elements, but no memory"}).c_str());
}

}  // namespace intarsia::bind
