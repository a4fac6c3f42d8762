#include "python/bind/errors.h"

#include <exception>
#include <string_view>
#include <utility>

#include "intarsia/base/text.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

[[noreturn]] void raise_as(const char* type, const Error& e) {
  const nb::object exception = nb::module_::import_("intarsia._errors").attr(type);
  const nb::tuple arguments =
      nb::make_tuple(nb::str(e.detail.c_str(), e.detail.size()), nb::int_(e.offset));
  PyObject* const value =
      in_python([&] { return PyObject_CallObject(exception.ptr(), arguments.ptr()); });
  if (value != nullptr) PyErr_SetObject(exception.ptr(), nb::steal(value).ptr());
  throw nb::python_error();
}

}  // namespace

void raise(const Error& e) {
  if (e.code == ErrorCode::kIo) {
    PyErr_SetString(PyExc_OSError, e.detail.c_str());
    throw nb::python_error();
  }
  const bool is_illegal = e.code == ErrorCode::kIllegal || e.code == ErrorCode::kAmbiguous;
  raise_as(is_illegal ? "IllegalError" : "ParseError", e);
}

void raise_os(const Error& e) {
  if (e.code != ErrorCode::kNotFound) raise(e);
  PyErr_SetString(PyExc_FileNotFoundError, e.detail.c_str());
  throw nb::python_error();
}

Error in_python_words(Error e) {
  constexpr std::pair<std::string_view, std::string_view> kFlags[] = {{"--from", "format="},
                                                                      {"--quiet", "quiet"}};
  for (const auto& [flag, name] : kFlags) {
    const std::size_t at = e.detail.find(flag);
    if (at != std::string::npos) e.detail.replace(at, flag.size(), name);
  }
  return e;
}

void raise_illegal(const Error& e) { raise_as("IllegalError", e); }

void raise_in_row(std::size_t row, std::size_t rows) {
  const std::string place = rows > 1 ? concat({"row ", std::to_string(row), ": "}) : "";
  try {
    throw;
  } catch (const nb::builtin_exception& e) {
    throw nb::builtin_exception(e.type(), concat({place, e.what()}).c_str());
  } catch (const nb::python_error& e) {
    const nb::handle value = e.value();
    const bool is_ours = e.matches(nb::module_::import_("intarsia._errors").attr("IntarsiaError"));
    // Not their children, whose arguments may be others.
    const bool is_plain = value.type().is(PyExc_TypeError) || value.type().is(PyExc_ValueError);
    if (is_ours || is_plain) {
      value.attr("args") = nb::make_tuple(concat({place, nb::str(value).c_str()}));
    }
    if (is_ours) value.attr("row") = row;
    throw;
  }
}

void prepare_to_throw() noexcept { (void)std::current_exception(); }

void raise_memory(const std::string& wanted) {
  PyErr_SetString(PyExc_MemoryError, concat({"out of memory: ", wanted}).c_str());
  throw nb::python_error();
}

void warn_of_mended(const Error& note) {
  const nb::object category = nb::module_::import_("intarsia._reading").attr("GameWarning");
  const std::string text = concat({"byte ", std::to_string(note.offset), ": ", note.detail});
  if (in_python([&] { return PyErr_WarnEx(category.ptr(), text.c_str(), 1); }) != 0) {
    throw nb::python_error();
  }
}

void raise_type(const std::string& expected, nb::handle found) {
  const nb::object name = found.type().attr("__name__");
  throw nb::type_error(("expected " + expected + ", not " + nb::cast<std::string>(name)).c_str());
}

}  // namespace intarsia::bind
