#include "python/bind/array.h"

#include "python/bind/lock.h"
#include "python/bind/values.h"

namespace intarsia::bind {

nb::object exported(nb::handle array) {
  PyObject* answer = nullptr;
  if (PyObject_CheckBuffer(array.ptr()) != 0) {
    answer = in_python([&] { return PyMemoryView_FromObject(array.ptr()); });
  } else if (const auto method = find_attribute(array, "__dlpack__")) {
    answer = in_python([&] { return PyObject_CallNoArgs(method->ptr()); });
  } else {
    return nb::borrow(array);
  }
  if (answer != nullptr) return nb::steal(answer);
  if (!PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
  PyErr_Clear();
  return nb::borrow(array);
}

}  // namespace intarsia::bind
