// Arrays that Python hands over, without losing Ctrl-C.
//
// nanobind asks an array for DLPack first and clears whatever is raised meanwhile. Arrays of NumPy
// before 2.1 fail when they are asked for one to write to, and look for signals as they fail: a
// KeyboardInterrupt was cleared with the rest. So what has a buffer is asked for that instead, which
// runs no code of Python, and what has none is asked for DLPack by us.
//
// What DLPack says is not believed blindly: elements without memory are refused.

#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace intarsia::bind {

namespace nb = nanobind;

// The array's buffer; where it has none, what it exports by DLPack; or the array itself, for
// nanobind to refuse. Raises what is no Exception, as Ctrl-C is not. An array that is to be written
// is asked for DLPack 1.0, which can say that it must not be.
nb::object exported(nb::handle array, bool is_written);

// An argument of a bound function. Never a copy in another type, which would be filled for nobody.
template <class... Args>
class Array : public nb::ndarray<Args...> {
 public:
  using Plain = nb::ndarray<Args...>;

  Array() = default;
  explicit Array(Plain array) : Plain(std::move(array)) {}
};

template <class Plain>
bool lacks_memory(const Plain& array) {
  return array.is_valid() && array.data_handle() == nullptr && array.size() != 0;
}

// "name: expected X, not list", and "name: the array has no memory".
[[noreturn]] void refuse_array(nb::handle found, const std::string& name,
                               const std::string& expected);
[[noreturn]] void refuse_null(const std::string& name);

// What Python calls with, as an array to be written; `name` is the argument's.
template <class Wanted>
Wanted writable_in(nb::handle object, const std::string& name, const std::string& expected) {
  typename Wanted::Plain array;
  if (!nb::try_cast(exported(object, true), array, false)) refuse_array(object, name, expected);
  if (lacks_memory(array)) refuse_null(name);
  return Wanted(std::move(array));
}

}  // namespace intarsia::bind

namespace nanobind::detail {

template <class... Args>
struct type_caster<intarsia::bind::Array<Args...>> {
  NB_TYPE_CASTER(intarsia::bind::Array<Args...>, make_caster<ndarray<Args...>>::Name)

  bool from_python(handle from, std::uint32_t flags, cleanup_list* cleanup) {
    make_caster<ndarray<Args...>> array;
    const object source = intarsia::bind::exported(from, !ndarray<Args...>::ReadOnly);
    if (!array.from_python(source, flags & ~cast_flags::convert, cleanup)) return false;
    if (intarsia::bind::lacks_memory(array.value)) return false;
    value = intarsia::bind::Array<Args...>(std::move(array.value));
    return true;
  }
};

}  // namespace nanobind::detail
