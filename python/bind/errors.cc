#include "python/bind/errors.h"

#include <algorithm>
#include <exception>
#include <string>
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

// A flag of the tool, without its dashes, as an argument of Python's.
std::string argument_of(std::string_view flag) {
  if (flag == "from") return "format=";
  for (const std::string_view is_or_not : {"force", "lenient", "resume", "trust"}) {
    if (flag == is_or_not) return concat({flag, "=True"});
  }
  std::string name(flag);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// What the tool's flags are called here.
std::string in_python_words(std::string_view text) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz-";
  std::string out;
  while (!text.empty()) {
    if (text.starts_with("--") && (out.empty() || out.back() == ' ')) {
      const std::size_t end = std::min(text.find_first_not_of(kLetters), text.size());
      out += argument_of(text.substr(2, end - 2));
      text.remove_prefix(end);
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

// How many of the innermost frames are the package's own: a warning is about who called it.
Py_ssize_t frames_of_ours() {
  const auto name = [](PyFrameObject* frame) {
    const nb::object globals = nb::steal(PyFrame_GetGlobals(frame));
    const nb::object found = nb::borrow(PyDict_GetItemString(globals.ptr(), "__package__"));
    return found.is_valid() && nb::isinstance<nb::str>(found) ? std::string(nb::str(found).c_str())
                                                              : std::string();
  };
  nb::object frame = nb::borrow(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  Py_ssize_t count = 0;
  while (frame.is_valid()) {
    auto* const now = reinterpret_cast<PyFrameObject*>(frame.ptr());
    const std::string package = name(now);
    if (package != "intarsia" && !package.starts_with("intarsia.")) break;
    ++count;
    frame = nb::steal(reinterpret_cast<PyObject*>(PyFrame_GetBack(now)));
  }
  return count;
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

void raise_os(Error e) {
  e.detail = in_python_words(e.detail);
  if (e.code != ErrorCode::kNotFound) raise(e);
  PyErr_SetString(PyExc_FileNotFoundError, e.detail.c_str());
  throw nb::python_error();
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
  if (in_python([&] { return PyErr_WarnEx(category.ptr(), text.c_str(), 1 + frames_of_ours()); }) !=
      0) {
    throw nb::python_error();
  }
}

void raise_type(const std::string& expected, nb::handle found) {
  const nb::object name = found.type().attr("__name__");
  throw nb::type_error(("expected " + expected + ", not " + nb::cast<std::string>(name)).c_str());
}

}  // namespace intarsia::bind
