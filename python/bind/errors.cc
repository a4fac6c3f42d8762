#include "python/bind/errors.h"

#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

[[noreturn]] void raise_as(const char* type, const std::string& text, std::size_t offset,
                           std::optional<std::size_t> row) {
  const nb::object exception = nb::module_::import_("intarsia._errors").attr(type);
  const nb::object place = row ? nb::object(nb::int_(*row)) : nb::none();
  const nb::tuple arguments =
      nb::make_tuple(nb::str(text.c_str(), text.size()), nb::int_(offset), place);
  in_python([&] { PyErr_SetObject(exception.ptr(), arguments.ptr()); });
  throw nb::python_error();
}

}  // namespace

void raise(const Error& e, std::optional<std::size_t> row) {
  const bool is_illegal = e.code == ErrorCode::kIllegal || e.code == ErrorCode::kAmbiguous;
  raise_as(is_illegal ? "IllegalError" : "ParseError", e.detail, e.offset, row);
}

void raise_illegal(const Error& e) { raise_as("IllegalError", e.detail, e.offset, std::nullopt); }

void raise_type(const std::string& expected, nb::handle found) {
  const nb::object name = found.type().attr("__name__");
  throw nb::type_error(("expected " + expected + ", not " + nb::cast<std::string>(name)).c_str());
}

}  // namespace intarsia::bind
